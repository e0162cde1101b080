import type { Container, KubeObject, Pod } from '@orrery/api-types';

/** Sources of a pod's environment and files. */
export interface PodObjects {
  readonly pod: Pod;
  /** A ConfigMap or Secret of the pod's namespace. */
  readonly find: (kind: 'ConfigMap' | 'Secret', name: string) => KubeObject | undefined;
  /** The services of the pod's namespace and of `default`. */
  readonly services: () => readonly KubeObject[];
  /** The node's allocatable amounts: the limits of a container without limits. */
  readonly allocatable: Readonly<Record<string, string>>;
  /** True if the kubelet skips keys of `envFrom` that are not valid variable names, as it did before 1.34. */
  readonly skipsInvalidVariables: boolean;
}

/** The contents of a ConfigMap or Secret that variables may have; those of `binaryData` are for files only. */
export function variableDataOf(object: KubeObject | undefined): Map<string, Uint8Array> {
  return dataOf(object && { ...object, binaryData: undefined });
}

/** The contents of a ConfigMap or Secret by key, as bytes of base64 or as text. */
export function dataOf(object: KubeObject | undefined): Map<string, Uint8Array> {
  const data = new Map<string, Uint8Array>();
  const isSecret = object?.kind === 'Secret';
  const texts = (object?.['data'] ?? {}) as Readonly<Record<string, string>>;
  const binary = (object?.['binaryData'] ?? {}) as Readonly<Record<string, string>>;
  for (const [key, text] of Object.entries(texts))
    data.set(key, isSecret ? fromBase64(text) : new TextEncoder().encode(text));
  for (const [key, text] of Object.entries(binary)) data.set(key, fromBase64(text));
  return data;
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}

/** The value of a field of the pod that the downward API offers; empty for others. */
export function fieldOf({ metadata, spec, status }: Pod, path: string): string {
  const subscript = /^metadata\.(labels|annotations)\['([^']*)'\]$/.exec(path);
  if (subscript) return metadata[subscript[1] as 'labels' | 'annotations']?.[subscript[2]!] ?? '';
  switch (path) {
    case 'metadata.name':
    case 'metadata.namespace':
    case 'metadata.uid':
      return metadata[path.slice('metadata.'.length) as 'name' | 'namespace' | 'uid'] ?? '';
    case 'metadata.labels':
    case 'metadata.annotations':
      return quotedPairs(metadata[path.slice('metadata.'.length) as 'labels' | 'annotations'] ?? {});
    case 'spec.nodeName':
    case 'spec.serviceAccountName':
      return spec[path.slice('spec.'.length) as 'nodeName' | 'serviceAccountName'] ?? '';
    case 'status.podIP':
    case 'status.hostIP':
      return status?.[path.slice('status.'.length) as 'podIP' | 'hostIP'] ?? '';
    case 'status.podIPs':
    case 'status.hostIPs':
      return addressesOf(status?.[path.slice('status.'.length) as 'podIPs' | 'hostIPs']).join(',');
    default:
      return '';
  }
}

function addressesOf(addresses: unknown): string[] {
  return ((addresses ?? []) as readonly { readonly ip: string }[]).map(({ ip }) => ip);
}

/** `key="value"` a line, sorted, as files of the downward API have it. */
function quotedPairs(pairs: Readonly<Record<string, string>>): string {
  const lines = Object.entries(pairs).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return lines.sort().join('\n');
}

/** A container of any list of the pod. */
export function containersOf({ spec }: Pick<Pod, 'spec'>): readonly Container[] {
  return [
    ...spec.containers,
    ...(spec.initContainers ?? []),
    ...((spec.ephemeralContainers ?? []) as readonly Container[]),
  ];
}

interface VolumeSources {
  readonly configMap?: object;
  readonly secret?: object;
  readonly downwardAPI?: object;
  readonly projected?: { readonly sources?: readonly VolumeSources[] };
}

/** Prefix of the volumes by which kubelets of later releases mount the token of a pod's account; their contents do not change. */
const OF_ACCOUNT = 'kube-api-access-';
const known = new WeakMap<Pod['spec'], boolean>();

/** Returns whether containers or volumes of a pod take something from other objects, or from fields of the pod. */
export function dependsOnObjects({ spec }: Pod): boolean {
  let depends = known.get(spec);
  if (depends === undefined) known.set(spec, (depends = hasSources(spec)));
  return depends;
}

function hasSources(spec: Pod['spec']): boolean {
  const ofContainers = containersOf({ spec }).some((container) => {
    const { env, envFrom } = container as { env?: readonly { valueFrom?: object }[]; envFrom?: readonly object[] };
    return (envFrom?.length ?? 0) > 0 || env?.some(({ valueFrom }) => valueFrom);
  });
  return (
    ofContainers ||
    (spec.volumes ?? []).some((volume) => !volume.name.startsWith(OF_ACCOUNT) && isFromObjects(volume as VolumeSources))
  );
}

function isFromObjects({ configMap, secret, downwardAPI, projected }: VolumeSources): boolean {
  return Boolean(configMap ?? secret ?? downwardAPI) || (projected?.sources ?? []).some(isFromObjects);
}
