import type { KindRow } from '../kind-info';
import { READ } from '../row-parts';

/** Description of the kind NodeMetrics. */
export const NODE_METRICS: KindRow = {
  kind: 'NodeMetrics',
  resource: 'nodes',
  apiVersions: ['metrics.k8s.io/v1beta1'],
  namespaced: false,
  served: true,
  verbs: READ,
};
