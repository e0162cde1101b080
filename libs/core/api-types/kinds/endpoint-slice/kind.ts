import type { KindRow } from '../kind-info';
import { convertEndpointSlice } from './conversion';
import { defaultEndpointSlice } from './defaults';
import { ENDPOINT_SLICE_TABLE } from './table';
import { validateEndpointSlice } from './validation';
import { declaredChanges } from '../../validation/declared/declared-errors';

/** Description of the kind EndpointSlice. */
export const ENDPOINT_SLICE: KindRow = {
  kind: 'EndpointSlice',
  resource: 'endpointslices',
  apiVersions: ['discovery.k8s.io/v1', 'discovery.k8s.io/v1beta1'],
  laterVersions: { 'discovery.k8s.io/v1': '1.21' },
  deprecations: { 'discovery.k8s.io/v1beta1': { since: 'v1.21', removedIn: 'v1.25', use: 'discovery.k8s.io/v1' } },
  namespaced: true,
  served: true,
  hasGeneration: true,
  applyDefaults: defaultEndpointSlice,
  validate: validateEndpointSlice,
  validateUpdate: (next, old) => [
    ...validateEndpointSlice(next),
    ...declaredChanges('V1EndpointSlice', ['addressType'], [next, old]),
  ],
  convert: convertEndpointSlice,
  table: ENDPOINT_SLICE_TABLE,
};
