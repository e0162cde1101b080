import { validateIngressClass, validateIngressClassUpdate } from './validation';
import type { KindRow } from '../kind-info';
import { defaultIngressClass } from './defaults';
import { INGRESS_CLASS_TABLE } from './table';
import { inOneTwenty } from '../older-versions';

/** Description of the kind IngressClass. */
export const INGRESS_CLASS: KindRow = {
  kind: 'IngressClass',
  resource: 'ingressclasses',
  apiVersions: ['networking.k8s.io/v1'],
  olderVersions: [
    inOneTwenty('networking.k8s.io/v1beta1', { since: 'v1.19', removedIn: 'v1.22', use: 'networking.k8s.io/v1' }),
  ],
  namespaced: false,
  served: true,
  hasGeneration: true,
  applyDefaults: defaultIngressClass,
  validate: validateIngressClass,
  validateUpdate: (next, old) => [...validateIngressClass(next), ...validateIngressClassUpdate(next, old)],
  table: INGRESS_CLASS_TABLE,
};
