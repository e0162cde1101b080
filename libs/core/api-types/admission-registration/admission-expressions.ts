import {
  checkExpression,
  compileExpression,
  DYN,
  ExpressionError,
  withoutTypeNames,
  type Expression,
} from '@orrery/cel';
import { NAMESPACE_TYPE, REQUEST_TYPE } from './variable-types';

/** Variables that an admission expression may name, besides those that every expression may name. */
export interface ExpressionScope {
  readonly hasParams: boolean;
  readonly hasAuthorizer: boolean;
  /** True if the policy declares variables of its own. */
  readonly hasVariables: boolean;
}

/** Permitted result types of an expression, in upstream's words. */
export type ResultType = 'bool' | 'string' | 'any' | 'string or null' | 'Object' | 'JSONPatch list';

const KNOWN_TYPES = new Map([
  ['request', REQUEST_TYPE],
  ['namespaceObject', NAMESPACE_TYPE],
]);
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
  const expression = compileExpression(isMutating(type) ? withoutTypeNames(text) : text, variablesOf(scope), 'any');
  if (!ACCEPTED[type].test(expression.type)) throw new ExpressionError(REFUSALS[type]);
  return expression;
}

/**
 * Checks the types in an expression whose objects and parameters may be anything, in the words of cel-go and with the place; throws
 * an `ExpressionError`. Objects of mutations are maps of many types here, which are not checked.
 */
export function checkAdmissionExpression(text: string, type: ResultType, scope: ExpressionScope): void {
  if (isMutating(type)) return;
  const types = variablesOf(scope).map((name) => [name, KNOWN_TYPES.get(name) ?? DYN] as const);
  checkExpression(text, new Map(types), 'any');
}

function isMutating(type: ResultType): boolean {
  return type === 'Object' || type === 'JSONPatch list';
}

function variablesOf({ hasParams, hasAuthorizer, hasVariables }: ExpressionScope): string[] {
  return [
    ...COMMON,
    ...(hasParams ? ['params'] : []),
    ...(hasAuthorizer ? ['authorizer'] : []),
    ...(hasVariables ? ['variables'] : []),
  ];
}
