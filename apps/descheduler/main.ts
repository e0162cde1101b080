import { runComponentProcess, type ComponentKind } from '@orrery/control-plane';
import { deschedulerKind } from './descheduler.component';

runComponentProcess({
  name: 'descheduler',
  components: (shards) => [deschedulerKind(shards.descheduling) as ComponentKind],
});
