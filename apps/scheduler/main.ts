import { runWorker } from '@orrery/program';
import { SchedulerModule } from './scheduler.module';

runWorker({ name: 'scheduler', components: [SchedulerModule] });
