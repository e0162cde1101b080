import { isMadeByCluster } from '@orrery/cluster-state';
import { groupOf, type KubeObject } from '@orrery/api-types';

/** An object as another cluster takes it, or why it is left out. */
export type Exported = { readonly object: KubeObject } | { readonly reason: string };

/** The reason why objects are left out. */
export const LeftOut = {
  Owned: 'made by their owners',
  Own: 'made by every cluster itself',
  Running: 'kept by the control plane while it runs',
  Simulated: 'known to simulated clusters only',
  Ending: 'being deleted',
} as const;

/** Groups of the simulation: another cluster has no such kinds. */
const SIMULATED = /(^|\.)(orrery\.dev|kwok\.x-k8s\.io|machineconfiguration\.openshift\.io)$/;

/** Kinds that a control plane or its kubelets write. */
const RUNNING: ReadonlySet<string> = new Set(
  'APIService CSINode CSIStorageCapacity CertificateSigningRequest ComponentStatus ControllerRevision Endpoints EndpointSlice Event IPAddress Lease Node ResourceSlice VolumeAttachment'.split(
    ' ',
  ),
);

/** Metadata that clusters give. */
const GIVEN = [
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'generation',
  'managedFields',
  'selfLink',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
] as const;

type Json = Record<string, unknown>;

/**
 * Returns an object without the parts that its cluster gave it: identity, status, addresses, places on nodes and tokens
 * of pods, so that any other cluster makes it again. Objects that another cluster makes automatically are left out.
 */
export function exportedObject(object: KubeObject): Exported {
  const reason = reasonToLeaveOut(object);
  if (reason !== undefined) return { reason };
  const { status: _status, metadata, ...rest } = object;
  const own = { ...metadata } as Json;
  for (const field of GIVEN) delete own[field];
  const shape = { ...rest, metadata: own } as unknown as KubeObject; // Others give it the rest of its metadata.
  return { object: FORMS[object.kind]?.(shape) ?? shape };
}

function reasonToLeaveOut({ apiVersion, kind, metadata, ...object }: KubeObject): string | undefined {
  const { ownerReferences = [], deletionTimestamp, annotations = {} } = metadata;
  if (SIMULATED.test(groupOf(apiVersion))) return LeftOut.Simulated;
  if (RUNNING.has(kind)) return LeftOut.Running;
  if (ownerReferences.length > 0 || annotations['kubernetes.io/config.mirror'] !== undefined) return LeftOut.Owned;
  if (isMadeByCluster({ kind, metadata }) || object['type'] === 'kubernetes.io/service-account-token')
    return LeftOut.Own;
  return deletionTimestamp === undefined ? undefined : LeftOut.Ending;
}

/** Conversions of particular kinds. */
const FORMS: Readonly<Record<string, (object: KubeObject) => KubeObject>> = {
  Namespace: ({ spec: _finalizers, ...object }) => object,
  Service: (object) => withSpec(object, serviceSpec),
  Pod: (object) => withSpec(object, podSpec),
  PersistentVolumeClaim: (object) => ({
    ...withSpec(object, ({ volumeName: _volume, ...spec }) => spec),
    metadata: withoutAnnotations(
      object,
      /^(pv\.kubernetes\.io\/|volume\.(beta\.)?kubernetes\.io\/(storage-provisioner|selected-node))/,
    ),
  }),
  PersistentVolume: (object) =>
    withSpec(object, ({ claimRef, ...spec }) => (claimRef ? { ...spec, claimRef: claimOf(claimRef as Json) } : spec)),
  Job: (object) => withSpec(object, jobSpec),
  Deployment: (object) => ({
    ...object,
    metadata: withoutAnnotations(object, /^deployment\.kubernetes\.io\/revision$/),
  }),
  ServiceAccount: ({ secrets: _secrets, ...object }) => object,
};

function withSpec(object: KubeObject, change: (spec: Json) => Json): KubeObject {
  return object.spec === undefined ? object : { ...object, spec: change(object.spec as Json) };
}

function withoutAnnotations({ metadata }: KubeObject, names: RegExp): KubeObject['metadata'] {
  const { annotations, ...rest } = metadata;
  const kept = Object.entries(annotations ?? {}).filter(([name]) => !names.test(name));
  return kept.length > 0 ? { ...rest, annotations: Object.fromEntries(kept) } : rest;
}

/** Addresses of a service are of its cluster's range; one without any stays so. */
function serviceSpec({ clusterIP, clusterIPs: _ips, healthCheckNodePort: _port, ...spec }: Json): Json {
  const { ipFamilies: _families, ...rest } = spec;
  return clusterIP === 'None' ? { ...rest, clusterIP } : rest;
}

const TOKEN_VOLUME = /^kube-api-access-\w{5}$/;

/** A pod that may go to any node, and is given a token and its priority again. */
function podSpec({ nodeName: _node, priority: _priority, preemptionPolicy: _policy, ...spec }: Json): Json {
  const mine = (volume: unknown): boolean => !TOKEN_VOLUME.test(String((volume as Json)['name']));
  const volumes = (spec['volumes'] as Json[] | undefined)?.filter(mine);
  const containers = (list: unknown): unknown =>
    (list as Json[] | undefined)?.map(({ volumeMounts, ...container }) => {
      const mounts = (volumeMounts as Json[] | undefined)?.filter(mine) ?? [];
      return mounts.length > 0 ? { ...container, volumeMounts: mounts } : container;
    });
  const { volumes: _volumes, ...rest } = spec;
  return {
    ...rest,
    containers: containers(spec['containers']),
    ...(spec['initContainers'] ? { initContainers: containers(spec['initContainers']) } : {}),
    ...(volumes && volumes.length > 0 ? { volumes } : {}),
  };
}

function claimOf({ uid: _uid, resourceVersion: _version, ...claim }: Json): Json {
  return claim;
}

const JOB_LABELS = ['controller-uid', 'job-name', 'batch.kubernetes.io/controller-uid', 'batch.kubernetes.io/job-name'];

/** The selector of a job follows from its uid, unless its user gave it. */
function jobSpec({ selector, ...spec }: Json): Json {
  if (spec['manualSelector'] === true) return { ...spec, selector };
  const { metadata = {}, ...template } = spec['template'] as { metadata?: Json };
  const labels = Object.entries((metadata['labels'] ?? {}) as Json).filter(([name]) => !JOB_LABELS.includes(name));
  return { ...spec, template: { ...template, metadata: { ...metadata, labels: Object.fromEntries(labels) } } };
}

/** Kinds that others refer to come first, workloads last. */
const FIRST =
  'CustomResourceDefinition Namespace PriorityClass StorageClass ServiceAccount ConfigMap Secret ClusterRole Role'.split(
    ' ',
  );
const LAST = 'Pod ReplicationController ReplicaSet StatefulSet DaemonSet Deployment Job CronJob'.split(' ');

/** The objects in the order in which a cluster can take them. */
export function inOrder(objects: readonly KubeObject[]): KubeObject[] {
  const rank = ({ kind }: KubeObject): number => {
    const first = FIRST.indexOf(kind);
    if (first >= 0) return first - FIRST.length;
    return LAST.includes(kind) ? 1 : 0;
  };
  return [...objects].sort((a, b) => rank(a) - rank(b));
}
