import { parseQuantity } from '@orrery/quantity';
import { invalidField, requiredField, unsupportedField, type FieldError } from '../../errors/field-error';
import type { KubeObject } from '../../objects';

interface Requirement {
  readonly scopeName?: string;
  readonly operator?: string;
  readonly values?: readonly string[];
}

interface Spec {
  readonly hard?: Readonly<Record<string, string>>;
  readonly scopes?: readonly string[];
  readonly scopeSelector?: { readonly matchExpressions?: readonly Requirement[] };
}

const SCOPES = [
  'BestEffort',
  'CrossNamespacePodAffinity',
  'NotBestEffort',
  'NotTerminating',
  'PriorityClass',
  'Terminating',
];
/** What scopes are for: they choose among pods, and pods of best effort ask for no amounts. */
const POD_COUNTS = ['pods'];
const POD_COMPUTE = ['cpu', 'limits.cpu', 'limits.memory', 'memory', 'requests.cpu', 'requests.memory'];
const OPERATORS = ['DoesNotExist', 'Exists', 'In', 'NotIn'];
/** Names without a prefix that a quota may limit. */
const STANDARD =
  /^(?:(?:requests\.|limits\.)?(?:cpu|memory|ephemeral-storage)|requests\.storage|(?:requests\.)?hugepages-[\w.]+|pods|services(?:\.loadbalancers|\.nodeports)?|replicationcontrollers|resourcequotas|secrets|configmaps|persistentvolumeclaims)$/;
const CONTRADICTIONS = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const;

/** What is wrong with a ResourceQuota. */
export function validateResourceQuota(object: KubeObject): FieldError[] {
  const spec = (object.spec ?? {}) as Spec;
  const errors = Object.entries(spec.hard ?? {}).flatMap(([name, amount]) => validateHard(name, amount));
  const scopes = spec.scopes ?? [];
  const resources = Object.keys(spec.hard ?? {}).filter((name) => STANDARD.test(name));
  for (const scope of scopes) {
    if (!SCOPES.includes(scope)) errors.push(invalidField('spec.scopes', scopes, 'unsupported scope'));
    errors.push(...misapplied(scope, resources).map((reason) => invalidField('spec.scopes', scopes, reason)));
  }
  if (contradicts(scopes)) errors.push(invalidField('spec.scopes', scopes, 'conflicting scopes'));
  (spec.scopeSelector?.matchExpressions ?? []).forEach((requirement, i) => {
    const reasons = misapplied(requirement.scopeName ?? '', resources);
    const field = 'spec.scopeSelector.matchExpressions';
    errors.push(...reasons.map((reason) => invalidField(field, spec.scopeSelector, reason)));
    errors.push(...validateRequirement(requirement, `${field}[${i}]`));
  });
  return errors;
}

/** Scopes are chosen for good. */
export function validateResourceQuotaUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const [scopes, before] = [next, old].map(({ spec }) => [...((spec as Spec | undefined)?.scopes ?? [])].sort());
  if (JSON.stringify(scopes) === JSON.stringify(before)) return [];
  return [invalidField('spec.scopes', scopes, 'field is immutable')];
}

function validateHard(name: string, amount: string): FieldError[] {
  const field = `spec.hard[${name}]`;
  const errors: FieldError[] = [];
  if (!name.includes('/') && !STANDARD.test(name)) {
    errors.push(invalidField(field, name, 'must be a standard resource for quota'));
  }
  if (parseQuantity(amount).nanos < 0n) {
    errors.push(invalidField(field, amount, 'must be greater than or equal to 0'));
  }
  return errors;
}

function validateRequirement({ scopeName = '', operator = '', values = [] }: Requirement, field: string): FieldError[] {
  if (!SCOPES.includes(scopeName)) return [invalidField(`${field}.scopeName`, scopeName, 'unsupported scope')];
  if (!OPERATORS.includes(operator)) return [unsupportedField(`${field}.operator`, operator, OPERATORS)];
  if (scopeName !== 'PriorityClass' && operator !== 'Exists') {
    const reason =
      "must be 'Exist' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";
    return [invalidField(`${field}.operator`, operator, reason)];
  }
  const wantsValues = operator === 'In' || operator === 'NotIn';
  if (wantsValues && values.length === 0) {
    return [
      requiredField(
        `${field}.values`,
        "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
      ),
    ];
  }
  if (!wantsValues && values.length > 0) {
    return [
      invalidField(
        `${field}.values`,
        values,
        "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
      ),
    ];
  }
  return [];
}

/** One reason a resource that the scope cannot choose among, as upstream's `IsResourceQuotaScopeValidForResource`. */
function misapplied(scope: string, resources: readonly string[]): string[] {
  if (!SCOPES.includes(scope)) return [];
  const chosen = scope === 'BestEffort' ? POD_COUNTS : [...POD_COUNTS, ...POD_COMPUTE];
  return resources.filter((name) => !chosen.includes(name)).map(() => 'unsupported scope applied to resource');
}

function contradicts(scopes: readonly string[]): boolean {
  return CONTRADICTIONS.some(([a, b]) => scopes.includes(a) && scopes.includes(b));
}
