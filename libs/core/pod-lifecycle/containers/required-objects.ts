import type { Container, ContainerStatus, KubeObject, Pod } from '@orrery/api-types';
import type { RunContext } from '@orrery/container-shell';
import { usedVolumes } from './used-volumes';

/**
 * The kinds of which pods need objects: those that they take files and variables from, claims of volumes, and the class of
 * their runtime.
 */
export const ReferencedKind = {
  ConfigMap: 'ConfigMap',
  Secret: 'Secret',
  PersistentVolumeClaim: 'PersistentVolumeClaim',
  RuntimeClass: 'RuntimeClass',
} as const;
export type ReferencedKind = (typeof ReferencedKind)[keyof typeof ReferencedKind];

/** Finds an object, of a namespace if its kind has them; undefined when there is none. */
export type FindObject = (kind: ReferencedKind, namespace: string, name: string) => KubeObject | undefined;

/** Returns the state that a container with this status finds by its pod; the pod's status is the one of the kubelet. */
export type RunContextOf = (pod: Pod, status: ContainerStatus) => RunContext;

/** An object that a pod cannot do without, and what a kubelet says of its absence. */
export interface MissingObject {
  readonly kind: ReferencedKind;
  readonly name: string;
  readonly message: string;
}

interface Reference {
  readonly kind: ReferencedKind;
  readonly name: string;
  /** The keys that must be there; none means that the object is enough. */
  readonly keys: readonly string[];
}

interface Keyed {
  readonly name?: string;
  readonly secretName?: string;
  readonly optional?: boolean;
  readonly items?: readonly { readonly key?: string }[];
}
interface Sources {
  readonly configMap?: Keyed | undefined;
  readonly secret?: Keyed | undefined;
}
interface Volume extends Sources {
  readonly name: string;
  readonly projected?: { readonly sources?: readonly Sources[] };
}
interface KeySelector {
  readonly name?: string;
  readonly key?: string;
  readonly optional?: boolean;
}
interface Environment {
  readonly env?: readonly {
    readonly valueFrom?: { readonly configMapKeyRef?: KeySelector; readonly secretKeyRef?: KeySelector };
  }[];
  readonly envFrom?: readonly { readonly configMapRef?: KeySelector; readonly secretRef?: KeySelector }[];
}

/**
 * The ConfigMap with the cluster's certificate that every pod with a token mounts. The cluster publishes it into each
 * namespace, so pods do not wait for it.
 */
const PUBLISHED = 'kube-root-ca.crt';

/**
 * Returns the object whose absence keeps the volumes of a pod from being mounted (`SetUpAt` of upstream's
 * `pkg/volume/{configmap,secret,projected}`).
 */
export function missingForVolumes(pod: Pod, find: FindObject): MissingObject | undefined {
  const { metadata, spec } = pod;
  const used = usedVolumes(pod);
  for (const { name, configMap, secret, projected } of (spec.volumes ?? []) as readonly Volume[]) {
    if (!used.has(name)) continue;
    for (const source of [{ configMap, secret }, ...(projected?.sources ?? [])]) {
      const reference = volumeReference(source);
      const problem =
        reference && problemWithFiles(reference, find(reference.kind, metadata.namespace ?? '', reference.name));
      if (problem === undefined) continue;
      return { ...reference!, message: `MountVolume.SetUp failed for volume "${name}" : ${problem}` };
    }
  }
  return undefined;
}

/** Returns the missing object that a container's variables need (`makeEnvironmentVariables` of upstream's `kubelet_pods.go`). */
export function missingForVariables(
  { metadata }: Pod,
  container: Container,
  find: FindObject,
): MissingObject | undefined {
  const { env = [], envFrom = [] } = container as Environment;
  const namespace = metadata.namespace ?? '';
  const selectors = [
    ...envFrom.map(({ configMapRef, secretRef }) => [configMapRef, secretRef] as const),
    ...env.map(({ valueFrom }) => [valueFrom?.configMapKeyRef, valueFrom?.secretKeyRef] as const),
  ];
  for (const [ofConfigMap, ofSecret] of selectors) {
    const selector = ofConfigMap ?? ofSecret;
    if (!selector?.name || selector.optional) continue;
    const { name, key } = selector;
    const kind = ofConfigMap ? ReferencedKind.ConfigMap : ReferencedKind.Secret;
    const object = find(kind, namespace, name);
    if (!object) return { kind, name, message: notFound(kind, name) };
    if (key === undefined || hasKey(object, key)) continue;
    return { kind, name, message: `couldn't find key ${key} in ${kind} ${namespace}/${name}` };
  }
  return undefined;
}

/** Returns the object that a volume or a part of a projected one requires; undefined for other sources and for optional objects. */
function volumeReference({ configMap, secret }: Sources): Reference | undefined {
  const source = configMap ?? secret;
  const name = configMap?.name ?? secret?.secretName ?? secret?.name;
  if (!source || !name || source.optional || name === PUBLISHED) return undefined;
  const kind = configMap ? ReferencedKind.ConfigMap : ReferencedKind.Secret;
  return { kind, name, keys: (source.items ?? []).map(({ key = '' }) => key) };
}

function problemWithFiles({ kind, name, keys }: Reference, object: KubeObject | undefined): string | undefined {
  if (!object) return notFound(kind, name);
  const missing = keys.find((key) => !hasKey(object, key));
  if (missing === undefined) return undefined;
  return `references non-existent ${kind === ReferencedKind.Secret ? 'secret' : 'config'} key: ${missing}`;
}

function hasKey(object: KubeObject, key: string): boolean {
  return [object['data'], object['binaryData']].some((data) => data != null && Object.hasOwn(data, key));
}

function notFound(kind: ReferencedKind, name: string): string {
  return `${kind.toLowerCase()} "${name}" not found`;
}
