import { duplicateField, invalidField, requiredField, tooLongField, type FieldError } from '../errors/field-error';
import { qualifiedNameErrors } from '../names/qualified-name';
import { utf8Length } from '../names/utf8-length';
import { oneOf } from './closed-set';

/** A condition as clients write it (`meta/v1.Condition`). */
interface WrittenCondition {
  readonly type?: string;
  readonly status?: string;
  readonly observedGeneration?: number;
  readonly lastTransitionTime?: string | null;
  readonly reason?: string;
  readonly message?: string;
}

const STATUSES = ['False', 'True', 'Unknown'] as const;
const MAX_REASON = 1024;
const MAX_MESSAGE = 32 * 1024;
const REASON = /^[A-Za-z](?:[A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;
const REASON_TEXT =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', " +
  "and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or " +
  "'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";

/** Returns the errors of conditions, in upstream's order (`metav1validation.ValidateConditions`). */
export function conditionErrors(conditions: readonly object[], field: string): FieldError[] {
  const types = new Set<string>();
  return (conditions as readonly WrittenCondition[]).flatMap((condition, i) => {
    const { type = '' } = condition;
    const path = `${field}[${i}]`;
    const repeated = types.has(type) ? [duplicateField(`${path}.type`, type)] : [];
    types.add(type);
    return [...repeated, ...errorsOf(condition, path)];
  });
}

function errorsOf(condition: WrittenCondition, field: string): FieldError[] {
  const { type = '', status = '', observedGeneration = 0, lastTransitionTime, message = '' } = condition;
  const errors = qualifiedNameErrors(type).map((text) => invalidField(`${field}.type`, type, text));
  errors.push(...oneOf(status, STATUSES, `${field}.status`));
  if (observedGeneration < 0) {
    const detail = 'must be greater than or equal to zero';
    errors.push(invalidField(`${field}.observedGeneration`, observedGeneration, detail));
  }
  if (!lastTransitionTime) errors.push(requiredField(`${field}.lastTransitionTime`, 'must be set'));
  errors.push(...reasonErrors(condition.reason ?? '', `${field}.reason`));
  if (utf8Length(message) > MAX_MESSAGE) errors.push(tooLongField(`${field}.message`, MAX_MESSAGE));
  return errors;
}

function reasonErrors(reason: string, field: string): FieldError[] {
  if (reason === '') return [requiredField(field, 'must be set')];
  const tooLong = utf8Length(reason) > MAX_REASON ? [tooLongField(field, MAX_REASON)] : [];
  return REASON.test(reason) ? tooLong : [invalidField(field, reason, REASON_TEXT), ...tooLong];
}
