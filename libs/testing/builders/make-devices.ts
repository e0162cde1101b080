import type {
  Device,
  DeviceClass,
  DeviceRequest,
  KubeObject,
  ResourceClaim,
  ResourceClaimSpec,
  ResourceSlice,
  ResourceSliceSpec,
} from '@orrery/api-types';

const apiVersion = 'resource.k8s.io/v1';

function metadata(name: string, more: Partial<KubeObject['metadata']> = {}): KubeObject['metadata'] {
  return { name, uid: `uid-${name}`, resourceVersion: '1', creationTimestamp: '2025-10-01T00:00:00Z', ...more };
}

/** A slice with all devices of a node: the pool has the node's name, the driver is `gpu.example.com`. */
export function makeSlice(
  nodeName: string,
  devices: readonly (string | Device)[],
  spec: Partial<ResourceSliceSpec> = {},
): ResourceSlice {
  const listed = devices.map((device): Device => (typeof device === 'string' ? { name: device } : device));
  const pool = { name: nodeName, generation: 1, resourceSliceCount: 1 };
  return {
    apiVersion,
    kind: 'ResourceSlice',
    metadata: metadata(`${nodeName}-slice`),
    spec: { driver: 'gpu.example.com', pool, nodeName, devices: listed, ...spec },
  };
}

/** A class of the devices that an expression selects; all of them without one. */
export function makeDeviceClass(name: string, expression?: string): DeviceClass {
  const selectors = expression === undefined ? [] : [{ cel: { expression } }];
  return { apiVersion, kind: 'DeviceClass', metadata: metadata(name), spec: { selectors } };
}

/** Makes a request for devices of the class `gpu`, one by default. */
export function wantsDevices(name: string, more: Partial<NonNullable<DeviceRequest['exactly']>> = {}): DeviceRequest {
  return { name, exactly: { deviceClassName: 'gpu', allocationMode: 'ExactCount', count: 1, ...more } };
}

/** A claim of namespace `default`. */
export function makeResourceClaim(
  name: string,
  devices: ResourceClaimSpec['devices'] & object,
  more: { readonly metadata?: Partial<KubeObject['metadata']>; readonly status?: ResourceClaim['status'] } = {},
): ResourceClaim {
  return {
    apiVersion,
    kind: 'ResourceClaim',
    metadata: metadata(name, { namespace: 'default', ...more.metadata }),
    spec: { devices },
    ...(more.status ? { status: more.status } : {}),
  };
}
