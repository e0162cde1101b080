import { duplicateField, invalidField, type FieldError } from '../../errors/field-error';
import { requiredOneOf } from '../closed-set';

const RESIZABLE = ['cpu', 'memory'] as const;
const RESIZE_POLICIES = ['NotRequired', 'RestartContainer'] as const;

/** Treatment of a container when one of its resources changes. */
export interface ResizePolicy {
  readonly resourceName?: string;
  readonly restartPolicy?: string;
}

/** As `validateResizePolicy`, which names the list for all but what occurs twice. */
export function validateResize(
  policies: readonly ResizePolicy[],
  field: string,
  podRestartPolicy: string | undefined,
): FieldError[] {
  const seen = new Set<string>();
  return policies.flatMap(({ resourceName = '', restartPolicy = '' }, index) => {
    const errors = seen.has(resourceName) ? [duplicateField(`${field}[${index}]`, resourceName)] : [];
    seen.add(resourceName);
    errors.push(...requiredOneOf(resourceName, RESIZABLE, field));
    errors.push(...requiredOneOf(restartPolicy, RESIZE_POLICIES, field));
    if (podRestartPolicy === 'Never' && restartPolicy !== 'NotRequired') {
      errors.push(invalidField(field, restartPolicy, "must be 'NotRequired' when `restartPolicy` is 'Never'"));
    }
    return errors;
  });
}
