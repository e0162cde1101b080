import type { KindRow } from '../kind-info';
import { READ } from '../row-parts';

/** Description of the kind PodMetrics. */
export const POD_METRICS: KindRow = {
  kind: 'PodMetrics',
  resource: 'pods',
  apiVersions: ['metrics.k8s.io/v1beta1'],
  namespaced: true,
  served: true,
  verbs: READ,
};
