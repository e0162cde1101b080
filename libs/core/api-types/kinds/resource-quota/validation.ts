import { parseQuantity } from '@orrery/quantity';
import { invalidField, requiredField, type FieldError } from '../../errors/field-error';
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
/** Resources that scopes apply to: scopes select pods; BestEffort applies to counts alone, as its pods have no amounts. */
const POD_COUNTS = ['pods'];
const POD_COMPUTE = ['cpu', 'limits.cpu', 'limits.memory', 'memory', 'requests.cpu', 'requests.memory'];
/** Names without a prefix that a quota may limit. */
const STANDARD =
  /^(?:(?:requests\.|limits\.)?(?:cpu|memory|ephemeral-storage)|requests\.storage|(?:requests\.)?hugepages-[\w.]+|pods|services(?:\.loadbalancers|\.nodeports)?|replicationcontrollers|resourcequotas|secrets|configmaps|persistentvolumeclaims)$/;
const CONTRADICTIONS = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const;

/** Returns the errors of a ResourceQuota. */
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
  const requirements = spec.scopeSelector?.matchExpressions ?? [];
  // Upstream names the list, not the requirement in it.
  const field = 'spec.scopeSelector.matchExpressions';
  for (const requirement of requirements) {
    const { scopeName = '' } = requirement;
    if (!SCOPES.includes(scopeName)) errors.push(invalidField(`${field}.scopeName`, scopeName, 'unsupported scope'));
    const reasons = misapplied(scopeName, resources);
    errors.push(...reasons.map((reason) => invalidField(field, spec.scopeSelector, reason)));
    errors.push(...validateRequirement(requirement, field));
  }
  if (contradicts(requirements.map(({ scopeName = '' }) => scopeName))) {
    errors.push(invalidField(field, scopes, 'conflicting scopes'));
  }
  return errors;
}

/** Returns an error if the scopes of a quota changed: they are immutable. */
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

/** As `validateScopedResourceSelectorRequirement`, of one requirement. */
function validateRequirement({ scopeName = '', operator = '', values = [] }: Requirement, field: string): FieldError[] {
  const errors: FieldError[] = [];
  if (SCOPES.includes(scopeName) && scopeName !== 'PriorityClass' && operator !== 'Exists') {
    const detail =
      "must be 'Exist' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";
    errors.push(invalidField(`${field}.operator`, operator, detail));
  }
  switch (operator) {
    case 'In':
    case 'NotIn': {
      const detail = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
      return values.length > 0 ? errors : [...errors, requiredField(`${field}.values`, detail)];
    }
    case 'Exists':
    case 'DoesNotExist': {
      const detail = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
      return values.length === 0 ? errors : [...errors, invalidField(`${field}.values`, values, detail)];
    }
    default:
      return [...errors, invalidField(`${field}.operator`, operator, 'not a valid selector operator')];
  }
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
