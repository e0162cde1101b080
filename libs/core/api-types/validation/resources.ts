import { compareQuantities, parseQuantity, quantityValue } from '@orrery/quantity';
import type { ResourceRequirements } from 'kubernetes-types/core/v1';
import { forbiddenField, invalidField, requiredField, unsupportedField, type FieldError } from '../errors/field-error';
import { qualifiedNameErrors } from '../names/qualified-name';
import { containerClaimErrors } from './pod-spec/resource-claims';

const STANDARD_OF_CONTAINERS: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);
/** Names without a prefix that mean something somewhere (`standardResources` of `pkg/apis/core/helper`). */
const STANDARD: ReadonlySet<string> = new Set(
  (
    'cpu memory ephemeral-storage requests.cpu requests.memory requests.ephemeral-storage limits.cpu limits.memory ' +
    'limits.ephemeral-storage pods resourcequotas services replicationcontrollers secrets configmaps ' +
    'persistentvolumeclaims storage requests.storage services.nodeports services.loadbalancers'
  ).split(' '),
);
const NANO = 1_000_000_000n;

/** Amounts of resources by their names. */
export type Amounts = Readonly<Record<string, string>>;
/** Returns the errors of the name of a resource at a field. */
export type ResourceNameRule = (name: string, field: string) => FieldError[];

/**
 * Returns the errors of a container's resources: names, signs, whole numbers, requests above limits, claims that its pod does
 * not name (`ValidateContainerResourceRequirements`).
 */
export function validateContainerResources(
  resources: ResourceRequirements | undefined,
  field: string,
  claimNames: ReadonlySet<string> = new Set(),
): FieldError[] {
  if (!resources) return [];
  const errors = requirementErrors(resources, field, containerResourceNameErrors);
  return [...errors, ...containerClaimErrors(resources.claims, `${field}.claims`, claimNames)];
}

/** As `validateResourceRequirements`, without claims. */
export function requirementErrors(
  resources: Pick<ResourceRequirements, 'limits' | 'requests'>,
  field: string,
  nameErrors: ResourceNameRule,
): FieldError[] {
  const limits = (resources.limits ?? {}) as Amounts;
  const requests = (resources.requests ?? {}) as Amounts;
  const errors = Object.entries(limits).flatMap(([name, amount]) => {
    const path = `${field}.limits[${name}]`;
    return [...nameErrors(name, path), ...amountErrors(name, amount, path), ...pageErrors(name, amount, path)];
  });
  for (const [name, amount] of Object.entries(requests)) {
    const path = `${field}.requests[${name}]`;
    errors.push(
      ...nameErrors(name, path),
      ...amountErrors(name, amount, path),
      ...limitErrors(name, amount, limits, field),
      ...pageErrors(name, amount, path),
    );
  }
  const names = new Set([...Object.keys(limits), ...Object.keys(requests)]);
  if ([...names].some(isHugePages) && !names.has('cpu') && !names.has('memory')) {
    errors.push(forbiddenField(field, 'HugePages require cpu or memory'));
  }
  return errors;
}

/** Returns the errors of a pod's overhead, its cost beside its containers (`validateOverhead`: the rules of a container's limits). */
export function validateOverhead(overhead: Amounts | undefined, field: string): FieldError[] {
  return overhead ? requirementErrors({ limits: overhead }, field, containerResourceNameErrors) : [];
}

/** Returns the errors of a plain list of amounts, such as a node's capacity. */
export function validateAmountList(amounts: Amounts | undefined, field: string): FieldError[] {
  return Object.entries(amounts ?? {}).flatMap(([name, amount]) => {
    const path = `${field}[${name}]`;
    return [
      ...qualifiedNameErrors(name).map((text) => invalidField(path, name, text)),
      ...amountErrors(name, amount, path),
    ];
  });
}

/** Returns whether a resource is one that plugins of a vendor bring: it has a prefix outside kubernetes.io. */
export function isExtendedResource(name: string): boolean {
  const slash = name.indexOf('/');
  if (slash < 0 || name.slice(0, slash).includes('kubernetes.io') || name.startsWith('requests.')) return false;
  return qualifiedNameErrors(`requests.${name}`).length === 0;
}

/** Returns whether a resource is memory in pages of one large size. */
function isHugePages(name: string): boolean {
  return name.startsWith('hugepages-');
}

/** Returns the errors of a name as that of a resource (`validateResourceName`). */
function resourceNameErrors(name: string, field: string): FieldError[] {
  const texts = qualifiedNameErrors(name);
  if (texts.length > 0) return texts.map((text) => invalidField(field, name, text));
  if (name.includes('/') || STANDARD.has(name) || isHugePages(name)) return [];
  return [invalidField(field, name, 'must be a standard resource type or fully qualified')];
}

/** As `validateContainerResourceName`. */
function containerResourceNameErrors(name: string, field: string): FieldError[] {
  const errors = resourceNameErrors(name, field);
  if (!name.includes('/')) {
    if (STANDARD_OF_CONTAINERS.has(name) || isHugePages(name)) return errors;
    return [...errors, invalidField(field, name, 'must be a standard resource for containers')];
  }
  if (isExtendedResource(name) || name.slice(0, name.indexOf('/')).includes('kubernetes.io')) return errors;
  return [...errors, invalidField(field, name, "doesn't follow extended resource name standard")];
}

/** Names that a pod as a whole may ask for (`validatePodResourceName`). */
export function podResourceNameErrors(name: string, field: string): FieldError[] {
  const errors = resourceNameErrors(name, field);
  if (errors.length > 0 || name === 'cpu' || name === 'memory' || isHugePages(name)) return errors;
  return [unsupportedField(field, name, ['cpu', 'hugepages-', 'memory'])];
}

/** As `ValidateResourceQuantityValue`. */
function amountErrors(name: string, amount: string, path: string): FieldError[] {
  const { nanos } = parseQuantity(amount);
  const errors = nanos < 0n ? [invalidField(path, amount, 'must be greater than or equal to 0')] : [];
  if ((isExtendedResource(name) || isHugePages(name)) && nanos % NANO !== 0n) {
    errors.push(invalidField(path, amount, 'must be an integer'));
  }
  return errors;
}

/** Pages are asked for whole (`validateResourceQuantityHugePageValue`). */
function pageErrors(name: string, amount: string, path: string): FieldError[] {
  if (!isHugePages(name)) return [];
  const size = pageBytes(name.slice('hugepages-'.length));
  if (size !== undefined && quantityValue(amount) % size === 0n) return [];
  return [invalidField(path, amount, `${amount} is not positive integer multiple of ${name}`)];
}

/** The size of a page in bytes; undefined for a name that says none. */
function pageBytes(text: string): bigint | undefined {
  try {
    const { nanos } = parseQuantity(text);
    return nanos > 0n && nanos % NANO === 0n ? nanos / NANO : undefined;
  } catch {
    return undefined;
  }
}

function limitErrors(name: string, amount: string, limits: Amounts, field: string): FieldError[] {
  const limit = Object.hasOwn(limits, name) ? limits[name] : undefined;
  const mayOvercommit = !isExtendedResource(name) && !isHugePages(name);
  if (limit === undefined) {
    return mayOvercommit
      ? []
      : [requiredField(`${field}.limits`, 'Limit must be set for non overcommitable resources')];
  }
  if (limit === amount) return [];
  const order = compareQuantities(parseQuantity(amount), parseQuantity(limit));
  if (order === 0 || (mayOvercommit && order < 0)) return [];
  const relation = mayOvercommit ? 'less than or equal to' : 'equal to';
  return [invalidField(`${field}.requests`, amount, `must be ${relation} ${name} limit of ${limit}`)];
}
