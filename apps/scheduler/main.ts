import { runWorker } from '@orrery/program';
import { builtInPlugins } from '@orrery/scheduler-plugins';
import { SchedulerModule } from './scheduler.module';

runWorker({ name: 'scheduler', components: [SchedulerModule], plugins: builtInPlugins });
