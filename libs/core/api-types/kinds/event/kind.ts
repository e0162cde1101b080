import type { KindRow } from '../kind-info';
import { convertEvent } from './conversion';
import { EVENT_TABLE } from './table';
import { validateEvent, validateEventUpdate } from './validation';
import { EVENT_FIELDS, storedEventField } from './selectable-fields';
import { olderVersion } from '../older-versions';

/** Description of the kind Event. */
export const EVENT: KindRow = {
  kind: 'Event',
  resource: 'events',
  apiVersions: ['v1', 'events.k8s.io/v1'],
  olderVersions: [olderVersion('events.k8s.io/v1beta1')],
  namespaced: true,
  served: true,
  shortNames: ['ev'],
  allowsCreateOnUpdate: true,
  validate: validateEvent,
  validateUpdate: validateEventUpdate,
  convert: convertEvent,
  selectableFields: EVENT_FIELDS,
  storedField: storedEventField,
  table: EVENT_TABLE,
};
