import { validateConfigDataUpdate } from '../../validation/config-data';
import type { KindRow } from '../kind-info';
import { CONFIG_MAP_TABLE } from './table';
import { validateConfigMap } from './validation';

/** Description of the kind ConfigMap. */
export const CONFIG_MAP: KindRow = {
  kind: 'ConfigMap',
  resource: 'configmaps',
  apiVersions: ['v1'],
  namespaced: true,
  served: true,
  shortNames: ['cm'],
  validate: validateConfigMap,
  validateUpdate: (next, old) => [...validateConfigMap(next), ...validateConfigDataUpdate(next, old)],
  table: CONFIG_MAP_TABLE,
};
