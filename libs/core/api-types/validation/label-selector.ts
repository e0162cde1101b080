import { forbiddenField, invalidField, requiredField, type FieldError } from '../errors/field-error';
import { labelValueErrors, qualifiedNameErrors } from '../names/qualified-name';
import type { LabelSelector } from '../objects';
import { validateLabels } from './metadata';

/** Returns the errors of a selector object; no selector is fine. */
export function validateLabelSelector(selector: LabelSelector | undefined, field: string): FieldError[] {
  if (!selector) return [];
  const errors = validateLabels(selector.matchLabels, `${field}.matchLabels`);
  selector.matchExpressions?.forEach((expression, index) => {
    const path = `${field}.matchExpressions[${index}]`;
    const values = expression.values ?? [];
    switch (expression.operator) {
      case 'In':
      case 'NotIn':
        if (values.length === 0) {
          errors.push(requiredField(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
        }
        break;
      case 'Exists':
      case 'DoesNotExist':
        if (values.length > 0) {
          errors.push(
            forbiddenField(`${path}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
          );
        }
        break;
      default:
        errors.push(invalidField(`${path}.operator`, expression.operator ?? '', 'not a valid selector operator'));
    }
    const key = expression.key ?? '';
    for (const text of qualifiedNameErrors(key)) errors.push(invalidField(`${path}.key`, key, text));
    values.forEach((value, at) => {
      for (const text of labelValueErrors(value)) errors.push(invalidField(`${path}.values[${at}]`, value, text));
    });
  });
  return errors;
}
