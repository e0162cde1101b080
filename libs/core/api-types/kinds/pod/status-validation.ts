import { duplicateField, forbiddenField, invalidField, type FieldError } from '../../errors/field-error';
import { deepEqual } from '../../equality';
import { isIpAddress, NO_IP_ADDRESS } from '../../names/ip-address';
import { qualifiedNameErrors, subdomainErrors } from '../../names/qualified-name';
import type { ContainerStatus, Pod, PodSpec } from '../../objects';
import { claimStatusNameErrors } from '../../validation/pod-spec/resource-claims';

const SYSTEM_CONDITIONS: ReadonlySet<string> = new Set(['PodScheduled', 'Ready', 'Initialized']);
const STATUS_LISTS = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'] as const;
const ONE_OF_EACH = 'may specify no more than one IP for each IP family';

type Status = NonNullable<Pod['status']>;

/** Returns the errors of a status that a client writes, and with the change (`ValidatePodStatusUpdate`). */
export function validatePodStatus(next: Pod, old: Pod): FieldError[] {
  const status = next.status ?? {};
  const before = old.status ?? {};
  const errors = conditionErrors(status);
  const { nominatedNodeName: nominated } = status;
  if (nominated && nominated !== before.nominatedNodeName) {
    const field = 'status.nominatedNodeName';
    errors.push(...subdomainErrors(nominated).map((text) => invalidField(field, nominated, text)));
  }
  if (status.qosClass !== before.qosClass) {
    errors.push(invalidField('status.qosClass', status.qosClass ?? '', 'field is immutable'));
  }
  return [
    ...errors,
    ...STATUS_LISTS.flatMap((list) => transitionErrors(list, status, before, old.spec)),
    ...claimStatusNameErrors(next),
    ...podAddressErrors(status),
    ...hostAddressErrors(status),
  ];
}

/** As `validatePodConditions`, which reports them under the metadata. */
function conditionErrors({ conditions }: Status): FieldError[] {
  return (conditions ?? []).flatMap(({ type = '' }, index) => {
    if (SYSTEM_CONDITIONS.has(type)) return [];
    const field = `metadata.conditions[${index}].Type`;
    return qualifiedNameErrors(type).map((text) => invalidField(field, type, text));
  });
}

/** A container that ended, and is not to be started again, stays as it is (`ValidateContainerStateTransition`). */
function transitionErrors(
  list: (typeof STATUS_LISTS)[number],
  next: Status,
  old: Status,
  spec: PodSpec | undefined,
): FieldError[] {
  const policy = list === 'ephemeralContainerStatuses' ? 'Never' : (spec?.restartPolicy ?? 'Always');
  if (policy === 'Always') return [];
  return (old[list] ?? []).flatMap(({ name, state }, index) => {
    const ended = state?.terminated;
    if (!ended || (ended.exitCode !== 0 && policy === 'OnFailure')) return [];
    if (list === 'initContainerStatuses' && isSidecar(spec, name)) return [];
    const revived = (next[list] ?? []).filter((now: ContainerStatus) => now.name === name && !now.state?.terminated);
    const field = `status.${list}[${index}].state`;
    return revived.map(() => forbiddenField(field, 'may not be transitioned to non-terminated state'));
  });
}

function isSidecar(spec: PodSpec | undefined, name: string): boolean {
  const container = spec?.initContainers?.find((other) => other.name === name);
  return (container as { readonly restartPolicy?: string } | undefined)?.restartPolicy === 'Always';
}

/** As `validatePodIPs`. */
function podAddressErrors({ podIPs = [] }: Status): FieldError[] {
  return [
    ...invalidAddressErrors(podIPs, 'status.podIPs'),
    ...familyErrors(podIPs, 'status.podIPs'),
    ...duplicateErrors(podIPs, 'status.podIPs'),
  ];
}

/** As `validateHostIPs`. */
function hostAddressErrors(status: Status): FieldError[] {
  const { hostIP = '' } = status;
  const { hostIPs = [] } = status as { readonly hostIPs?: readonly { readonly ip?: string }[] };
  if (hostIPs.length === 0) return [];
  const first = hostIPs[0]!.ip ?? '';
  return [
    ...(first === hostIP ? [] : [invalidField('status.hostIPs[0].ip', first, 'must be equal to `hostIP`')]),
    ...invalidAddressErrors(hostIPs, 'status.hostIPs'),
    ...duplicateErrors(hostIPs, 'status.hostIPs'),
    ...familyErrors(hostIPs, 'status.hostIPs'),
  ];
}

type Addresses = readonly { readonly ip?: string }[];

function invalidAddressErrors(addresses: Addresses, field: string): FieldError[] {
  return addresses.flatMap(({ ip = '' }, index) =>
    isIpAddress(ip) ? [] : [invalidField(`${field}[${index}]`, ip, NO_IP_ADDRESS)],
  );
}

/** At most one address of each family. */
function familyErrors(addresses: Addresses, field: string): FieldError[] {
  if (addresses.length < 2) return [];
  const families = new Set(addresses.map(({ ip = '' }) => ip.includes(':')));
  return families.size === 2 && addresses.length === 2 ? [] : [invalidField(field, addresses, ONE_OF_EACH)];
}

function duplicateErrors(addresses: Addresses, field: string): FieldError[] {
  return addresses.flatMap((address, index) =>
    addresses.slice(0, index).some((other) => deepEqual(other, address))
      ? [duplicateField(`${field}[${index}]`, address)]
      : [],
  );
}
