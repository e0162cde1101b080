import type { KubeObject, PodSpec } from '../objects';
import { shareFilled } from '../pods/shared-specs';
import { setOwn } from '../structure/decode';
import { defaultLimitRange } from './limit-range';
import { defaultIngressClass, defaultNetworkPolicy } from './network-kinds';
import { defaultPodSpec, defaultTemplateSpec } from './pod-spec';
import { defaultBinding } from './role-binding';
import { defaultService } from './service';
import { defaultVolumeSource } from './volumes';
import { defaultWorkload } from './workloads';

type Fields = Record<string, unknown>;
type Default = (object: KubeObject) => void;

const NAMESPACE_NAME_LABEL = 'kubernetes.io/metadata.name';

const DEFAULTS: Readonly<Record<string, Default>> = {
  Pod: (object) => {
    if (object.spec) object.spec = shareFilled(object.spec as PodSpec, defaultPodSpec);
  },
  Node: (object) => {
    object.spec ??= {};
    const status = (object.status ??= {}) as Fields;
    // The status may be the stored object's own, so it is copied rather than changed.
    if (status['capacity'] && !status['allocatable']) {
      object.status = { ...status, allocatable: { ...(status['capacity'] as object) } };
    }
  },
  Namespace: (object) => {
    // A namespace can be selected by name everywhere; the label follows the name.
    const labels = { ...object.metadata.labels, [NAMESPACE_NAME_LABEL]: object.metadata.name };
    if (object.metadata.name) object.metadata.labels = labels;
  },
  Secret: (object) => {
    object['type'] ??= 'Opaque';
    const stringData = object['stringData'] as Record<string, string> | undefined;
    if (!stringData) return;
    const data = { ...(object['data'] as Record<string, string> | undefined) };
    for (const [key, value] of Object.entries(stringData)) setOwn(data, key, toBase64(value));
    object['data'] = data;
    delete object['stringData'];
  },
  Service: defaultService,
  LimitRange: defaultLimitRange,
  PriorityClass: (object) => {
    object['value'] ??= 0;
    object['preemptionPolicy'] ??= 'PreemptLowerPriority';
  },
  Endpoints: (object) => {
    for (const subset of (object['subsets'] as { ports?: { protocol?: string }[] }[] | undefined) ?? []) {
      for (const port of subset.ports ?? []) port.protocol ??= 'TCP';
    }
  },
  PersistentVolume: (object) => {
    const spec = (object.spec ??= {}) as Fields;
    spec['persistentVolumeReclaimPolicy'] ??= 'Retain';
    spec['volumeMode'] ??= 'Filesystem';
    defaultVolumeSource(spec);
  },
  PersistentVolumeClaim: (object) => void (((object.spec ??= {}) as Fields)['volumeMode'] ??= 'Filesystem'),
  CSIDriver: (object) => {
    const spec = (object.spec ??= {}) as Fields;
    spec['attachRequired'] ??= true;
    spec['podInfoOnMount'] ??= false;
    spec['storageCapacity'] ??= false;
    spec['fsGroupPolicy'] ??= 'ReadWriteOnceWithFSType';
    spec['volumeLifecycleModes'] ??= ['Persistent'];
    spec['requiresRepublish'] ??= false;
    spec['seLinuxMount'] ??= false;
  },
  StorageClass: (object) => {
    object['reclaimPolicy'] ??= 'Delete';
    object['volumeBindingMode'] ??= 'Immediate';
  },
  NetworkPolicy: defaultNetworkPolicy,
  IngressClass: defaultIngressClass,
  PodTemplate: (object) => {
    const template = object['template'] as { spec?: PodSpec } | undefined;
    if (template?.spec) defaultTemplateSpec(template.spec);
  },
  RoleBinding: defaultBinding,
  ClusterRoleBinding: defaultBinding,
  Deployment: defaultWorkload,
  ReplicaSet: defaultWorkload,
  ReplicationController: defaultWorkload,
  StatefulSet: defaultWorkload,
  DaemonSet: defaultWorkload,
  Job: defaultWorkload,
  CronJob: defaultWorkload,
};

/** Fills what a client may leave out. Changes the object in place: it must be a fresh one, as decoding makes it. */
export function applyDefaults(object: KubeObject): void {
  if (Object.hasOwn(DEFAULTS, object.kind)) DEFAULTS[object.kind]!(object);
}

function toBase64(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
