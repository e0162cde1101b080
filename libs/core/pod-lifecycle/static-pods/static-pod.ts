import { defaultPodSpec, withoutEnd, type Node, type Pod } from '@orrery/api-types';
import { formatTime, randomFor } from '@orrery/time';

/**
 * The manifests on a node's disk, in place of the files of a real node: a JSON list of pods in the directory that the kubelet
 * looks into, or an object of such lists by the paths of their directories.
 */
export const STATIC_PODS_ANNOTATION = 'orrery.dev/static-pods';

/** The default directory of static pod manifests. */
const USUAL_PATH = '/etc/kubernetes/manifests';

const SOURCE = 'kubernetes.io/config.source';
const HASH = 'kubernetes.io/config.hash';
const SEEN = 'kubernetes.io/config.seen';
const MIRROR = 'kubernetes.io/config.mirror';

/** Result of reading a directory of manifests. */
export interface StaticPodManifests {
  readonly pods: readonly Pod[];
  /** The reason why manifests are not run. */
  readonly errors: readonly string[];
}

/** Reads the manifests in a directory of a node; `nowMs` is when they were seen (spec nodes F10). */
export function readStaticPods(node: Node, nowMs: number, path = USUAL_PATH): StaticPodManifests {
  const text = node.metadata.annotations?.[STATIC_PODS_ANNOTATION];
  if (text === undefined || text === '' || path === '') return { pods: [], errors: [] };
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return { pods: [], errors: ['the manifests are not JSON'] };
  }
  const pods = new Map<string, Pod>();
  const errors: string[] = [];
  manifestsIn(document, path).forEach((manifest: unknown, index) => {
    if (!isManifest(manifest)) {
      errors.push(`manifest ${index} is not a pod with a name and containers`);
      return;
    }
    const pod = staticPod(manifest, node.metadata.name, nowMs);
    if (pods.has(fullNameOf(pod))) errors.push(`manifest ${index} has the name of another`);
    else pods.set(fullNameOf(pod), pod);
  });
  return { pods: [...pods.values()], errors };
}

function manifestsIn(document: unknown, path: string): unknown[] {
  if (Array.isArray(document)) return document;
  const directories = Object.entries((document ?? {}) as object);
  const isDisk = directories.length > 0 && directories.every(([name]) => name.startsWith('/'));
  if (!isDisk) return [document];
  return directories.flatMap(([name, manifests]: [string, unknown]) =>
    withoutSlash(name) === withoutSlash(path) ? manifests : [],
  );
}

function withoutSlash(path: string): string {
  return withoutEnd(path, '/');
}

function isManifest(value: unknown): value is Pod {
  if (typeof value !== 'object' || value === null) return false;
  const { kind = 'Pod', metadata, spec } = value as Partial<Pod>;
  const containers: unknown = spec?.containers;
  if (kind !== 'Pod' || typeof metadata?.name !== 'string' || !Array.isArray(containers)) return false;
  return containers.length > 0 && containers.every((each: { name?: unknown }) => typeof each?.name === 'string');
}

/** The pod as its kubelet runs it; the uid follows from node and manifest, so that a change of it is another pod. */
function staticPod(manifest: Pod, nodeName: string, nowMs: number): Pod {
  const hash = hashOf(nodeName, JSON.stringify(manifest));
  const { name, namespace = 'default', labels, annotations } = manifest.metadata;
  const spec = JSON.parse(JSON.stringify(manifest.spec)) as Pod['spec'];
  defaultPodSpec(spec);
  const toleratesAll = { operator: 'Exists', effect: 'NoExecute' } as const;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `${name}-${nodeName}`,
      namespace,
      uid: hash,
      creationTimestamp: formatTime(nowMs),
      resourceVersion: '0',
      ...(labels ? { labels } : {}),
      annotations: { ...annotations, [HASH]: hash, [SEEN]: formatTime(nowMs), [SOURCE]: 'file' },
    },
    spec: { ...spec, nodeName, tolerations: [...(spec.tolerations ?? []), toleratesAll] },
    status: { phase: 'Pending' },
  };
}

function hashOf(...parts: readonly string[]): string {
  const random = randomFor('static-pod', ...parts);
  return Array.from({ length: 4 }, () => random.uint32().toString(16).padStart(8, '0')).join('');
}

/** A pod that shows a static one in the API. */
export type MirrorPod = Pick<Pod, 'apiVersion' | 'kind' | 'spec'> & {
  readonly metadata: Pick<Pod['metadata'], 'name' | 'namespace' | 'labels' | 'annotations' | 'ownerReferences'>;
};

/** The mirror of a static pod as its kubelet creates it. */
export function mirrorOf({ metadata, spec }: Pod, node: Node): MirrorPod {
  const { name, namespace, labels, annotations, uid } = metadata;
  const owner = { apiVersion: 'v1', kind: 'Node', name: node.metadata.name, uid: node.metadata.uid, controller: true };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(labels ? { labels } : {}),
      annotations: { ...annotations, [MIRROR]: uid },
      ownerReferences: [owner],
    },
    spec,
  };
}

/** Returns the uid of the static pod that a pod mirrors; undefined for a pod that is not a mirror. */
export function mirroredUid({ metadata }: Pod): string | undefined {
  return metadata.annotations?.[MIRROR];
}

export function fullNameOf({ metadata }: Pod): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`;
}
