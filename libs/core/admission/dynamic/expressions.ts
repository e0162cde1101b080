import { AuthorizerValue, CostBudget, CostExceeded, type AccessVerdict, type Expression } from '@orrery/cel';
import {
  compileAdmissionExpression,
  type ExpressionScope,
  type KubeObject,
  type MatchCondition,
  type Namespace,
  type PolicyVariable,
  type ResultType,
} from '@orrery/api-types';
import type { RequestAttributes, ResourceView } from './attributes';
import { celValue, namespaceFields, requestBody } from './cel-values';

/** Cost budget of all expressions of one policy (`RuntimeCELCostBudget` upstream). */
export const POLICY_BUDGET = 10_000_000;
/** Cost budget of match conditions. */
const CONDITIONS_BUDGET = 2_500_000;
const OUT_OF_BUDGET = 'validation failed due to running out of cost budget, no further validation rules will be run';

/** Authorization checks for the user of a request or for an account. */
export interface AccessOracle {
  decide(check: {
    readonly verb: string;
    readonly path?: string;
    readonly group: string;
    readonly resource: string;
    readonly subresource: string;
    readonly namespace: string;
    readonly name: string;
  }): AccessVerdict;
  serviceAccount(namespace: string, name: string): AccessOracle;
}

/** An expression with its text. */
export interface NamedExpression {
  readonly text: string;
  readonly expression: Expression;
}

/** Compiles an expression of a stored configuration; throws what is wrong with it. */
export function namedExpression(text: string, type: ResultType, scope: ExpressionScope): NamedExpression {
  return { text: text.trim(), expression: compileAdmissionExpression(text.trim(), type, scope) };
}

/** An expression that could not be evaluated; the message is the one of upstream. */
export class EvaluationFailure extends Error {
  constructor(
    message: string,
    /** True if no further expression of the policy is evaluated. */
    readonly isFinal: boolean,
  ) {
    super(message);
  }
}

/** The value of an expression; throws an {@link EvaluationFailure}. */
export function evaluate(
  { text, expression }: NamedExpression,
  values: Readonly<Record<string, unknown>>,
  budget: CostBudget,
): unknown {
  if (budget.remaining <= 0) throw new EvaluationFailure(OUT_OF_BUDGET, true);
  try {
    return expression.evaluate(values, budget);
  } catch (error) {
    if (error instanceof CostExceeded && budget.remaining <= 0) throw new EvaluationFailure(OUT_OF_BUDGET, true);
    throw new EvaluationFailure(`expression '${text}' resulted in error: ${(error as Error).message}`, false);
  }
}

/** Values of variables that are worked out once for all policies of a request. */
export class RequestValues {
  private readonly requests = new Map<ResourceView, unknown>();
  private readonly objects = new Map<ResourceView, unknown>();
  private authorizerValue: AuthorizerValue | undefined;

  constructor(
    readonly attributes: RequestAttributes,
    private readonly context: {
      /** Namespace of the request; undefined for objects without. */
      readonly namespace: Namespace | undefined;
      readonly access: AccessOracle;
      /** Values made from stored objects before. */
      readonly known: WeakMap<object, unknown>;
    },
  ) {}

  /** The variables that every expression has. */
  in(view: ResourceView): Record<string, unknown> {
    const { oldObject } = this.attributes;
    const { namespace, known } = this.context;
    return {
      object: this.object(view),
      oldObject: oldObject ? celValue(view.form(oldObject), known) : null,
      request: this.request(view),
      namespaceObject: namespace ? this.namespaceValue(namespace) : null,
      authorizer: this.authorizer,
    };
  }

  /** A parameter, or null where the binding names none. */
  param(object: KubeObject | undefined): unknown {
    return object ? celValue(object, this.context.known) : null;
  }

  private object(view: ResourceView): unknown {
    const { object } = this.attributes;
    if (!object) return null;
    if (!this.objects.has(view)) this.objects.set(view, celValue(view.form(object)));
    return this.objects.get(view);
  }

  private request(view: ResourceView): unknown {
    if (!this.requests.has(view)) this.requests.set(view, celValue(requestBody(this.attributes, view)));
    return this.requests.get(view);
  }

  private namespaceValue(namespace: Namespace): unknown {
    const { known } = this.context;
    let value = known.get(namespace);
    if (value === undefined) known.set(namespace, (value = celValue(namespaceFields(namespace))));
    return value;
  }

  private get authorizer(): AuthorizerValue {
    const { requested, subresource, namespace, name } = this.attributes;
    const { group, resource } = requested.resource;
    const asked = { group, resource, subresource, namespace, name };
    const of = (access: AccessOracle): AuthorizerValue =>
      new AuthorizerValue(
        (check) => access.decide(check),
        (accountNamespace, account) => of(access.serviceAccount(accountNamespace, account)),
        asked,
      );
    return (this.authorizerValue ??= of(this.context.access));
  }
}

/** Conditions that were compiled. */
export type CompiledConditions = readonly NamedExpression[];

/** Compiles match conditions; throws what is wrong with one. */
export function compileConditions(conditions: readonly MatchCondition[], hasParams: boolean): CompiledConditions {
  const scope = { hasParams, hasAuthorizer: true, hasVariables: false };
  return conditions.map(({ expression = '' }) => namedExpression(expression, 'bool', scope));
}

/**
 * Returns whether all conditions hold; an error if they cannot be evaluated and the failure policy is to fail. Conditions know no namespace:
 * upstream gives them none (`plugin/webhook/matchconditions/matcher.go`).
 */
export function conditionsHold(
  conditions: CompiledConditions,
  values: Readonly<Record<string, unknown>>,
  fails: boolean,
): boolean | EvaluationFailure {
  if (conditions.length === 0) return true;
  const budget = new CostBudget(CONDITIONS_BUDGET);
  const failures: EvaluationFailure[] = [];
  const known = { ...values, namespaceObject: null };
  for (const condition of conditions) {
    try {
      // One that does not hold ends the question, whatever is wrong with others.
      if (evaluate(condition, known, budget) !== true) return false;
    } catch (error) {
      if (!(error instanceof EvaluationFailure)) throw error;
      failures.push(error);
      if (error.isFinal) break;
    }
  }
  if (failures.length === 0) return true;
  if (!fails) return false;
  const texts = failures.map(({ message }) => message);
  return new EvaluationFailure(texts.length === 1 ? texts[0]! : `[${texts.join(', ')}]`, false);
}

/** Variables of a policy, each worked out when it is first read. */
export function variablesOf(
  variables: readonly (NamedExpression & { readonly name: string })[],
  values: Record<string, unknown>,
  budget: CostBudget,
): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  const all = { ...values, variables: found };
  for (const variable of variables) {
    Object.defineProperty(found, variable.name, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = valueOf(variable, all, budget);
        Object.defineProperty(found, variable.name, { enumerable: true, value });
        return value;
      },
    });
  }
  return all;
}

function valueOf(
  variable: NamedExpression & { readonly name: string },
  values: Readonly<Record<string, unknown>>,
  budget: CostBudget,
): unknown {
  try {
    return evaluate(variable, values, budget);
  } catch (error) {
    if (error instanceof EvaluationFailure && !error.isFinal) {
      throw new TypeError(`composited variable "${variable.name}" fails to evaluate: ${error.message}`);
    }
    throw error;
  }
}

/** Compiles the variables of a policy; throws what is wrong with one. */
export function compileVariables(
  variables: readonly PolicyVariable[],
  hasParams: boolean,
): (NamedExpression & { readonly name: string })[] {
  const scope = { hasParams, hasAuthorizer: true, hasVariables: true };
  return variables.map(({ name = '', expression = '' }) => ({ name, ...namedExpression(expression, 'any', scope) }));
}
