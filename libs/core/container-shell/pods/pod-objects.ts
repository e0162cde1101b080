import type { Container, KubeObject, Pod } from '@orrery/api-types';

/** What the environment and the files of a pod are made from. */
export interface PodObjects {
  readonly pod: Pod;
  /** A ConfigMap or Secret of the pod's namespace. */
  readonly find: (kind: 'ConfigMap' | 'Secret', name: string) => KubeObject | undefined;
  /** The node's allocatable amounts: what limits are that a container does not have. */
  readonly allocatable: Readonly<Record<string, string>>;
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
      return (status?.podIPs ?? []).map(({ ip }) => ip).join(',');
    default:
      return '';
  }
}

/** `key="value"` a line, sorted, as files of the downward API have it. */
function quotedPairs(pairs: Readonly<Record<string, string>>): string {
  const lines = Object.entries(pairs).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return lines.sort().join('\n');
}

/** A container of any list of the pod. */
export function containersOf({ spec }: Pod): readonly Container[] {
  return [
    ...spec.containers,
    ...(spec.initContainers ?? []),
    ...((spec.ephemeralContainers ?? []) as readonly Container[]),
  ];
}
