import { ExpressionError, placedError, type Expression, type FieldPlace } from '@orrery/cel';
import { duplicateField, invalidField, requiredField, tooManyItems, type FieldError } from '../errors/field-error';
import { qualifiedNameErrors } from '../names/qualified-name';
import {
  checkAdmissionExpression,
  compileAdmissionExpression,
  type ExpressionScope,
  type ResultType,
} from './admission-expressions';
import type { MatchCondition, PolicyVariable } from './registration-types';

const MAX_CONDITIONS = 64;
const IDENTIFIER = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
const RESERVED = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

/** Returns the errors of an expression, and with the variables of its policy that it names. */
export function expressionErrors(
  text: string,
  field: string,
  wanted: { readonly type: ResultType; readonly scope: ExpressionScope; readonly variables?: ReadonlySet<string> },
): FieldError[] {
  try {
    checkAdmissionExpression(text, wanted.type, wanted.scope);
    const expression = compileAdmissionExpression(text, wanted.type, wanted.scope);
    const unknown = unknownVariable(expression, wanted.variables ?? new Set());
    if (!unknown) return [];
    const error = placedError(text, { at: unknown.at - 1, message: `undefined field '${unknown.field}'` });
    return [invalidField(field, text, `compilation failed: ${error}`)];
  } catch (error) {
    if (error instanceof ExpressionError) return [invalidField(field, text, error.message)];
    throw error;
  }
}

function unknownVariable(expression: Expression, known: ReadonlySet<string>): FieldPlace | undefined {
  return expression.placesOf('variables').flatMap(([first]) => (first && !known.has(first.field) ? [first] : []))[0];
}

/** As `validateMatchConditions`. */
export function matchConditionErrors(
  conditions: readonly MatchCondition[],
  field: string,
  hasParams: boolean,
): FieldError[] {
  const errors = conditions.length > MAX_CONDITIONS ? [tooManyItems(field, conditions.length, MAX_CONDITIONS)] : [];
  const names = new Set<string>();
  conditions.forEach(({ name = '', expression = '' }, i) => {
    const path = `${field}[${i}]`;
    const text = expression.trim();
    const scope = { hasParams, hasAuthorizer: true, hasVariables: false };
    if (text === '') errors.push(requiredField(`${path}.expression`));
    else errors.push(...expressionErrors(text, `${path}.expression`, { type: 'bool', scope }));
    if (name === '') errors.push(requiredField(`${path}.name`));
    else for (const detail of qualifiedNameErrors(name)) errors.push(invalidField(`${path}.name`, name, detail));
    if (name !== '' && names.has(name)) errors.push(duplicateField(`${path}.name`, name));
    names.add(name);
  });
  return errors;
}

/** As `validateVariable` of each: an expression may name the variables before it. */
export function variableErrors(
  variables: readonly PolicyVariable[],
  field: string,
  hasParams: boolean,
): { readonly errors: FieldError[]; readonly names: ReadonlySet<string> } {
  const names = new Set<string>();
  const errors: FieldError[] = [];
  variables.forEach(({ name = '', expression = '' }, i) => {
    const path = `${field}[${i}]`;
    if (name.trim() === '') errors.push(requiredField(`${path}.name`, 'name is not specified'));
    else if (!IDENTIFIER.test(name) || RESERVED.has(name)) {
      errors.push(invalidField(`${path}.name`, name, 'name is not a valid CEL identifier'));
    }
    const scope = { hasParams, hasAuthorizer: true, hasVariables: true };
    if (expression.trim() === '') errors.push(requiredField(`${path}.expression`, 'expression is not specified'));
    else errors.push(...expressionErrors(expression, `${path}.expression`, { type: 'any', scope, variables: names }));
    names.add(name);
  });
  return { errors, names };
}
