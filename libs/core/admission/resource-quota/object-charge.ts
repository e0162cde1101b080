import {
  AllocationMode,
  MAX_ALLOCATION_RESULTS,
  type ExactDeviceRequest,
  type KindInfo,
  type KubeObject,
  type Pod,
  type ResourceClaim,
} from '@orrery/api-types';
import { parseQuantity, ZERO_QUANTITY, type Quantity } from '@orrery/quantity';
import { chargePod } from './pod-charge';

/** Amounts that an object uses, by their names in quotas. */
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
 * Returns the charge of an object to its namespace (evaluators of `pkg/quota/v1` upstream). A pod that has ended is
 * charged only for its own existence.
 */
export function chargeOf(kind: KindInfo, object: KubeObject): Charge {
  const charge = new Map<string, Quantity>([[countName(kind), ONE]]);
  if (kind.kind === 'Pod') {
    if (!hasEnded(object)) chargePod(charge, object as Pod);
    return charge;
  }
  if (kind.group === '' && PLAINLY_COUNTED.has(kind.resource)) charge.set(kind.resource, ONE);
  if (kind.kind === 'Service') chargeService(charge, object);
  if (kind.kind === 'PersistentVolumeClaim') chargeClaim(charge, object);
  if (kind.kind === 'ResourceClaim' && !kind.isCustom) chargeDevices(charge, object as ResourceClaim);
  return charge;
}

/** `count/deployments.apps`, `count/pods`. */
function countName(kind: Pick<KindInfo, 'resource' | 'group'>): string {
  return `count/${kind.resource}${kind.group === '' ? '' : `.${kind.group}`}`;
}

function hasEnded(pod: KubeObject): boolean {
  const phase = (pod.status as { phase?: string } | undefined)?.phase;
  return phase === 'Succeeded' || phase === 'Failed';
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
