import { compileExpression, ExpressionError, withoutTypeNames, type Expression } from '@orrery/cel';

/** Which variables an expression of admission may name, besides those that all may. */
export interface ExpressionScope {
  readonly hasParams: boolean;
  readonly hasAuthorizer: boolean;
  /** Whether the policy declares variables of its own. */
  readonly hasVariables: boolean;
}

/** What an expression may evaluate to, in upstream's words. */
export type ResultType = 'bool' | 'string' | 'any' | 'string or null' | 'Object' | 'JSONPatch list';

const COMMON = ['object', 'oldObject', 'request', 'namespaceObject'];

const ACCEPTED: Readonly<Record<ResultType, RegExp>> = {
  bool: /^(bool|dyn)$/,
  string: /^(string|dyn)$/,
  any: /./,
  'string or null': /^(string|null|dyn)$/,
  Object: /^(map|map<.*>|dyn)$/,
  'JSONPatch list': /^(list|list<.*>|dyn)$/,
};
const REFUSALS: Readonly<Record<ResultType, string>> = {
  bool: 'must evaluate to bool',
  string: 'must evaluate to string',
  any: '',
  'string or null': 'must evaluate to one of: string, null_type',
  Object: 'must evaluate to Object',
  'JSONPatch list': 'must evaluate to list(JSONPatch)',
};

/**
 * Compiles an expression of a policy or of a match condition. Throws an `ExpressionError` that says what is wrong with it
 * (`apiserver/pkg/admission/plugin/cel/compile.go` upstream).
 */
export function compileAdmissionExpression(text: string, type: ResultType, scope: ExpressionScope): Expression {
  const variables = [
    ...COMMON,
    ...(scope.hasParams ? ['params'] : []),
    ...(scope.hasAuthorizer ? ['authorizer'] : []),
    ...(scope.hasVariables ? ['variables'] : []),
  ];
  const isMutation = type === 'Object' || type === 'JSONPatch list';
  const expression = compileExpression(isMutation ? withoutTypeNames(text) : text, variables, 'any');
  if (!ACCEPTED[type].test(expression.type)) throw new ExpressionError(REFUSALS[type]);
  return expression;
}
