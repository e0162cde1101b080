import { parseQuantity } from '@orrery/quantity';
import type * as core from 'kubernetes-types/core/v1';
import { invalidField, requiredField, unsupportedField, type FieldError } from '../../errors/field-error';
import { qualifiedNameErrors } from '../../names/qualified-name';

/** Fields of a pod that variables of its containers may have. */
export const ENV_FIELDS = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
] as const;
/** Fields of a pod that files may have. */
export const FILE_FIELDS = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
] as const;
/** Fields that a reference can be converted to (`ConvertDownwardAPIFieldLabel`). */
const CONVERTIBLE: ReadonlySet<string> = new Set([
  ...ENV_FIELDS,
  ...FILE_FIELDS,
  'spec.host',
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
]);
const RESOURCES = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
] as const;
const HUGE_PAGES = /^(?:requests|limits)\.hugepages-/;
const CPU_DIVISORS: ReadonlySet<string> = new Set(['1m', '1']);
const DIVISORS = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'] as const;

/** Returns the errors of a reference to a field of the pod (`validateObjectFieldSelector`). */
export function fieldReferenceErrors(
  { apiVersion = '', fieldPath = '' }: Partial<core.ObjectFieldSelector>,
  fields: readonly string[],
  field: string,
): FieldError[] {
  if (apiVersion === '') return [requiredField(`${field}.apiVersion`)];
  if (fieldPath === '') return [requiredField(`${field}.fieldPath`)];
  const subscripted = /^([^[\]]+)\['(.*)'\]$/.exec(fieldPath);
  const [, path = fieldPath, key = ''] = subscripted ?? [];
  const problem = conversionProblem(apiVersion, path, subscripted !== null);
  if (problem) return [invalidField(`${field}.fieldPath`, fieldPath, `error converting fieldPath: ${problem}`)];
  if (subscripted) {
    const name = path === 'metadata.annotations' ? key.toLowerCase() : key;
    return qualifiedNameErrors(name).map((text) => invalidField(field, name, text));
  }
  const known = path === 'spec.host' ? 'spec.nodeName' : path;
  return fields.includes(known) ? [] : [unsupportedField(`${field}.fieldPath`, known, fields)];
}

function conversionProblem(apiVersion: string, path: string, isSubscripted: boolean): string | undefined {
  if (apiVersion !== 'v1') return `unsupported pod version: ${apiVersion}`;
  if (isSubscripted) {
    const hasKeys = path === 'metadata.annotations' || path === 'metadata.labels';
    return hasKeys ? undefined : `field label does not support subscript: ${path}`;
  }
  return CONVERTIBLE.has(path) ? undefined : `field label not supported: ${path}`;
}

/** Returns the errors of a reference to the resources of a container (`validateContainerResourceFieldSelector`). */
export function resourceReferenceErrors(
  { containerName = '', resource = '', divisor }: Partial<core.ResourceFieldSelector>,
  field: string,
  isInVolume: boolean,
): FieldError[] {
  const errors: FieldError[] = [];
  if (isInVolume && containerName === '') errors.push(requiredField(`${field}.containerName`));
  else if (resource === '') errors.push(requiredField(`${field}.resource`));
  else if (!(RESOURCES as readonly string[]).includes(resource) && !HUGE_PAGES.test(resource)) {
    errors.push(unsupportedField(`${field}.resource`, resource, RESOURCES));
  }
  return [...errors, ...divisorErrors(resource, divisor as string | undefined, field)];
}

/** As `validateContainerResourceDivisor`. */
function divisorErrors(resource: string, divisor: string | undefined, field: string): FieldError[] {
  if (divisor === undefined || parseQuantity(divisor).nanos === 0n) return [];
  const kind = resourceKind(resource);
  if (kind === undefined) return [];
  const isRight = kind === 'cpu' ? CPU_DIVISORS.has(divisor) : (DIVISORS as readonly string[]).includes(divisor);
  if (isRight) return [];
  const values = kind === 'cpu' ? '1m and 1' : DIVISORS.join(', ');
  return [
    invalidField(
      `${field}.divisor`,
      resource,
      `only divisor's values ${values} are supported with the ${kind} resource`,
    ),
  ];
}

function resourceKind(resource: string): string | undefined {
  if (HUGE_PAGES.test(resource)) return 'hugepages';
  const name = /^(?:limits|requests)\.(cpu|memory|ephemeral-storage)$/.exec(resource)?.[1];
  return name === 'ephemeral-storage' ? 'local ephemeral storage' : name;
}
