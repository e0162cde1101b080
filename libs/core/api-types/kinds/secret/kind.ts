import { validateConfigDataUpdate } from '../../validation/config-data';
import type { KindRow } from '../kind-info';
import { defaultSecret } from './defaults';
import { SECRET_TABLE } from './table';
import { validateSecret } from './validation';
import { SECRET_FIELDS } from './selectable-fields';
import { secretWarnings } from './warnings';

/** Description of the kind Secret. */
export const SECRET: KindRow = {
  kind: 'Secret',
  resource: 'secrets',
  apiVersions: ['v1'],
  namespaced: true,
  served: true,
  applyDefaults: defaultSecret,
  validate: validateSecret,
  validateUpdate: (next, old) => [...validateSecret(next), ...validateConfigDataUpdate(next, old)],
  warnings: secretWarnings,
  selectableFields: SECRET_FIELDS,
  table: SECRET_TABLE,
};
