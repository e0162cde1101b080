import type { KindRow } from '../kind-info';
import { inOneTwenty } from '../older-versions';
import { RUNTIME_CLASS_TABLE } from './table';
import { validateRuntimeClass } from './validation';
import { releasesSince } from '../releases';
import { declaredChanges } from '../../validation/declared/declared-errors';

/** Description of the kind RuntimeClass; Kubernetes 1.11 has none. */
export const RUNTIME_CLASS: KindRow = {
  kind: 'RuntimeClass',
  resource: 'runtimeclasses',
  apiVersions: ['node.k8s.io/v1'],
  olderVersions: [inOneTwenty('node.k8s.io/v1beta1')],
  releases: releasesSince('1.20'),
  namespaced: false,
  served: true,
  allowsUnconditionalUpdate: false,
  validate: validateRuntimeClass,
  validateUpdate: (next, old) => [
    ...validateRuntimeClass(next),
    ...declaredChanges('V1RuntimeClass', ['handler'], [next, old]),
  ],
  table: RUNTIME_CLASS_TABLE,
};
