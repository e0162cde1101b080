import { compareQuantities, parseQuantity } from '@orrery/quantity';
import type { ResourceRequirements } from 'kubernetes-types/core/v1';
import { forbiddenField, invalidField, requiredField, type FieldError } from '../errors/field-error';
import { containerClaimErrors } from './pod-spec/resource-claims';
import { qualifiedNameErrors } from '../names/qualified-name';

const STANDARD: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);
const NANO = 1_000_000_000n;
type Amounts = Readonly<Record<string, string>>;

/**
 * What is wrong with what a container asks for: names, signs, whole numbers, requests above limits, claims that its pod
 * does not name.
 */
export function validateContainerResources(
  resources: ResourceRequirements | undefined,
  field: string,
  claimNames: ReadonlySet<string> = new Set(),
): FieldError[] {
  if (!resources) return [];
  const limits = (resources.limits ?? {}) as Amounts;
  const requests = (resources.requests ?? {}) as Amounts;
  const errors: FieldError[] = [];
  validateAmounts(limits, `${field}.limits`, errors);
  for (const [name, amount] of Object.entries(requests)) {
    validateAmount(name, amount, `${field}.requests`, errors);
    validateAgainstLimit(name, amount, limits, field, errors);
  }
  const names = new Set([...Object.keys(limits), ...Object.keys(requests)]);
  if ([...names].some(isHugePages) && !names.has('cpu') && !names.has('memory')) {
    errors.push(forbiddenField(field, 'HugePages require cpu or memory'));
  }
  errors.push(...containerClaimErrors(resources.claims, `${field}.claims`, claimNames));
  return errors;
}

/** What is wrong with a plain list of amounts, such as a node's capacity or a pod's overhead. */
export function validateAmountList(amounts: Amounts | undefined, field: string): FieldError[] {
  const errors: FieldError[] = [];
  for (const [name, amount] of Object.entries(amounts ?? {})) {
    for (const text of qualifiedNameErrors(name)) errors.push(invalidField(`${field}[${name}]`, name, text));
    validateSign(name, amount, `${field}[${name}]`, errors);
  }
  return errors;
}

/** Whether a resource is one that plugins of a vendor bring: it has a prefix outside kubernetes.io. */
export function isExtendedResource(name: string): boolean {
  const slash = name.indexOf('/');
  if (slash < 0 || name.slice(0, slash).includes('kubernetes.io') || name.startsWith('requests.')) return false;
  return qualifiedNameErrors(`requests.${name}`).length === 0;
}

function validateAmounts(amounts: Amounts, field: string, errors: FieldError[]): void {
  for (const [name, amount] of Object.entries(amounts)) validateAmount(name, amount, field, errors);
}

function validateAmount(name: string, amount: string, field: string, errors: FieldError[]): void {
  const path = `${field}[${name}]`;
  for (const text of qualifiedNameErrors(name)) errors.push(invalidField(path, name, text));
  if (!name.includes('/') && !STANDARD.has(name) && !isHugePages(name)) {
    errors.push(invalidField(path, name, 'must be a standard resource for containers'));
  }
  validateSign(name, amount, path, errors);
}

function validateSign(name: string, amount: string, path: string, errors: FieldError[]): void {
  const { nanos } = parseQuantity(amount);
  if (nanos < 0n) errors.push(invalidField(path, amount, 'must be greater than or equal to 0'));
  if ((isExtendedResource(name) || isHugePages(name)) && nanos % NANO !== 0n) {
    errors.push(invalidField(path, amount, 'must be an integer'));
  }
}

function validateAgainstLimit(
  name: string,
  amount: string,
  limits: Amounts,
  field: string,
  errors: FieldError[],
): void {
  const limit = Object.hasOwn(limits, name) ? limits[name] : undefined;
  const mayOvercommit = !isExtendedResource(name) && !isHugePages(name);
  if (limit === undefined) {
    if (!mayOvercommit)
      errors.push(requiredField(`${field}.limits`, 'Limit must be set for non overcommitable resources'));
    return;
  }
  if (limit === amount) return;
  const order = compareQuantities(parseQuantity(amount), parseQuantity(limit));
  if (!mayOvercommit && order !== 0) {
    errors.push(invalidField(`${field}.requests`, amount, `must be equal to ${name} limit of ${limit}`));
  } else if (order > 0) {
    errors.push(invalidField(`${field}.requests`, amount, `must be less than or equal to ${name} limit of ${limit}`));
  }
}

function isHugePages(name: string): boolean {
  return name.startsWith('hugepages-');
}
