import { runComponentProcess, type ComponentKind } from '@orrery/control-plane';
import { controllerManagerKind } from './controller-manager.component';

runComponentProcess({
  name: 'controller-manager',
  components: (shards) => [controllerManagerKind(shards.reconcile) as ComponentKind],
});
