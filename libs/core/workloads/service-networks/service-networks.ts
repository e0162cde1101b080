import {
  ipv4Network,
  ipv4Number,
  isInNetwork,
  type IPAddress,
  type KubeObject,
  type ServiceCIDR,
} from '@orrery/api-types';

/** Keeps a ServiceCIDR while addresses are of it alone (`pkg/controller/servicecidrs` upstream). */
export const SERVICE_CIDR_FINALIZER = 'networking.k8s.io/service-cidr-finalizer';
/** A deleted ServiceCIDR stays so long at least: an address may just be being taken from it. */
const SERVICE_CIDR_GRACE_MS = 10_000;
/** Labels of the addresses that the control plane keeps. */
const ADDRESS_LABELS = {
  'ipaddress.kubernetes.io/ip-family': 'IPv4',
  'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
} as const;
const MANAGED_BY = 'ipaddress.kubernetes.io/managed-by';

type Condition = NonNullable<NonNullable<ServiceCIDR['status']>['conditions']>[number];

/** The address of a service; undefined for one without. */
export function addressOfService({ spec }: Pick<KubeObject, 'spec'>): string | undefined {
  const { clusterIP } = (spec ?? {}) as { clusterIP?: string };
  return clusterIP && ipv4Number(clusterIP) !== undefined ? clusterIP : undefined;
}

/** The IPAddress of a service, as it is created. */
export function addressObject(address: string, { namespace = '', name }: KubeObject['metadata']): object {
  return {
    metadata: { name: address, labels: ADDRESS_LABELS },
    spec: { parentRef: { group: '', resource: 'services', namespace, name } },
  };
}

/** Returns whether the control plane keeps an IPAddress. */
export function isManagedAddress({ metadata }: Pick<IPAddress, 'metadata'>): boolean {
  return metadata.labels?.[MANAGED_BY] === ADDRESS_LABELS[MANAGED_BY];
}

/** Returns true if an IPAddress names the service as its parent. */
export function isAddressOf({ spec }: IPAddress, { namespace = '', name }: KubeObject['metadata']): boolean {
  const parent = spec?.parentRef;
  return parent?.resource === 'services' && parent.namespace === namespace && parent.name === name;
}

/** State that a ServiceCIDR is checked against. */
export interface NetworkState {
  /** The other ServiceCIDRs. */
  readonly others: readonly ServiceCIDR[];
  readonly addresses: Iterable<IPAddress>;
  readonly nowMs: number;
  /** The same as an API time. */
  readonly now: string;
}

/** Returns the desired ServiceCIDR; undefined if it is unchanged. A deleted one is removed with its last finalizer. */
export function changedServiceCidr(cidr: ServiceCIDR, state: NetworkState): ServiceCIDR | undefined {
  const { finalizers = [], deletionTimestamp } = cidr.metadata;
  const isHeld = finalizers.includes(SERVICE_CIDR_FINALIZER);
  if (deletionTimestamp === undefined) {
    const held = isHeld ? cidr : withFinalizers(cidr, [...finalizers, SERVICE_CIDR_FINALIZER]);
    return (
      withCondition(held, { status: 'True', reason: '', message: 'Kubernetes Service CIDR is ready' }, state.now) ??
      (isHeld ? undefined : held)
    );
  }
  if (!isHeld) return undefined;
  if (hasOrphans(cidr, state)) {
    const message =
      'There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR';
    return withCondition(cidr, { status: 'False', reason: 'Terminating', message }, state.now);
  }
  if (state.nowMs < graceEndMs(cidr)!) return undefined;
  return withFinalizers(
    cidr,
    finalizers.filter((finalizer) => finalizer !== SERVICE_CIDR_FINALIZER),
  );
}

/** Returns the time until which a deleted ServiceCIDR stays at least, in ms; undefined for one that is not deleted. */
export function graceEndMs({ metadata: { deletionTimestamp } }: ServiceCIDR): number | undefined {
  return deletionTimestamp === undefined ? undefined : Date.parse(deletionTimestamp) + SERVICE_CIDR_GRACE_MS;
}

/** Returns whether there are addresses of it that are in no other ServiceCIDR that stays. */
function hasOrphans(cidr: ServiceCIDR, { others, addresses }: NetworkState): boolean {
  const own = networksOf(cidr);
  const kept = others.filter(({ metadata }) => metadata.deletionTimestamp === undefined).flatMap(networksOf);
  for (const { metadata } of addresses) {
    const address = ipv4Number(metadata.name);
    if (address === undefined || !own.some((network) => isInNetwork(address, network))) continue;
    if (!kept.some((network) => isInNetwork(address, network))) return true;
  }
  return false;
}

function networksOf({ spec }: ServiceCIDR) {
  return (spec?.cidrs ?? []).flatMap((cidr) => ipv4Network(cidr) ?? []);
}

function withFinalizers(cidr: ServiceCIDR, finalizers: string[]): ServiceCIDR {
  return { ...cidr, metadata: { ...cidr.metadata, finalizers } };
}

/** The object with its condition Ready; undefined if it has it. */
function withCondition(
  cidr: ServiceCIDR,
  { status, reason, message }: Pick<Condition, 'status' | 'reason' | 'message'>,
  now: string,
): ServiceCIDR | undefined {
  const conditions = cidr.status?.conditions ?? [];
  const old = conditions.find(({ type }) => type === 'Ready');
  if (old?.status === status && old.reason === reason && old.message === message) return undefined;
  const lastTransitionTime = old?.status === status ? old.lastTransitionTime : now;
  const condition: Condition = { type: 'Ready', status, lastTransitionTime, reason, message };
  const others = conditions.filter(({ type }) => type !== 'Ready');
  return { ...cidr, status: { ...cidr.status, conditions: [...others, condition] } };
}
