import type { KindRow } from '../kind-info';
import { inOneTwenty } from '../older-versions';
import { convertPriorityLevel } from './conversion';
import { defaultPriorityLevel } from './defaults';
import { PRIORITY_LEVEL_TABLE } from './table';
import { validatePriorityLevel, validatePriorityLevelStatus } from './validation';
import { releasesSince } from '../releases';

/** Description of the kind PriorityLevelConfiguration, which came with Kubernetes 1.20. */
export const PRIORITY_LEVEL_CONFIGURATION: KindRow = {
  kind: 'PriorityLevelConfiguration',
  resource: 'prioritylevelconfigurations',
  apiVersions: ['flowcontrol.apiserver.k8s.io/v1'],
  laterVersions: { 'flowcontrol.apiserver.k8s.io/v1': '1.29' },
  olderVersions: [{ ...inOneTwenty('flowcontrol.apiserver.k8s.io/v1beta1'), otherShapes: ['spec'] }],
  releases: releasesSince('1.20'),
  convert: convertPriorityLevel,
  namespaced: false,
  served: true,
  hasStatus: true,
  hasGeneration: true,
  firstStatus: () => ({}),
  applyDefaults: defaultPriorityLevel,
  validate: validatePriorityLevel,
  validateStatus: validatePriorityLevelStatus,
  table: PRIORITY_LEVEL_TABLE,
};
