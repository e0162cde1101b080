import { runComponentProcess, type ComponentKind } from '@orrery/control-plane';
import { schedulerKind } from './scheduler.component';

runComponentProcess({ name: 'scheduler', components: (shards) => [schedulerKind(shards.scheduling) as ComponentKind] });
