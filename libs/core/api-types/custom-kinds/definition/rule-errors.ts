import { invalidField, requiredField, unsupportedField, type FieldError } from '../../errors/field-error';
import { compileRule, MessageError, ruleTypeError, type CompiledRule } from '../rules/compiled-rule';
import type { JsonSchema, ValidationRule } from '../schema/json-schema';
import { structuralOf, type Structural } from '../schema/structural';

/** The reasons that a rule may give, in the order in which messages name them. */
const RULE_REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];

/** Context of a schema's rules, besides the schema. */
export interface RulePlace {
  /** True if the schema is that of the whole object. */
  readonly isRoot: boolean;
  /** The schema above in which values of a change cannot be found again; undefined: they can. */
  readonly uncorrelatable: string | undefined;
  /** True if the rules are stored already with this very schema, so that their types are not checked. */
  readonly hasStoredRules: boolean;
}

/** Returns the errors of validation rules. */
export function ruleErrors(schema: JsonSchema, field: string, place: RulePlace): FieldError[] {
  const rules = schema['x-kubernetes-validations'] ?? [];
  if (rules.length === 0) return [];
  const errors = rules.flatMap((rule, i) => errorsOf(rule, `${field}.x-kubernetes-validations[${i}]`));
  if (errors.length > 0) return errors;
  const structural = structuralOf(schema);
  return rules.flatMap((rule, i) =>
    expressionErrors(rule, structural, `${field}.x-kubernetes-validations[${i}]`, place),
  );
}

function expressionErrors(
  rule: ValidationRule,
  schema: Structural,
  field: string,
  { isRoot, uncorrelatable, hasStoredRules }: RulePlace,
): FieldError[] {
  const invalid = (name: 'rule' | 'messageExpression', text: string): FieldError[] => {
    const message = text === 'must evaluate to a bool' ? `cel expression ${text}` : text;
    return [invalidField(`${field}.${name}`, rule, name === 'rule' ? message : `messageExpression ${text}`)];
  };
  const wrong = hasStoredRules ? undefined : ruleTypeError(rule, schema, isRoot);
  if (wrong) return invalid(wrong.field, wrong.message);
  let compiled: CompiledRule;
  try {
    compiled = compileRule(rule);
  } catch (error) {
    return invalid(error instanceof MessageError ? 'messageExpression' : 'rule', (error as Error).message);
  }
  const { usesOldSelf } = compiled;
  if (usesOldSelf && uncorrelatable !== undefined) {
    const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatable}`;
    return [invalidField(`${field}.rule`, rule.rule, detail)];
  }
  if (!usesOldSelf && rule.optionalOldSelf !== undefined) {
    const detail = 'may not be set if oldSelf is not used in rule';
    return [invalidField(`${field}.optionalOldSelf`, rule.optionalOldSelf, detail)];
  }
  return [];
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
