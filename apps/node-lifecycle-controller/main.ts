import { runWorker } from '@orrery/program';
import { NodeLifecycleModule } from './node-lifecycle.module';

runWorker({ name: 'node-lifecycle-controller', components: [NodeLifecycleModule] });
