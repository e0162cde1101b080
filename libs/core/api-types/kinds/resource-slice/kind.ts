import { dropFromSlice } from '../../devices/dropped-fields';
import type { KindRow } from '../kind-info';
import { RESOURCE_SLICE_FIELDS } from './selectable-fields';
import { RESOURCE_SLICE_TABLE } from './table';
import { driverWarnings, validateResourceSlice, validateResourceSliceUpdate } from './validation';
import { releasesSince } from '../releases';

/** Description of the kind ResourceSlice. */
export const RESOURCE_SLICE: KindRow = {
  kind: 'ResourceSlice',
  resource: 'resourceslices',
  apiVersions: ['resource.k8s.io/v1'],
  releases: releasesSince('1.34'),
  namespaced: false,
  served: true,
  hasGeneration: true,
  deleteReturnsObject: true,
  prepareForCreate: dropFromSlice,
  prepareForUpdate: dropFromSlice,
  validate: validateResourceSlice,
  validateUpdate: validateResourceSliceUpdate,
  warnings: driverWarnings,
  selectableFields: RESOURCE_SLICE_FIELDS,
  table: RESOURCE_SLICE_TABLE,
};
