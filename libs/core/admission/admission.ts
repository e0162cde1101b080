import type {
  ApiError,
  IngressClass,
  KindInfo,
  KubeObject,
  Namespace,
  PriorityClass,
  ReleaseName,
  RuntimeClass,
  ServiceCIDR,
  StorageClass,
} from '@orrery/api-types';

/** Operation of a request. Reads pass without admission. */
export type Operation = 'CREATE' | 'UPDATE' | 'DELETE';

/** The user of the request. */
export interface AdmissionUser {
  readonly name: string;
  readonly groups: readonly string[];
}

/** Access of a user to check; the user is the request's. */
export interface AccessQuestion {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

/** Lookups of plugins: a read-only view of the state that the write will meet. */
export interface AdmissionLookup {
  namespace(name: string): Namespace | undefined;
  priorityClass(name: string): PriorityClass | undefined;
  /** Every priority class; read only when a default is needed. */
  priorityClasses(): Iterable<PriorityClass>;
  runtimeClass(name: string): RuntimeClass | undefined;
  serviceAccount(namespace: string, name: string): KubeObject | undefined;
  /** Every storage class; read only when a default is needed. */
  storageClasses(): Iterable<StorageClass>;
  /** Every class of Ingresses; read only when a default is needed. */
  ingressClasses(): Iterable<IngressClass>;
  node(name: string): KubeObject | undefined;
  /** The LimitRanges of a namespace, in order of name. */
  limitRanges(namespace: string): Iterable<KubeObject>;
  /** Returns whether the user may do this; called only by plugins that depend on it. */
  isAllowed(access: AccessQuestion): boolean;
  /**
   * Returns whether the service account of a pod (by its name; empty for none) or the writer of the pod may do this.
   * Components of the control plane have the rights of their own accounts there.
   */
  isAllowedForPod(access: AccessQuestion, serviceAccountName: string): boolean;
  /** Every PodSecurityPolicy; read only by the plugin of that name. */
  podSecurityPolicies(): Iterable<KubeObject>;
  /** Every service; read only when an address or a port is allocated. */
  services(): Iterable<KubeObject>;
  /** Every ServiceCIDR; read only when an address is allocated. */
  serviceCidrs(): Iterable<ServiceCIDR>;
}

/** Request as plugins see it. */
export interface AdmissionRequest {
  readonly operation: Operation;
  readonly kind: KindInfo;
  /** Absent for the object itself. */
  readonly subresource?: string;
  /** Object with defaults, not yet validated. For a DELETE: the stored object. Plugins never change it in place. */
  readonly object: KubeObject;
  /** The stored object of an UPDATE. */
  readonly oldObject?: KubeObject;
  readonly user: AdmissionUser;
  readonly lookup: AdmissionLookup;
  /** Of the cluster; the newest if left out. */
  readonly release?: ReleaseName;
  /** True if nothing will be stored. */
  readonly isDryRun?: boolean;
}

/** Admission plugin: returns the new or changed object (the same one if nothing changes), or its refusal; before webhooks. */
export type AdmissionPlugin = (request: AdmissionRequest) => KubeObject | ApiError;

/** The reason why a plugin refuses what will be stored, as webhooks left it; undefined if it does not. */
export type AdmissionCheck = (request: AdmissionRequest) => ApiError | undefined;

/** The two halves of a plugin; most have one of them (`MutationInterface`, `ValidationInterface` upstream). */
export interface PluginHalves {
  readonly admit?: AdmissionPlugin;
  readonly check?: AdmissionCheck;
}

/** Returns true for a resize of a pod: the only one of its subresources that LimitRanges and quotas check. */
export function isResize({ kind, subresource, operation }: AdmissionRequest): boolean {
  return kind.kind === 'Pod' && !kind.isCustom && subresource === 'resize' && operation === 'UPDATE';
}

/** Returns whether a request writes a pod itself, not one of its subresources. */
export function isPodWrite(request: AdmissionRequest): boolean {
  return request.kind.kind === 'Pod' && request.subresource === undefined && request.operation !== 'DELETE';
}
