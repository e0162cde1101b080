import type * as apps from 'kubernetes-types/apps/v1';
import type * as autoscaling from 'kubernetes-types/autoscaling/v2';
import type * as core from 'kubernetes-types/core/v1';
import type * as meta from 'kubernetes-types/meta/v1';
import type * as scheduling from 'kubernetes-types/scheduling/v1';
import type * as certificates from 'kubernetes-types/certificates/v1';
import type * as coordination from 'kubernetes-types/coordination/v1';
import type * as flowcontrol from 'kubernetes-types/flowcontrol/v1';
import type * as networking from 'kubernetes-types/networking/v1';
import type * as addresses from 'kubernetes-types/networking/v1alpha1';
import type * as node from 'kubernetes-types/node/v1';
import type * as policy from 'kubernetes-types/policy/v1';
import type * as storage from 'kubernetes-types/storage/v1';
import type { VolumeAttributesClass as AttributesClass } from 'kubernetes-types/storage/v1alpha1';

/** Metadata of a stored object: the server has filled what it always fills. */
export type ObjectMeta = Omit<
  meta.ObjectMeta,
  | 'name'
  | 'uid'
  | 'resourceVersion'
  | 'creationTimestamp'
  | 'deletionTimestamp'
  | 'deletionGracePeriodSeconds'
  | 'generation'
  | 'selfLink'
> & {
  name: string;
  /** Absent on cluster-scoped objects. */
  namespace?: string;
  uid: string;
  resourceVersion: string;
  creationTimestamp: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  generation?: number;
  selfLink?: string;
};

/** Any API object as stored and served. Kind-specific code narrows it. */
export interface KubeObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: unknown;
  status?: unknown;
  [field: string]: unknown;
}

/** A stored object of a kind described by `kubernetes-types`. */
type Stored<T, K extends string, V extends string> = Omit<T, 'metadata' | 'apiVersion' | 'kind'> & {
  apiVersion: V;
  kind: K;
  metadata: ObjectMeta;
};

export type Pod = Omit<Stored<core.Pod, 'Pod', 'v1'>, 'spec'> & { spec: PodSpec };
export type PodSpec = core.PodSpec;
export type PodStatus = core.PodStatus;
export type PodCondition = core.PodCondition;
export type Container = core.Container;
export type ContainerStatus = core.ContainerStatus;
export type ContainerState = core.ContainerState;
export type Affinity = core.Affinity;
export type NodeSelector = core.NodeSelector;
export type NodeSelectorTerm = core.NodeSelectorTerm;
export type NodeSelectorRequirement = core.NodeSelectorRequirement;
export type LabelSelector = meta.LabelSelector;
export type OwnerReference = meta.OwnerReference;
export type Taint = core.Taint;
export type Toleration = core.Toleration;
export type Node = Omit<Stored<core.Node, 'Node', 'v1'>, 'spec' | 'status'> & {
  spec: core.NodeSpec;
  status: core.NodeStatus;
};
export type NodeSpec = core.NodeSpec;
export type NodeStatus = core.NodeStatus;
export type NodeCondition = core.NodeCondition;
export type Namespace = Stored<core.Namespace, 'Namespace', 'v1'>;
export type Event = Stored<core.Event, 'Event', 'v1'>;
export type ObjectReference = core.ObjectReference;
export type PriorityClass = Stored<scheduling.PriorityClass, 'PriorityClass', 'scheduling.k8s.io/v1'>;
export type RuntimeClass = Stored<node.RuntimeClass, 'RuntimeClass', 'node.k8s.io/v1'>;
export type Lease = Stored<coordination.Lease, 'Lease', 'coordination.k8s.io/v1'>;
export type PodDisruptionBudget = Stored<policy.PodDisruptionBudget, 'PodDisruptionBudget', 'policy/v1'>;
export type PodTemplateSpec = core.PodTemplateSpec;
export type Deployment = Stored<apps.Deployment, 'Deployment', 'apps/v1'> & {
  spec: apps.DeploymentSpec;
  status?: DeploymentStatus;
};
export type HorizontalPodAutoscaler = Stored<
  autoscaling.HorizontalPodAutoscaler,
  'HorizontalPodAutoscaler',
  'autoscaling/v2'
> & { spec: autoscaling.HorizontalPodAutoscalerSpec };
/** Number of pods that are being deleted, of releases since 1.35. */
interface TerminatingCount {
  terminatingReplicas?: number;
}

export type DeploymentStatus = apps.DeploymentStatus & TerminatingCount;
export type DeploymentCondition = apps.DeploymentCondition;
export type ReplicaSet = Stored<apps.ReplicaSet, 'ReplicaSet', 'apps/v1'> & {
  spec: apps.ReplicaSetSpec;
  status?: ReplicaSetStatus;
};
export type ReplicaSetStatus = apps.ReplicaSetStatus & TerminatingCount;
export type ReplicationController = Stored<core.ReplicationController, 'ReplicationController', 'v1'> & {
  spec: core.ReplicationControllerSpec;
};
export type StatefulSet = Stored<apps.StatefulSet, 'StatefulSet', 'apps/v1'> & { spec: apps.StatefulSetSpec };
export type StatefulSetStatus = apps.StatefulSetStatus;
export type DaemonSet = Stored<apps.DaemonSet, 'DaemonSet', 'apps/v1'> & { spec: apps.DaemonSetSpec };
export type DaemonSetStatus = apps.DaemonSetStatus;
/** A former or present template of a StatefulSet or DaemonSet, as a patch that brings it back. */
export type ControllerRevision = Omit<Stored<apps.ControllerRevision, 'ControllerRevision', 'apps/v1'>, 'data'> & {
  data?: unknown;
};
export type ResourceList = Record<string, string>;
export type Volume = core.Volume;
export type PersistentVolume = Stored<core.PersistentVolume, 'PersistentVolume', 'v1'>;
export type PersistentVolumeClaim = Stored<core.PersistentVolumeClaim, 'PersistentVolumeClaim', 'v1'>;
export type StorageClass = Stored<storage.StorageClass, 'StorageClass', 'storage.k8s.io/v1'>;
export type CSINode = Stored<storage.CSINode, 'CSINode', 'storage.k8s.io/v1'>;
export type CSIDriver = Stored<storage.CSIDriver, 'CSIDriver', 'storage.k8s.io/v1'>;
export type CSIStorageCapacity = Stored<storage.CSIStorageCapacity, 'CSIStorageCapacity', 'storage.k8s.io/v1'>;
export type VolumeAttachment = Stored<storage.VolumeAttachment, 'VolumeAttachment', 'storage.k8s.io/v1'>;
/** The types of version 1 lack it; its fields are those of v1alpha1. */
export type VolumeAttributesClass = Stored<AttributesClass, 'VolumeAttributesClass', 'storage.k8s.io/v1'>;
export type PodTemplate = Stored<core.PodTemplate, 'PodTemplate', 'v1'>;
export type Ingress = Stored<networking.Ingress, 'Ingress', 'networking.k8s.io/v1'>;
export type FlowSchema = Stored<flowcontrol.FlowSchema, 'FlowSchema', 'flowcontrol.apiserver.k8s.io/v1'>;
export type PriorityLevelConfiguration = Stored<
  flowcontrol.PriorityLevelConfiguration,
  'PriorityLevelConfiguration',
  'flowcontrol.apiserver.k8s.io/v1'
>;
export type CertificateSigningRequest = Stored<
  certificates.CertificateSigningRequest,
  'CertificateSigningRequest',
  'certificates.k8s.io/v1'
>;
export type CertificateSigningRequestCondition = certificates.CertificateSigningRequestCondition;
/** The types of version 1 lack both; their fields are those of v1alpha1. */
export type ServiceCIDR = Stored<addresses.ServiceCIDR, 'ServiceCIDR', 'networking.k8s.io/v1'>;
export type IPAddress = Stored<addresses.IPAddress, 'IPAddress', 'networking.k8s.io/v1'>;
export type IngressClass = Stored<networking.IngressClass, 'IngressClass', 'networking.k8s.io/v1'>;
export type NetworkPolicy = Stored<networking.NetworkPolicy, 'NetworkPolicy', 'networking.k8s.io/v1'>;
