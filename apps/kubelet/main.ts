import { runComponentProcess, type ComponentKind } from '@orrery/control-plane';
import { kubeletKind } from './kubelet.component';

runComponentProcess({ name: 'kubelet', components: (shards) => [kubeletKind(shards.kubelet) as ComponentKind] });
