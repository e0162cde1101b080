import { validateIngress, validateIngressSpec } from './validation';
import { validateIngressStatus } from '../../validation/load-balancer-status';
import type { KindRow } from '../kind-info';
import { INGRESS_TABLE } from './table';
import { inOneTwenty, olderVersion } from '../older-versions';
import { convertIngress } from './conversion';

/** Description of the kind Ingress. */
export const INGRESS: KindRow = {
  kind: 'Ingress',
  resource: 'ingresses',
  apiVersions: ['networking.k8s.io/v1'],
  olderVersions: [
    {
      ...inOneTwenty('networking.k8s.io/v1beta1', { since: 'v1.19', removedIn: 'v1.22', use: 'networking.k8s.io/v1' }),
      otherShapes: ['spec'],
    },
    {
      ...olderVersion('extensions/v1beta1', { since: 'v1.14', removedIn: 'v1.22', use: 'networking.k8s.io/v1' }),
      otherShapes: ['spec'],
    },
  ],
  convert: convertIngress,
  namespaced: true,
  served: true,
  shortNames: ['ing'],
  hasStatus: true,
  hasGeneration: true,
  firstStatus: () => ({ loadBalancer: {} }),
  validate: validateIngress,
  validateUpdate: validateIngressSpec,
  validateStatus: validateIngressStatus,
  table: INGRESS_TABLE,
};
