import { runWorker } from '@orrery/program';
import { KubeletModule } from './kubelet.module';

runWorker({ name: 'kubelet', components: [KubeletModule] });
