import { runWorker } from '@orrery/program';
import { DeschedulerModule } from './descheduler.module';

runWorker({ name: 'descheduler', components: [DeschedulerModule] });
