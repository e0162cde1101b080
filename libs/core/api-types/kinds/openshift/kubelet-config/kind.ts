import type { KindRow } from '../../kind-info';

/** Description of the kind KubeletConfig. */
export const KUBELET_CONFIG: KindRow = {
  kind: 'KubeletConfig',
  resource: 'kubeletconfigs',
  apiVersions: ['machineconfiguration.openshift.io/v1'],
  namespaced: false,
  served: true,
  hasStatus: true,
  hasGeneration: true,
};
