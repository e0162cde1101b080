import type { DeviceClass, ResourceClaim, ResourceClaimTemplate, ResourceSlice } from '../devices/device-types';
import type {
  CertificateSigningRequest,
  CSINode,
  DaemonSet,
  Deployment,
  Event,
  FlowSchema,
  HorizontalPodAutoscaler,
  IPAddress,
  KubeObject,
  Lease,
  Namespace,
  Node,
  ObjectMeta,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodDisruptionBudget,
  PriorityClass,
  ReplicaSet,
  RuntimeClass,
  ServiceCIDR,
  StatefulSet,
  StorageClass,
  VolumeAttributesClass,
} from '../objects';
import type { ApiService } from './api-service/api-service';

declare const OBJECT: unique symbol;

/** A kind whose stored objects are of the type `T`: objects that are read by it need no assertion. */
export interface TypedKind<T> {
  /** Storage name of the kind, such as `replicasets.apps`. */
  readonly resource: string;
  /** For the compiler alone. */
  readonly [OBJECT]?: T;
}

/** The kind stored as `resource`, whose objects pass the validation that `T` describes. */
export function typedKind<T extends { readonly metadata: ObjectMeta }>(resource: string): TypedKind<T> {
  return { resource };
}

/** Kinds whose objects are read by their type. */
export const Kinds = {
  ApiService: typedKind<ApiService>('apiservices.apiregistration.k8s.io'),
  CertificateSigningRequest: typedKind<CertificateSigningRequest>('certificatesigningrequests.certificates.k8s.io'),
  ConfigMap: typedKind<KubeObject & { readonly data?: Readonly<Record<string, string>> }>('configmaps'),
  CSINode: typedKind<CSINode>('csinodes.storage.k8s.io'),
  DaemonSet: typedKind<DaemonSet>('daemonsets.apps'),
  Deployment: typedKind<Deployment>('deployments.apps'),
  HorizontalPodAutoscaler: typedKind<HorizontalPodAutoscaler>('horizontalpodautoscalers.autoscaling'),
  DeviceClass: typedKind<DeviceClass>('deviceclasses.resource.k8s.io'),
  Event: typedKind<Event>('events'),
  FlowSchema: typedKind<FlowSchema>('flowschemas.flowcontrol.apiserver.k8s.io'),
  IPAddress: typedKind<IPAddress>('ipaddresses.networking.k8s.io'),
  ServiceCIDR: typedKind<ServiceCIDR>('servicecidrs.networking.k8s.io'),
  Lease: typedKind<Lease>('leases.coordination.k8s.io'),
  Namespace: typedKind<Namespace>('namespaces'),
  Node: typedKind<Node>('nodes'),
  PersistentVolume: typedKind<PersistentVolume>('persistentvolumes'),
  PersistentVolumeClaim: typedKind<PersistentVolumeClaim>('persistentvolumeclaims'),
  Pod: typedKind<Pod>('pods'),
  PodDisruptionBudget: typedKind<PodDisruptionBudget>('poddisruptionbudgets.policy'),
  PriorityClass: typedKind<PriorityClass>('priorityclasses.scheduling.k8s.io'),
  ReplicaSet: typedKind<ReplicaSet>('replicasets.apps'),
  ResourceClaim: typedKind<ResourceClaim>('resourceclaims.resource.k8s.io'),
  ResourceClaimTemplate: typedKind<ResourceClaimTemplate>('resourceclaimtemplates.resource.k8s.io'),
  ResourceSlice: typedKind<ResourceSlice>('resourceslices.resource.k8s.io'),
  RuntimeClass: typedKind<RuntimeClass>('runtimeclasses.node.k8s.io'),
  StatefulSet: typedKind<StatefulSet>('statefulsets.apps'),
  VolumeAttributesClass: typedKind<VolumeAttributesClass>('volumeattributesclasses.storage.k8s.io'),
  StorageClass: typedKind<StorageClass>('storageclasses.storage.k8s.io'),
} as const;
