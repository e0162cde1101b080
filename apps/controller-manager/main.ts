import { runWorker } from '@orrery/program';
import { ControllerManagerModule } from './controller-manager.module';

runWorker({ name: 'controller-manager', components: [ControllerManagerModule] });
