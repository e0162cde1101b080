import { type FieldError, invalidField, requiredField, unsupportedField } from '../../errors/field-error';
import type { DaemonSet, KubeObject } from '../../objects';
import { atMostAll, validateCountOrPercent } from '../../validation/count-or-percent';
import { notNegative } from '../../validation/workload-times';
import { validatePods } from '../../validation/workload';

const SET_STRATEGIES = ['OnDelete', 'RollingUpdate'] as const;

/** Returns the errors of a DaemonSet: its template and selector, and how its pods are replaced. */
export function validateDaemonSet(object: KubeObject): FieldError[] {
  const spec = (object.spec ?? {}) as Partial<DaemonSet['spec']>;
  const errors = [...validatePods(object), ...notNegative(spec.minReadySeconds, 'spec.minReadySeconds')];
  return [
    ...errors,
    ...validateStrategy(spec.updateStrategy ?? {}),
    ...notNegative(spec.revisionHistoryLimit, 'spec.revisionHistoryLimit'),
  ];
}

function validateStrategy(strategy: NonNullable<DaemonSet['spec']>['updateStrategy'] & object): FieldError[] {
  const { type = 'RollingUpdate', rollingUpdate } = strategy;
  const field = 'spec.updateStrategy';
  if (type === 'OnDelete') return [];
  if (type !== 'RollingUpdate') return [unsupportedField(`${field}.type`, type, SET_STRATEGIES)];
  if (!rollingUpdate) return [];
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate;
  const errors = Object.entries({ maxUnavailable, maxSurge }).flatMap(([name, bound]) => {
    const path = `${field}.rollingUpdate.${name}`;
    return [...validateCountOrPercent(bound, path), ...atMostAll(bound, path)];
  });
  const [hasUnavailable, hasSurge] = [!isNothing(maxUnavailable), !isNothing(maxSurge)];
  if (hasUnavailable && hasSurge) {
    errors.push(
      invalidField(`${field}.rollingUpdate.maxSurge`, maxSurge, 'may not be set when maxUnavailable is non-zero'),
    );
  } else if (!hasUnavailable && !hasSurge) {
    errors.push(requiredField(`${field}.rollingUpdate.maxUnavailable`, 'cannot be 0 when maxSurge is 0'));
  }
  return errors;
}

function isNothing(bound: number | string): boolean {
  return bound === 0 || bound === '0%';
}
