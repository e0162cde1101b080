import { validateRevision } from './validation';
import { CONTROLLER_REVISION_TABLE } from './table';
import type { KindRow } from '../kind-info';
import { untilOneSixteen } from '../older-versions';
import { changedField } from '../../validation/changed-field';

/** Description of the kind ControllerRevision. */
export const CONTROLLER_REVISION: KindRow = {
  kind: 'ControllerRevision',
  resource: 'controllerrevisions',
  apiVersions: ['apps/v1'],
  olderVersions: [untilOneSixteen('apps/v1beta2'), untilOneSixteen('apps/v1beta1')],
  namespaced: true,
  served: true,
  validate: validateRevision,
  validateUpdate: (next, old) => [...validateRevision(next), ...changedField('data', [next['data'], old['data']])],
  table: CONTROLLER_REVISION_TABLE,
};
