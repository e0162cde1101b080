import type { FieldError } from '../errors/field-error';
import type { KindInfo } from '../kinds/kind-info';
import type { KubeObject, Node, Pod } from '../objects';
import { validateBindingUpdate, validateRole, validateRoleBinding } from './access-kinds';
import { validateConfigDataUpdate, validateConfigMap, validateSecret } from './config-data';
import { validateDeployment } from './deployment';
import { validateCronJob, validateCronJobUpdate } from './cron-job';
import { validateIngress, validateIngressClass, validateIngressClassUpdate, validateIngressSpec } from './ingress';
import { validateCsiDriver, validateCsiDriverUpdate } from './csi-driver';
import { validateEndpointSlice, validateEndpointSliceUpdate } from './endpoint-slice';
import { validateEndpoints } from './endpoints';
import { validateEvent, validateEventUpdate } from './event';
import { validateJob, validateJobUpdate } from './job';
import { validateDisruptionBudget } from './disruption-budget';
import { validateMetadata, validateMetadataUpdate } from './metadata';
import { validateNetworkPolicy } from './network-policy';
import { validateNode, validateNodeUpdate } from './node';
import { validatePersistentVolume, validatePersistentVolumeUpdate } from './persistent-volume';
import { validatePersistentVolumeClaim, validatePersistentVolumeClaimUpdate } from './persistent-volume-claim';
import { validatePod, validatePodStatus, validatePodUpdate } from './pod';
import { validatePriorityClass, validatePriorityClassUpdate } from './priority-class';
import { validateService, validateServiceUpdate } from './service';
import { validateLimitRange } from './limit-range';
import { validateResourceQuota, validateResourceQuotaUpdate } from './resource-quota';
import { validateLease, validateNamespace } from './small-kinds';
import {
  validateCsiNode,
  validateCsiStorageCapacity,
  validateStorageClass,
  validateStorageClassUpdate,
  validateVolumeAttachment,
  validateVolumeAttachmentUpdate,
} from './storage-kinds';
import {
  validateRevision,
  validateRevisionUpdate,
  validateDaemonSet,
  validateSetUpdate,
  validateStatefulSet,
} from './sets';
import { validatePodTemplate, validateSelectorUpdate, validateTemplate } from './workload';

/** Rules of few kinds ask in which version the object came. */
type CreateRule = (object: KubeObject, requestVersion?: string) => FieldError[];
type UpdateRule = (next: KubeObject, old: KubeObject, requestVersion?: string) => FieldError[];

const CREATE_RULES: Readonly<Record<string, CreateRule>> = {
  Pod: (object) => validatePod(object as unknown as Pod),
  Node: (object) => validateNode(object as unknown as Node),
  Namespace: validateNamespace,
  ConfigMap: validateConfigMap,
  Secret: validateSecret,
  Service: validateService,
  PodDisruptionBudget: validateDisruptionBudget,
  PriorityClass: validatePriorityClass,
  Lease: validateLease,
  LimitRange: validateLimitRange,
  ResourceQuota: validateResourceQuota,
  Event: validateEvent,
  Deployment: validateDeployment,
  ReplicaSet: validateTemplate,
  StatefulSet: validateStatefulSet,
  DaemonSet: validateDaemonSet,
  ControllerRevision: validateRevision,
  ReplicationController: validateTemplate,
  Job: validateJob,
  CronJob: validateCronJob,
  PersistentVolume: validatePersistentVolume,
  PersistentVolumeClaim: validatePersistentVolumeClaim,
  StorageClass: validateStorageClass,
  CSIDriver: validateCsiDriver,
  CSINode: validateCsiNode,
  CSIStorageCapacity: validateCsiStorageCapacity,
  VolumeAttachment: validateVolumeAttachment,
  PodTemplate: validatePodTemplate,
  Ingress: validateIngress,
  IngressClass: validateIngressClass,
  NetworkPolicy: validateNetworkPolicy,
  EndpointSlice: validateEndpointSlice,
  Endpoints: validateEndpoints,
  Role: validateRole,
  ClusterRole: validateRole,
  RoleBinding: validateRoleBinding,
  ClusterRoleBinding: validateRoleBinding,
};
const updateWorkload: UpdateRule = (next, old) => [...validateTemplate(next), ...validateSelectorUpdate(next, old)];
const updateBinding: UpdateRule = (next, old) => [...validateRoleBinding(next), ...validateBindingUpdate(next, old)];
const UPDATE_RULES: Readonly<Record<string, UpdateRule>> = {
  RoleBinding: updateBinding,
  ClusterRoleBinding: updateBinding,
  Ingress: validateIngressSpec,
  IngressClass: (next, old) => [...validateIngressClass(next), ...validateIngressClassUpdate(next, old)],
  CronJob: validateCronJobUpdate,
  Event: validateEventUpdate,
  Job: (next, old) => [...validateJob(next), ...validateJobUpdate(next, old)],
  ResourceQuota: (next, old) => [...validateResourceQuota(next), ...validateResourceQuotaUpdate(next, old)],
  PersistentVolume: (next, old) => [...validatePersistentVolume(next), ...validatePersistentVolumeUpdate(next, old)],
  PersistentVolumeClaim: (next, old) => [
    ...validatePersistentVolumeClaim(next),
    ...validatePersistentVolumeClaimUpdate(next, old),
  ],
  StorageClass: (next, old) => [...validateStorageClass(next), ...validateStorageClassUpdate(next, old)],
  VolumeAttachment: (next, old) => [...validateVolumeAttachment(next), ...validateVolumeAttachmentUpdate(next, old)],
  Deployment: (next, old) => [...validateDeployment(next), ...validateSelectorUpdate(next, old)],
  ReplicaSet: updateWorkload,
  StatefulSet: (next, old) => [...validateStatefulSet(next), ...validateSetUpdate(next, old)],
  DaemonSet: (next, old) => [...validateDaemonSet(next), ...validateSelectorUpdate(next, old)],
  ControllerRevision: (next, old) => [...validateRevision(next), ...validateRevisionUpdate(next, old)],
  Pod: (next, old) => validatePodUpdate(next as unknown as Pod, old as unknown as Pod),
  Node: (next, old) => [
    ...validateNode(next as unknown as Node),
    ...validateNodeUpdate(next as unknown as Node, old as unknown as Node),
  ],
  ConfigMap: (next, old) => [...validateConfigMap(next), ...validateConfigDataUpdate(next, old)],
  Secret: (next, old) => [...validateSecret(next), ...validateConfigDataUpdate(next, old)],
  Service: (next, old) => [...validateServiceUpdate(next, old), ...validateService(next)],
  EndpointSlice: (next, old) => [...validateEndpointSlice(next), ...validateEndpointSliceUpdate(next, old)],
  CSIDriver: (next, old) => [...validateCsiDriver(next), ...validateCsiDriverUpdate(next, old)],
  PriorityClass: (next, old) => [...validatePriorityClass(next), ...validatePriorityClassUpdate(next, old)],
};
const STATUS_RULES: Readonly<Record<string, CreateRule>> = {
  Pod: (object) => validatePodStatus(object as unknown as Pod),
  Node: (object) => validateNode(object as unknown as Node),
};

/**
 * Everything that is wrong with a new object, in field order. Defaults and admission come first. The object has the
 * storage version; `requestVersion` is the one in which it came, the storage version if left out.
 */
export function validateCreate(kind: KindInfo, object: KubeObject, requestVersion?: string): FieldError[] {
  const errors = validateMetadata(kind, object.metadata);
  return Object.hasOwn(CREATE_RULES, kind.kind)
    ? [...errors, ...CREATE_RULES[kind.kind]!(object, requestVersion)]
    : errors;
}

/** Everything that is wrong with a changed object and with the change itself; versions as in {@link validateCreate}. */
export function validateUpdate(
  kind: KindInfo,
  next: KubeObject,
  old: KubeObject,
  requestVersion?: string,
): FieldError[] {
  const errors = [...validateMetadata(kind, next.metadata), ...validateMetadataUpdate(next.metadata, old.metadata)];
  if (Object.hasOwn(UPDATE_RULES, kind.kind))
    return [...errors, ...UPDATE_RULES[kind.kind]!(next, old, requestVersion)];
  return Object.hasOwn(CREATE_RULES, kind.kind)
    ? [...errors, ...CREATE_RULES[kind.kind]!(next, requestVersion)]
    : errors;
}

/** Everything that is wrong with a written status. */
export function validateStatusUpdate(kind: KindInfo, next: KubeObject, old: KubeObject): FieldError[] {
  const errors = [...validateMetadata(kind, next.metadata), ...validateMetadataUpdate(next.metadata, old.metadata)];
  return Object.hasOwn(STATUS_RULES, kind.kind) ? [...errors, ...STATUS_RULES[kind.kind]!(next)] : errors;
}
