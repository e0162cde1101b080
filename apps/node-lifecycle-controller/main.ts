import { runComponentProcess, type ComponentKind } from '@orrery/control-plane';
import { nodeLifecycleKind } from './node-lifecycle.component';

runComponentProcess({
  name: 'node-lifecycle-controller',
  components: (shards) => [nodeLifecycleKind(shards.heartbeats) as ComponentKind],
});
