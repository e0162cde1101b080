import type { Taint } from '@orrery/api-types';
import { readCloudSettings, UNINITIALIZED_TAINT } from '@orrery/node-health';
import type { ClusterSettings } from '../settings/cluster-settings';

/** The taints with which the simulated kubelets of a cluster register: in a cloud, the one its controller takes off. */
export function registrationTaints(settings: ClusterSettings): readonly Taint[] {
  return readCloudSettings(settings['cloud']).ok ? [UNINITIALIZED_TAINT] : [];
}
