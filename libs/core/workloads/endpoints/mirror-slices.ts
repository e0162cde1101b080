import { deepEqual, type KubeObject } from '@orrery/api-types';

/** Manager of the slices that mirror an Endpoints object. */
export const MIRROR_MANAGER = 'endpointslicemirroring-controller.k8s.io';
export const MANAGED_BY_LABEL = 'endpointslice.kubernetes.io/managed-by';
export const SERVICE_NAME_LABEL = 'kubernetes.io/service-name';

const SKIP_LABEL = 'endpointslice.kubernetes.io/skip-mirror';
/** Endpoints used for leader election only have no addresses. */
const LEADER_ANNOTATION = 'control-plane.alpha.kubernetes.io/leader';
const NOT_COPIED: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  'endpoints.kubernetes.io/last-change-trigger-time',
]);
/** `--mirroring-max-endpoints-per-subset` upstream: what is more is left out. */
const MAX_PER_SUBSET = 1000;

interface Address {
  readonly ip: string;
  readonly hostname?: string;
  readonly nodeName?: string;
  readonly targetRef?: object;
}
interface Subset {
  readonly addresses?: readonly Address[];
  readonly notReadyAddresses?: readonly Address[];
  readonly ports?: readonly MirroredPort[];
}
interface MirroredPort {
  readonly name?: string;
  readonly port: number;
  readonly protocol?: string;
  readonly appProtocol?: string;
}
interface MirroredEndpoint {
  readonly addresses: readonly [string];
  readonly conditions: { readonly ready: boolean };
  readonly hostname?: string;
  readonly nodeName?: string;
  readonly targetRef?: object;
}

/** Desired slice; its name is chosen when it is created. */
export interface MirroredSlice {
  readonly addressType: 'IPv4' | 'IPv6';
  readonly ports: readonly MirroredPort[];
  readonly endpoints: readonly MirroredEndpoint[];
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

export interface NamedMirroredSlice extends MirroredSlice {
  readonly name: string;
}

/** Writes after which the slices mirror their Endpoints. */
export interface MirrorPlan {
  readonly creates: readonly MirroredSlice[];
  readonly updates: readonly NamedMirroredSlice[];
  /** Names. */
  readonly deletes: readonly string[];
}

/**
 * Returns true if an Endpoints object that a client wrote is mirrored: its service has no selector, and no label or
 * annotation prevents it.
 */
export function isMirrored(endpoints: KubeObject | undefined, service: KubeObject | undefined): boolean {
  if (!endpoints || !service) return false;
  const { labels, annotations } = endpoints.metadata;
  if (labels?.[SKIP_LABEL] === 'true' || annotations?.[LEADER_ANNOTATION] !== undefined) return false;
  const { selector } = (service.spec ?? {}) as { selector?: object };
  return Object.keys(selector ?? {}).length === 0;
}

/**
 * The slices of an Endpoints object that a client wrote, one for each family of addresses and set of ports (upstream's
 * `pkg/controller/endpointslicemirroring`). Slices that are there keep their names.
 */
export function planMirror(endpoints: KubeObject | undefined, existing: readonly NamedMirroredSlice[]): MirrorPlan {
  const wanted = endpoints ? slicesOf(endpoints) : [];
  const left = [...existing];
  const creates: MirroredSlice[] = [];
  const updates: NamedMirroredSlice[] = [];
  for (const slice of wanted) {
    const at = left.findIndex((each) => each.addressType === slice.addressType && deepEqual(each.ports, slice.ports));
    const [found] = at < 0 ? [] : left.splice(at, 1);
    if (!found) creates.push(slice);
    else if (!deepEqual({ ...slice, name: found.name }, found)) updates.push({ ...slice, name: found.name });
  }
  return { creates, updates, deletes: left.map(({ name }) => name) };
}

function slicesOf(endpoints: KubeObject): MirroredSlice[] {
  const shared = { labels: labelsOf(endpoints), annotations: annotationsOf(endpoints) };
  const slices: MirroredSlice[] = [];
  for (const { addresses = [], notReadyAddresses = [], ports = [] } of (endpoints['subsets'] ?? []) as Subset[]) {
    const all = [
      ...addresses.map((address) => endpointOf(address, true)),
      ...notReadyAddresses.map((address) => endpointOf(address, false)),
    ].slice(0, MAX_PER_SUBSET);
    for (const addressType of ['IPv4', 'IPv6'] as const) {
      const own = all.filter((endpoint) => endpoint.addresses[0].includes(':') === (addressType === 'IPv6'));
      if (own.length > 0) slices.push({ addressType, ports: ports.map(portOf), endpoints: own, ...shared });
    }
  }
  return slices;
}

function portOf({ name = '', port, protocol = 'TCP', appProtocol }: MirroredPort): MirroredPort {
  return { name, port, protocol, ...(appProtocol === undefined ? {} : { appProtocol }) };
}

function endpointOf({ ip, hostname, nodeName, targetRef }: Address, ready: boolean): MirroredEndpoint {
  return {
    addresses: [ip],
    conditions: { ready },
    ...(hostname ? { hostname } : {}),
    ...(nodeName ? { nodeName } : {}),
    ...(targetRef ? { targetRef } : {}),
  };
}

function labelsOf({ metadata }: KubeObject): Record<string, string> {
  return { ...metadata.labels, [SERVICE_NAME_LABEL]: metadata.name, [MANAGED_BY_LABEL]: MIRROR_MANAGER };
}

function annotationsOf({ metadata }: KubeObject): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata.annotations ?? {}).filter(([key]) => !NOT_COPIED.has(key)));
}
