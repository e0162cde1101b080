import { runWorker } from '@orrery/program';
import { builtInPlugins } from '@orrery/scheduler-plugins';
import { DeschedulerModule } from './descheduler.module';

runWorker({ name: 'descheduler', components: [DeschedulerModule], plugins: builtInPlugins });
