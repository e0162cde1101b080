import { defaultWorkload } from '../../defaults/workloads';
import { validateSelectorUpdate } from '../../validation/workload';
import { DEPLOYMENT_COUNTS, statusCountErrors } from '../../validation/status-counts';
import { workloadWarnings } from '../../warnings/pod-warnings';
import type { KindRow } from '../kind-info';
import { CREATE, SCALE } from '../row-parts';
import { DEPLOYMENT_TABLE } from './table';
import { validateDeployment } from './validation';
import { untilOneSixteen } from '../older-versions';
import { convertWorkload } from '../older-workloads';

/** Description of the kind Deployment. */
export const DEPLOYMENT: KindRow = {
  kind: 'Deployment',
  resource: 'deployments',
  apiVersions: ['apps/v1'],
  olderVersions: [
    untilOneSixteen('apps/v1beta2'),
    untilOneSixteen('apps/v1beta1'),
    untilOneSixteen('extensions/v1beta1'),
  ],
  convert: convertWorkload,
  namespaced: true,
  served: true,
  shortNames: ['deploy'],
  categories: ['all'],
  subresources: [
    SCALE,
    {
      name: 'rollback',
      kind: 'DeploymentRollback',
      apiVersion: 'extensions/v1beta1',
      verbs: CREATE,
      versions: ['apps/v1beta1', 'extensions/v1beta1'],
    },
  ],
  hasStatus: true,
  hasGeneration: true,
  firstStatus: () => ({}),
  statusMetadata: ['annotations', 'finalizers', 'ownerReferences'],
  applyDefaults: defaultWorkload,
  validate: validateDeployment,
  validateUpdate: (next, old) => [...validateDeployment(next), ...validateSelectorUpdate(next, old)],
  validateStatus: (next, old) => statusCountErrors(next, old, DEPLOYMENT_COUNTS),
  warnings: workloadWarnings,
  table: DEPLOYMENT_TABLE,
};
