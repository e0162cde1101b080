import { forbiddenField, invalidField, unsupportedField, type FieldError } from '../../errors/field-error';
import type { Deployment, KubeObject } from '../../objects';
import { atMostAll, validateCountOrPercent } from '../../validation/count-or-percent';
import { validatePods } from '../../validation/workload';
import { notNegative } from '../../validation/workload-times';
import { ROLLBACK_TO } from '../older-workloads';

const STRATEGIES = ['Recreate', 'RollingUpdate'] as const;
const NOT_NEGATIVE = 'must be greater than or equal to 0';

/** Returns the errors of a Deployment: its template and selector, its strategy, its times. */
export function validateDeployment(object: KubeObject): FieldError[] {
  const spec = (object.spec ?? {}) as Partial<Deployment['spec']>;
  const errors = [
    ...notNegative(spec.replicas, 'spec.replicas'),
    ...validatePods(object),
    ...validateStrategy(spec.strategy),
  ];
  const { minReadySeconds = 0, revisionHistoryLimit = 0, progressDeadlineSeconds } = spec;
  if (minReadySeconds < 0) errors.push(invalidField('spec.minReadySeconds', minReadySeconds, NOT_NEGATIVE));
  if (revisionHistoryLimit < 0) {
    errors.push(invalidField('spec.revisionHistoryLimit', revisionHistoryLimit, NOT_NEGATIVE));
  }
  const rollbackTo = Number(object.metadata.annotations?.[ROLLBACK_TO] ?? 0);
  if (rollbackTo < 0) errors.push(invalidField('spec.rollback.version', rollbackTo, NOT_NEGATIVE));
  if (progressDeadlineSeconds === undefined) return errors;
  const field = 'spec.progressDeadlineSeconds';
  if (progressDeadlineSeconds < 0) errors.push(invalidField(field, progressDeadlineSeconds, NOT_NEGATIVE));
  if (progressDeadlineSeconds <= minReadySeconds) {
    errors.push(invalidField(field, progressDeadlineSeconds, 'must be greater than minReadySeconds'));
  }
  return errors;
}

function validateStrategy(strategy: Deployment['spec']['strategy'] = {}): FieldError[] {
  const { type = 'RollingUpdate', rollingUpdate } = strategy;
  if (type === 'Recreate') {
    if (!rollingUpdate) return [];
    return [forbiddenField('spec.strategy.rollingUpdate', "may not be specified when strategy `type` is 'Recreate'")];
  }
  if (type !== 'RollingUpdate') return [unsupportedField('spec.strategy', type, STRATEGIES)];
  // Defaults have filled it.
  if (!rollingUpdate) return [];
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate;
  const field = 'spec.strategy.rollingUpdate';
  const errors = [
    ...validateCountOrPercent(maxUnavailable, `${field}.maxUnavailable`),
    ...validateCountOrPercent(maxSurge, `${field}.maxSurge`),
  ];
  if (isNothing(maxUnavailable) && isNothing(maxSurge)) {
    errors.push(invalidField(`${field}.maxUnavailable`, maxUnavailable, 'may not be 0 when `maxSurge` is 0'));
  }
  return [...errors, ...atMostAll(maxUnavailable, `${field}.maxUnavailable`)];
}

function isNothing(bound: number | string): boolean {
  return bound === 0 || bound === '0%';
}
