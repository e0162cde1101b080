import type { KubeObject, ParamKind, PolicyBindingSpec, PolicySpec } from '@orrery/api-types';
import type { RequestAttributes, ResourceView } from './attributes';
import { compileConditions, compileVariables, type CompiledConditions, type NamedExpression } from './expressions';
import { compileMatcher, type NamespaceLookup, type RequestMatcher } from './matching';
import { collectParams, type ParamLookup } from './policy-params';

/** Compiled form of policies of both kinds. */
export interface CompiledPolicy {
  readonly name: string;
  readonly spec: PolicySpec;
  readonly matcher: RequestMatcher;
  /** True if a failure refuses the request; otherwise it is passed over. */
  readonly fails: boolean;
  readonly conditions: CompiledConditions;
  readonly variables: readonly (NamedExpression & { readonly name: string })[];
  /** Problem of a stored policy, whose requests then fail. */
  readonly problem?: string;
}

export interface CompiledBinding {
  readonly name: string;
  readonly spec: PolicyBindingSpec;
  readonly matcher: RequestMatcher;
}

/** A policy with the bindings that put it to use. */
export interface BoundPolicy<P extends CompiledPolicy> {
  readonly policy: P;
  readonly bindings: readonly CompiledBinding[];
}

/** A policy to be evaluated with one parameter. */
export interface Invocation<P extends CompiledPolicy> {
  readonly policy: P;
  readonly binding: CompiledBinding;
  readonly view: ResourceView;
  readonly param: KubeObject | undefined;
}

/** A policy that cannot be evaluated as it is configured. */
export interface ConfigurationProblem<P extends CompiledPolicy> {
  readonly policy: P;
  /** Undefined: the policy itself is to blame. */
  readonly binding: CompiledBinding | undefined;
  readonly message: string;
}

/** Compiles what policies of both kinds have; throws what is wrong with an expression. */
export function compilePolicy(object: KubeObject): CompiledPolicy {
  const policy = withoutExpressions(object);
  const { paramKind, matchConditions = [], variables = [] } = policy.spec;
  const hasParams = paramKind !== undefined;
  return {
    ...policy,
    conditions: compileConditions(matchConditions, hasParams),
    variables: compileVariables(variables, hasParams),
  };
}

/** A stored policy one of whose expressions cannot be read. */
export function brokenPolicy(object: KubeObject, problem: string): CompiledPolicy {
  return { ...withoutExpressions(object), problem };
}

function withoutExpressions({ metadata, spec: given }: KubeObject): CompiledPolicy {
  const spec = (given ?? {}) as PolicySpec;
  const { resourceRules: rules = [], excludeResourceRules: excluded, ...selectors } = spec.matchConstraints ?? {};
  const matcher = compileMatcher({ rules, excluded, ...selectors });
  const fails = spec.failurePolicy !== 'Ignore';
  return { name: metadata.name, spec, matcher, fails, conditions: [], variables: [] };
}

/** Makes a binding ready. */
export function compileBinding({ metadata, spec: given }: KubeObject): CompiledBinding {
  const spec = (given ?? {}) as PolicyBindingSpec;
  const { resourceRules: rules = [], excludeResourceRules: excluded, ...selectors } = spec.matchResources ?? {};
  return { name: metadata.name, spec, matcher: compileMatcher({ rules, excluded, ...selectors, isOpen: true }) };
}

/** Lookups of policies. */
export interface PolicyLookup {
  readonly namespace: NamespaceLookup;
  readonly params: ParamLookup;
}

/** The policies that a request meets, each binding and parameter for itself (`policy_dispatcher.go` upstream). */
export function invocationsOf<P extends CompiledPolicy>(
  policies: readonly BoundPolicy<P>[],
  attributes: RequestAttributes,
  lookUp: PolicyLookup,
): { readonly invocations: readonly Invocation<P>[]; readonly problems: readonly ConfigurationProblem<P>[] } {
  const invocations: Invocation<P>[] = [];
  const problems: ConfigurationProblem<P>[] = [];
  for (const { policy, bindings } of policies) {
    const view = bindings.length > 0 ? policy.matcher.match(attributes, lookUp.namespace) : undefined;
    if (!view) continue;
    const { paramKind } = policy.spec;
    const problem = policy.problem ?? unknownKind(paramKind, lookUp);
    if (problem !== undefined) {
      problems.push({ policy, binding: undefined, message: `failed to configure policy: ${problem}` });
      continue;
    }
    for (const binding of bindings) {
      if (!binding.matcher.match(attributes, lookUp.namespace)) continue;
      const params = collectParams(paramKind, binding.spec.paramRef, attributes.namespace, lookUp.params);
      if (typeof params === 'string') {
        problems.push({ policy, binding, message: `failed to configure binding: ${params}` });
      } else invocations.push(...params.map((param) => ({ policy, binding, view, param })));
    }
  }
  return { invocations, problems };
}

function unknownKind(kind: ParamKind | undefined, lookUp: PolicyLookup): string | undefined {
  if (!kind || lookUp.params(kind)) return undefined;
  return `failed to find resource referenced by paramKind: '${kind.apiVersion}, Kind=${kind.kind}'`;
}
