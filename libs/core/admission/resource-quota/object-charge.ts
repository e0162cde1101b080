import {
  AllocationMode,
  MAX_ALLOCATION_RESULTS,
  type ExactDeviceRequest,
  type KindInfo,
  type KubeObject,
  type PodSpec,
  type ResourceClaim,
} from '@orrery/api-types';
import { addQuantities, compareQuantities, parseQuantity, ZERO_QUANTITY, type Quantity } from '@orrery/quantity';

/** What an object uses, by the names that quotas have for it. */
export type Charge = ReadonlyMap<string, Quantity>;

const ONE = parseQuantity('1');
/** Kinds that quotas count under their plain name too. */
const PLAINLY_COUNTED: ReadonlySet<string> = new Set([
  'pods',
  'services',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
]);

/**
 * What an object costs its namespace (evaluators of `pkg/quota/v1` upstream). A pod that has
 * ended costs nothing any more but its own existence.
 */
export function chargeOf(kind: KindInfo, object: KubeObject): Charge {
  const charge = new Map<string, Quantity>([[countName(kind), ONE]]);
  if (kind.kind === 'Pod') {
    if (!hasEnded(object)) chargePod(charge, object.spec as PodSpec | undefined);
    return charge;
  }
  if (kind.group === '' && PLAINLY_COUNTED.has(kind.resource)) charge.set(kind.resource, ONE);
  if (kind.kind === 'Service') chargeService(charge, object);
  if (kind.kind === 'PersistentVolumeClaim') chargeClaim(charge, object);
  if (kind.kind === 'ResourceClaim' && !kind.isCustom) chargeDevices(charge, object as ResourceClaim);
  return charge;
}

/** `count/deployments.apps`, `count/pods`. */
export function countName(kind: Pick<KindInfo, 'resource' | 'group'>): string {
  return `count/${kind.resource}${kind.group === '' ? '' : `.${kind.group}`}`;
}

function hasEnded(pod: KubeObject): boolean {
  const phase = (pod.status as { phase?: string } | undefined)?.phase;
  return phase === 'Succeeded' || phase === 'Failed';
}

function chargePod(charge: Map<string, Quantity>, spec: PodSpec | undefined): void {
  charge.set('pods', ONE);
  if (!spec) return;
  for (const [name, amount] of podTotal(spec, 'requests')) {
    charge.set(`requests.${name}`, amount);
    if (name === 'cpu' || name === 'memory' || name === 'ephemeral-storage' || name.startsWith('hugepages-')) {
      charge.set(name, amount);
    }
  }
  for (const [name, amount] of podTotal(spec, 'limits')) charge.set(`limits.${name}`, amount);
}

/** Containers and sidecars together, or the most demanding step of the start if that is more; and the overhead. */
function podTotal(spec: PodSpec, side: 'requests' | 'limits'): Map<string, Quantity> {
  const steady = new Map<string, Quantity>();
  const peak = new Map<string, Quantity>();
  for (const container of spec.initContainers ?? []) {
    const own = readList(container.resources?.[side]);
    const isSidecar = container.restartPolicy === 'Always';
    if (isSidecar) addTo(steady, own);
    const step = new Map(steady);
    if (!isSidecar) addTo(step, own);
    raise(peak, step);
  }
  for (const { resources } of spec.containers ?? []) addTo(steady, readList(resources?.[side]));
  raise(steady, peak);
  addTo(steady, readList(spec.overhead));
  return steady;
}

function chargeService(charge: Map<string, Quantity>, { spec }: KubeObject): void {
  const { type, ports = [] } = (spec ?? {}) as { type?: string; ports?: readonly unknown[] };
  const hasNodePorts = type === 'NodePort' || type === 'LoadBalancer';
  charge.set('services.nodeports', hasNodePorts ? parseQuantity(String(ports.length)) : ZERO_QUANTITY);
  charge.set('services.loadbalancers', type === 'LoadBalancer' ? ONE : ZERO_QUANTITY);
}

function chargeClaim(charge: Map<string, Quantity>, { spec }: KubeObject): void {
  const { resources, storageClassName } = (spec ?? {}) as {
    resources?: { requests?: Record<string, string> };
    storageClassName?: string;
  };
  const storage = resources?.requests?.['storage'];
  const amount = storage === undefined ? ZERO_QUANTITY : parseQuantity(storage);
  charge.set('requests.storage', amount);
  if (!storageClassName) return;
  const prefix = `${storageClassName}.storageclass.storage.k8s.io`;
  charge.set(`${prefix}/requests.storage`, amount);
  charge.set(`${prefix}/persistentvolumeclaims`, ONE);
}

/** Devices by class, as many as a claim may get at most (`pkg/quota/v1/evaluator/core/resource_claims.go`). */
function chargeDevices(charge: Map<string, Quantity>, { spec }: ResourceClaim): void {
  const devices = new Map<string, number>();
  for (const { exactly, firstAvailable = [] } of spec?.devices?.requests ?? []) {
    const most = new Map<string, number>();
    for (const request of exactly ? [exactly] : firstAvailable) {
      const name = request.deviceClassName;
      most.set(name, Math.max(most.get(name) ?? 0, mostDevices(request)));
    }
    for (const [name, count] of most) devices.set(name, (devices.get(name) ?? 0) + count);
  }
  for (const [name, count] of devices) {
    charge.set(`${name}.deviceclass.resource.k8s.io/devices`, parseQuantity(String(count)));
  }
}

function mostDevices({ allocationMode, count = 0 }: ExactDeviceRequest): number {
  return allocationMode === AllocationMode.All ? MAX_ALLOCATION_RESULTS : count;
}

function readList(list: Readonly<Record<string, string | number>> | undefined): Map<string, Quantity> {
  return new Map(Object.entries(list ?? {}).map(([name, text]) => [name, parseQuantity(String(text))]));
}

function addTo(total: Map<string, Quantity>, more: ReadonlyMap<string, Quantity>): void {
  for (const [name, amount] of more) total.set(name, addQuantities(total.get(name) ?? ZERO_QUANTITY, amount));
}

function raise(total: Map<string, Quantity>, other: ReadonlyMap<string, Quantity>): void {
  for (const [name, amount] of other) {
    const known = total.get(name);
    if (!known || compareQuantities(amount, known) > 0) total.set(name, amount);
  }
}
