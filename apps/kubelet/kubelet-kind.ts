import type { ComponentKind } from '@orrery/control-plane';
import { KubeletComponent } from './kubelet.component';

/** The component as a process announces it. */
export function kubeletKind(shards: number): ComponentKind<'kubelet'> {
  return {
    name: 'kubelet',
    shards,
    split: 'within-clusters',
    queues: ['kubelet'],
    settingsAtStart: ({ kubelet, pressure, kubeletConfigurations, machineConfig }) => ({
      kubelet,
      pressure,
      kubeletConfigurations,
      machineConfig,
    }),
    create: (context) => new KubeletComponent(context),
  };
}
