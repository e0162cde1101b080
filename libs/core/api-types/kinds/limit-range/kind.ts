import type { KindRow } from '../kind-info';
import { defaultLimitRange } from './defaults';
import { validateLimitRange } from './validation';

/** Description of the kind LimitRange. */
export const LIMIT_RANGE: KindRow = {
  kind: 'LimitRange',
  resource: 'limitranges',
  apiVersions: ['v1'],
  namespaced: true,
  served: true,
  shortNames: ['limits'],
  allowsCreateOnUpdate: true,
  applyDefaults: defaultLimitRange,
  validate: validateLimitRange,
};
