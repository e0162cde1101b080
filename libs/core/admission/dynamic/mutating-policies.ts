import { CostBudget } from '@orrery/cel';
import {
  ApiError,
  deepEqual,
  ForeignRefusal,
  forbidden,
  type KubeObject,
  type MutatingPolicySpec,
} from '@orrery/api-types';
import { shownName, type ResourceView } from './attributes';
import { jsonValue } from './cel-values';
import {
  conditionsHold,
  evaluate,
  EvaluationFailure,
  namedExpression,
  POLICY_BUDGET,
  variablesOf,
  type NamedExpression,
  type RequestValues,
} from './expressions';
import {
  compilePolicy,
  invocationsOf,
  type BoundPolicy,
  type CompiledBinding,
  type CompiledPolicy,
  type Invocation,
  type PolicyLookup,
} from './policies';
import { applyForeignPatch } from './foreign-patch';
import type { Reinvocation } from './reinvocation';

interface CompiledMutation {
  readonly isPatch: boolean;
  readonly expression: NamedExpression;
}

/** A mutating policy that is ready to be applied. */
export interface MutatingPolicy extends CompiledPolicy {
  readonly mutations: readonly CompiledMutation[];
}

/** Compiles a stored policy; throws what is wrong with one of its expressions. */
export function compileMutatingPolicy(object: KubeObject): MutatingPolicy {
  const policy = compilePolicy(object);
  const { mutations = [] } = policy.spec as MutatingPolicySpec;
  const scope = {
    hasParams: policy.spec.paramKind !== undefined,
    hasAuthorizer: true,
    hasVariables: policy.variables.length > 0,
  };
  return {
    ...policy,
    mutations: mutations.map(({ patchType, jsonPatch, applyConfiguration }) => {
      const isPatch = patchType === 'JSONPatch';
      const { expression = '' } = (isPatch ? jsonPatch : applyConfiguration) ?? {};
      return { isPatch, expression: namedExpression(expression, isPatch ? 'JSONPatch list' : 'Object', scope) };
    }),
  };
}

/** Context in which policies are applied, besides the object. */
export interface PolicyMutationContext {
  readonly lookUp: PolicyLookup;
  /** The request with an object as it is by now. */
  readonly values: (object: KubeObject | undefined) => RequestValues;
  /** Reads an object that a policy made, and fills its defaults. */
  readonly read: (object: unknown, view: ResourceView) => KubeObject | ApiError;
  /** Applies a configuration to an object; a text is an error message. */
  readonly apply: (object: KubeObject, config: object, view: ResourceView) => KubeObject | string;
}

/** A policy with the binding and parameter by which it is applied. */
type MutationKey = string;

/** A policy that could not be applied. */
interface PolicyError {
  readonly policy: MutatingPolicy;
  readonly binding: CompiledBinding | undefined;
  readonly message: string;
  readonly reason: string;
}

/**
 * The object as mutating policies leave it, the object itself if none changes it, or the refusal
 * (`plugin/policy/mutating/dispatcher.go` upstream).
 */
export function mutateByPolicies(
  policies: readonly BoundPolicy<MutatingPolicy>[],
  object: KubeObject | undefined,
  context: PolicyMutationContext,
  round: Reinvocation<MutationKey>,
): KubeObject | undefined | ApiError {
  round.begin(object);
  const { attributes } = context.values(object);
  const { invocations, problems } = invocationsOf(policies, attributes, context.lookUp);
  const errors: PolicyError[] = problems.map((problem) => ({ ...problem, reason: '' }));
  let current = object;
  for (const invocation of invocations) {
    const { policy, binding } = invocation;
    const outcome = applyPolicy(invocation, current, context, round);
    if (outcome instanceof ApiError) return outcome;
    errors.push(...outcome.failures.map((message) => ({ policy, binding, message, reason: 'Invalid' })));
    if (!outcome.isCalled) continue;
    if (outcome.object !== current) round.changed();
    current = outcome.object;
    if ((policy.spec as MutatingPolicySpec).reinvocationPolicy === 'IfNeeded') round.invoked(keyOf(invocation));
  }
  round.end(current);
  const failing = errors.filter(({ policy }) => policy.fails);
  return failing.length > 0 ? refusalOf(context.values(current), failing) : current;
}

function keyOf({ policy, binding, param }: Invocation<MutatingPolicy>): MutationKey {
  const { namespace = '', name = '' } = param?.metadata ?? {};
  return JSON.stringify([policy.name, binding.name, namespace, name]);
}

interface Application {
  readonly object: KubeObject | undefined;
  readonly isCalled: boolean;
  readonly failures: readonly string[];
}

function applyPolicy(
  invocation: Invocation<MutatingPolicy>,
  object: KubeObject | undefined,
  context: PolicyMutationContext,
  round: Reinvocation<MutationKey>,
): Application | ApiError {
  const { policy } = invocation;
  const passedOver: Application = { object, isCalled: false, failures: [] };
  const holds = conditionsHold(policy.conditions, valuesIn(invocation, object, context), policy.fails);
  if (holds instanceof EvaluationFailure) return { ...passedOver, failures: [holds.message] };
  if (!holds || (round.isAgain && !round.isDue(keyOf(invocation)))) return passedOver;
  const failures: string[] = [];
  let current = object;
  for (const mutation of policy.mutations) {
    if (!current) break;
    const made = mutated(mutation, invocation, current, context);
    if (made instanceof ApiError) return made;
    if (typeof made === 'string') failures.push(made);
    else current = made;
  }
  const isSame = current === object || deepEqual(current, object);
  return { object: isSame ? object : current, isCalled: true, failures };
}

function valuesIn(
  { policy, view, param }: Invocation<MutatingPolicy>,
  object: KubeObject | undefined,
  context: PolicyMutationContext,
): Record<string, unknown> {
  const values = context.values(object);
  const base = values.in(view);
  if (policy.spec.paramKind) base['params'] = values.param(param);
  return base;
}

/** Returns the object after one mutation; a text is an error message. */
function mutated(
  { isPatch, expression }: CompiledMutation,
  invocation: Invocation<MutatingPolicy>,
  object: KubeObject,
  context: PolicyMutationContext,
): KubeObject | ApiError | string {
  const { policy, view } = invocation;
  const budget = new CostBudget(POLICY_BUDGET);
  const base = valuesIn(invocation, object, context);
  let made: unknown;
  try {
    const all = policy.variables.length > 0 ? variablesOf(policy.variables, base, budget) : base;
    made = jsonValue(evaluate(expression, all, budget));
  } catch (error) {
    if (error instanceof EvaluationFailure) return error.message;
    throw error;
  }
  const shown = view.form(object);
  // What an expression of no known type evaluates to is seen now.
  if (!isPatch && !isRecord(made)) return `unsupported return type from ApplyConfiguration expression: ${typeof made}`;
  const result = isPatch ? patched(shown, made) : context.apply(object, made as object, view);
  if (typeof result === 'string') return isPatch ? result : `error applying patch: ${result}`;
  return result === shown ? object : context.read(result, view);
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A patch whose test fails is not applied, and nothing is wrong with that. */
function patched(object: KubeObject, operations: unknown): KubeObject | string {
  const made = applyForeignPatch(object, operations);
  // It was an object before, and what it is read as is checked next.
  if (typeof made !== 'string') return made.value as KubeObject;
  return made.startsWith('testing value ') ? object : `JSONPath: ${made}`;
}

/** All errors in the details, the first one in the message. Its reason may be another than its code says, as upstream. */
function refusalOf({ attributes }: RequestValues, errors: readonly PolicyError[]): ApiError {
  const texts = errors.map(({ policy, binding, message }) =>
    binding
      ? `policy '${policy.name}' with binding '${binding.name}' denied request: ${message}`
      : `policy ${JSON.stringify(policy.name)} denied request: ${message}`,
  );
  const base = forbidden(attributes.requested.resource, shownName(attributes), '');
  const causes = texts.map((message) => ({ reason: '', message }));
  return new ForeignRefusal(base.code, errors[0]!.reason || base.reason, texts[0]!, { ...base.details, causes });
}
