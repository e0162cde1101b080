import { validateIngress, validateIngressSpec } from './validation';
import type { KindRow } from '../kind-info';
import { INGRESS_TABLE } from './table';

/** Description of the kind Ingress. */
export const INGRESS: KindRow = {
  kind: 'Ingress',
  resource: 'ingresses',
  apiVersions: ['networking.k8s.io/v1'],
  namespaced: true,
  served: true,
  shortNames: ['ing'],
  hasStatus: true,
  hasGeneration: true,
  firstStatus: () => ({ loadBalancer: {} }),
  validate: validateIngress,
  validateUpdate: validateIngressSpec,
  table: INGRESS_TABLE,
};
