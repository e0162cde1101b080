import type { NodeSelector, ObjectMeta, PodSpec, PodStatus } from '../objects';

/** An object as it is stored. */
interface StoredDeviceObject<K extends string> {
  apiVersion: 'resource.k8s.io/v1';
  kind: K;
  metadata: ObjectMeta;
  [field: string]: unknown;
}

/** A claim of devices; the types of `kubernetes-types` end before version 1 (`k8s.io/api/resource/v1`). */
export interface ResourceClaim extends StoredDeviceObject<'ResourceClaim'> {
  spec: ResourceClaimSpec;
  status?: ResourceClaimStatus;
}

/** Template of the claims of pods. */
export interface ResourceClaimTemplate extends StoredDeviceObject<'ResourceClaimTemplate'> {
  spec: { readonly metadata?: Partial<ObjectMeta>; readonly spec: ResourceClaimSpec };
}

/** Class that requests name: an administrator's selectors and configuration. */
export interface DeviceClass extends StoredDeviceObject<'DeviceClass'> {
  spec: DeviceClassSpec;
}

/** A part of the devices of a pool. */
export interface ResourceSlice extends StoredDeviceObject<'ResourceSlice'> {
  spec: ResourceSliceSpec;
}

export interface DeviceClassSpec {
  readonly selectors?: readonly DeviceSelector[];
  readonly config?: readonly DeviceConfiguration[];
}

export interface ResourceClaimSpec {
  readonly devices?: DeviceClaim;
}

export interface DeviceClaim {
  readonly requests?: readonly DeviceRequest[];
  readonly constraints?: readonly DeviceConstraint[];
  readonly config?: readonly DeviceClaimConfiguration[];
}

/** One of `exactly` and `firstAvailable` is there. */
export interface DeviceRequest {
  readonly name: string;
  readonly exactly?: ExactDeviceRequest;
  readonly firstAvailable?: readonly DeviceSubRequest[];
}

export interface ExactDeviceRequest {
  readonly deviceClassName: string;
  readonly selectors?: readonly DeviceSelector[];
  readonly allocationMode?: string;
  readonly count?: number;
  readonly adminAccess?: boolean;
}

export interface DeviceSubRequest extends Omit<ExactDeviceRequest, 'adminAccess'> {
  readonly name: string;
}

export interface DeviceSelector {
  readonly cel?: { readonly expression?: string };
}

export interface DeviceConstraint {
  readonly requests?: readonly string[];
  readonly matchAttribute?: string;
}

export interface DeviceConfiguration {
  readonly opaque?: { readonly driver: string; readonly parameters?: unknown };
}

export interface DeviceClaimConfiguration extends DeviceConfiguration {
  readonly requests?: readonly string[];
}

export interface DeviceAllocationConfiguration extends DeviceClaimConfiguration {
  readonly source: string;
}

export interface ResourceClaimStatus {
  readonly allocation?: AllocationResult;
  readonly reservedFor?: readonly ConsumerReference[];
  readonly devices?: readonly AllocatedDeviceStatus[];
}

export interface ConsumerReference {
  readonly apiGroup?: string;
  readonly resource: string;
  readonly name: string;
  readonly uid: string;
}

export interface AllocationResult {
  readonly devices?: {
    readonly results?: readonly DeviceRequestAllocationResult[];
    readonly config?: readonly DeviceAllocationConfiguration[];
  };
  readonly nodeSelector?: NodeSelector;
}

export interface DeviceRequestAllocationResult extends DeviceName {
  /** The request, or request and subrequest with a slash between them. */
  readonly request: string;
  readonly adminAccess?: boolean;
}

/** Identifier of a device. */
export interface DeviceName {
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
}

export interface AllocatedDeviceStatus extends DeviceName {
  readonly conditions?: readonly object[];
  readonly data?: unknown;
  readonly networkData?: {
    readonly interfaceName?: string;
    readonly ips?: readonly string[];
    readonly hardwareAddress?: string;
  };
}

/** One of `nodeName`, `nodeSelector` and `allNodes` says where the devices are. */
export interface ResourceSliceSpec {
  readonly driver: string;
  readonly pool: { readonly name: string; readonly generation?: number; readonly resourceSliceCount: number };
  readonly nodeName?: string;
  readonly nodeSelector?: NodeSelector;
  readonly allNodes?: boolean;
  readonly devices?: readonly Device[];
}

export interface Device {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, DeviceAttribute>>;
  readonly capacity?: Readonly<Record<string, { readonly value: string }>>;
}

/** One value is there. */
export interface DeviceAttribute {
  readonly int?: number | bigint;
  readonly bool?: boolean;
  readonly string?: string;
  readonly version?: string;
}

/** A claim of a pod: one of the names is there. */
export interface PodResourceClaim {
  /** Name by which containers of the pod refer to it. */
  readonly name: string;
  readonly resourceClaimName?: string;
  readonly resourceClaimTemplateName?: string;
}
export type PodResourceClaimStatus = NonNullable<PodStatus['resourceClaimStatuses']>[number];

/** The number of devices that a request wants. */
export const AllocationMode = { ExactCount: 'ExactCount', All: 'All' } as const;

/** Kept on claims as long as they are allocated (`resource.Finalizer`). */
export const CLAIM_FINALIZER = 'resource.kubernetes.io/delete-protection';

/** A claim has at most this many devices (`AllocationResultsMaxSize`). */
export const MAX_ALLOCATION_RESULTS = 32;
/** A claim is shared by at most this many pods (`ResourceClaimReservedForMaxSize`). */
export const MAX_RESERVATIONS = 256;

/** The claims of a pod, as version 1.31 and later have them: `kubernetes-types` has an older form. */
export function podClaimsOf({ resourceClaims = [] }: Pick<PodSpec, 'resourceClaims'>): readonly PodResourceClaim[] {
  return resourceClaims;
}

/** One text for a device: `driver/pool/device`. */
export function deviceId({ driver, pool, device }: DeviceName): string {
  return `${driver}/${pool}/${device}`;
}
