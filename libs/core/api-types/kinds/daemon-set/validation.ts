import { type FieldError, invalidField, requiredField, unsupportedField } from '../../errors/field-error';
import type { DaemonSet, KubeObject } from '../../objects';
import { validateCountOrPercent } from '../../validation/count-or-percent';
import { validateTimes } from '../../validation/workload-times';
import { validateTemplate } from '../../validation/workload';

const SET_STRATEGIES = ['OnDelete', 'RollingUpdate'] as const;

/** What is wrong with a DaemonSet: its template and selector, and how its pods are replaced. */
export function validateDaemonSet(object: KubeObject): FieldError[] {
  const spec = (object.spec ?? {}) as Partial<DaemonSet['spec']>;
  const errors = [...validateTemplate(object), ...validateTimes(spec)];
  const { type = 'RollingUpdate', rollingUpdate } = spec.updateStrategy ?? {};
  const field = 'spec.updateStrategy';
  if (type === 'OnDelete') return errors;
  if (type !== 'RollingUpdate') return [...errors, unsupportedField(`${field}.type`, type, SET_STRATEGIES)];
  if (!rollingUpdate) return errors;
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate;
  errors.push(
    ...validateCountOrPercent(maxUnavailable, `${field}.rollingUpdate.maxUnavailable`, { atMost100Percent: true }),
    ...validateCountOrPercent(maxSurge, `${field}.rollingUpdate.maxSurge`, { atMost100Percent: true }),
  );
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
