import { BUDGET_COUNTS, statusCountErrors } from '../../validation/status-counts';
import type { KindRow } from '../kind-info';
import { convertDisruptionBudget } from './conversion';
import { DISRUPTION_BUDGET_TABLE } from './table';
import { validateDisruptionBudget } from './validation';

/** Description of the kind PodDisruptionBudget. */
export const POD_DISRUPTION_BUDGET: KindRow = {
  kind: 'PodDisruptionBudget',
  resource: 'poddisruptionbudgets',
  apiVersions: ['policy/v1', 'policy/v1beta1'],
  laterVersions: { 'policy/v1': '1.21' },
  deprecations: { 'policy/v1beta1': { since: 'v1.21', removedIn: 'v1.25', use: 'policy/v1' } },
  namespaced: true,
  served: true,
  shortNames: ['pdb'],
  hasStatus: true,
  hasGeneration: true,
  allowsUnconditionalUpdate: false,
  firstStatus: () => ({ currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 }),
  validate: validateDisruptionBudget,
  convert: convertDisruptionBudget,
  validateStatus: (next, old) => statusCountErrors(next, old, BUDGET_COUNTS),
  table: DISRUPTION_BUDGET_TABLE,
};
