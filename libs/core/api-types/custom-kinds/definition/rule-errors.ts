import { invalidField, requiredField, unsupportedField, type FieldError } from '../../errors/field-error';
import type { JsonSchema, ValidationRule } from '../schema/json-schema';

/** The reasons that a rule may give, in the order in which messages name them. */
export const RULE_REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];

/** What is wrong with validation rules, besides their expressions. */
export function ruleErrors(schema: JsonSchema, field: string): FieldError[] {
  return (schema['x-kubernetes-validations'] ?? []).flatMap((rule, i) =>
    errorsOf(rule, `${field}.x-kubernetes-validations[${i}]`),
  );
}

function errorsOf(
  { rule, message = '', messageExpression = '', reason, fieldPath = '' }: ValidationRule,
  field: string,
): FieldError[] {
  const errors: FieldError[] = [];
  const trimmed = message.trim();
  if (rule === undefined || rule.trim() === '') errors.push(requiredField(`${field}.rule`, 'rule is not specified'));
  else if (message !== '' && trimmed === '') {
    errors.push(invalidField(`${field}.message`, message, 'must be non-empty if specified'));
  } else if (hasLineBreak(trimmed)) {
    errors.push(invalidField(`${field}.message`, message, 'must not contain line breaks'));
  } else if (hasLineBreak(rule.trim()) && trimmed === '') {
    errors.push(requiredField(`${field}.message`, 'message must be specified if rule contains line breaks'));
  }
  if (messageExpression !== '' && messageExpression.trim() === '') {
    errors.push(requiredField(`${field}.messageExpression`, 'messageExpression must be non-empty if specified'));
  }
  if (reason !== undefined && !RULE_REASONS.includes(reason)) {
    errors.push(unsupportedField(`${field}.reason`, reason, RULE_REASONS));
  }
  if (fieldPath !== '' && fieldPath.trim() === '') {
    errors.push(invalidField(`${field}.fieldPath`, fieldPath, 'must be non-empty if specified'));
  }
  if (hasLineBreak(fieldPath)) {
    errors.push(invalidField(`${field}.fieldPath`, fieldPath, 'must not contain line breaks'));
  }
  return errors;
}

function hasLineBreak(text: string): boolean {
  return /[\n\r]/.test(text);
}
