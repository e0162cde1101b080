import type { KubeObject } from '../objects';
import { deviceId, type AllocatedDeviceStatus, type ResourceClaimStatus } from './device-types';

type Fields = Record<string, unknown>;

/** Fields behind feature gates that are off by default in Kubernetes 1.34, by where they stand. */
const OF_REQUEST = ['tolerations', 'capacity'];
const OF_CONSTRAINT = ['distinctAttribute'];
const OF_CLASS = ['extendedResourceName'];
const OF_SLICE = ['sharedCounters', 'perDeviceNodeSelection'];
const OF_DEVICE = [
  'consumesCounters',
  'nodeName',
  'nodeSelector',
  'allNodes',
  'taints',
  'bindsToNode',
  'bindingConditions',
  'bindingFailureConditions',
  'allowMultipleAllocations',
];
const OF_RESULT = ['tolerations', 'bindingConditions', 'bindingFailureConditions', 'shareID', 'consumedCapacity'];

/** Takes out of the spec of a claim what this release does not have yet. Changes it in place. */
export function dropFromClaim(spec: unknown): void {
  const devices = fieldsOf(fieldsOf(spec)?.['devices']);
  for (const request of listOf(devices?.['requests'])) {
    drop(fieldsOf(request['exactly']), OF_REQUEST);
    for (const subRequest of listOf(request['firstAvailable'])) drop(subRequest, OF_REQUEST);
  }
  for (const constraint of listOf(devices?.['constraints'])) drop(constraint, OF_CONSTRAINT);
}

/** The same of a class. */
export function dropFromClass(object: KubeObject): void {
  drop(fieldsOf(object.spec), OF_CLASS);
}

/** The same of a slice. */
export function dropFromSlice(object: KubeObject): void {
  const spec = fieldsOf(object.spec);
  drop(spec, OF_SLICE);
  for (const device of listOf(spec?.['devices'])) {
    drop(device, OF_DEVICE);
    for (const capacity of Object.values(fieldsOf(device['capacity']) ?? {})) {
      drop(fieldsOf(capacity), ['requestPolicy']);
    }
  }
}

/** The same of a written status, and what was said of devices that the claim has no more. Changes `next` in place. */
export function dropFromClaimStatus(next: KubeObject, old: KubeObject): void {
  const status = fieldsOf(next.status);
  const allocation = fieldsOf(status?.['allocation']);
  drop(allocation, ['allocationTimestamp']);
  for (const result of listOf(fieldsOf(allocation?.['devices'])?.['results'])) drop(result, OF_RESULT);
  const devices = listOf(status?.['devices']);
  for (const device of devices) drop(device, ['shareID']);
  if (!status || devices.length === 0) return;
  const kept = allocatedIn(next.status);
  const gone = new Set([...allocatedIn(old.status)].filter((id) => !kept.has(id)));
  // Read by `deviceId` alone, which takes names that are missing.
  const left = devices.filter((device) => !gone.has(deviceId(device as unknown as AllocatedDeviceStatus)));
  if (left.length > 0) status['devices'] = left;
  else delete status['devices'];
}

function allocatedIn(status: unknown): Set<string> {
  return new Set(((status as ResourceClaimStatus | undefined)?.allocation?.devices?.results ?? []).map(deviceId));
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? (value as Fields[]) : [];
}

function drop(fields: Fields | undefined, names: readonly string[]): void {
  for (const name of names) if (fields) delete fields[name];
}
