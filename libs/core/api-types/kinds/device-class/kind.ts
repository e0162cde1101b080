import { dropFromClass } from '../../devices/dropped-fields';
import { PLAIN_AGE_TABLE } from '../../tables/table-kind';
import type { KindRow } from '../kind-info';
import { validateDeviceClass, validateDeviceClassUpdate } from './validation';
import { releasesSince } from '../releases';

/** Description of the kind DeviceClass. */
export const DEVICE_CLASS: KindRow = {
  kind: 'DeviceClass',
  resource: 'deviceclasses',
  apiVersions: ['resource.k8s.io/v1'],
  releases: releasesSince('1.34'),
  namespaced: false,
  served: true,
  hasGeneration: true,
  deleteReturnsObject: true,
  prepareForCreate: dropFromClass,
  prepareForUpdate: dropFromClass,
  validate: validateDeviceClass,
  validateUpdate: validateDeviceClassUpdate,
  table: PLAIN_AGE_TABLE,
};
