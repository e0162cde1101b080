import { runWorker } from '@orrery/program';
import { builtInPlugins } from '@orrery/scheduler-plugins';
import { KubeletModule } from './kubelet.module';

runWorker({ name: 'kubelet', components: [KubeletModule], plugins: builtInPlugins });
