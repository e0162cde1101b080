import { encode } from '../process';
import { containersOf, dataOf, fieldOf, type PodObjects } from './pod-objects';
import { resourceValue, type ResourceField } from './resource-field';

/** A file of a volume whose contents come from objects. */
export interface VolumeFile {
  /** Relative to the volume. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly mode: number;
}

interface Item {
  readonly key?: string;
  readonly path?: string;
  readonly mode?: number;
}
interface Keyed {
  readonly name?: string;
  readonly secretName?: string;
  readonly items?: readonly Item[];
  readonly defaultMode?: number;
  readonly optional?: boolean;
}
interface DownwardItem {
  readonly path?: string;
  readonly mode?: number;
  readonly fieldRef?: { readonly fieldPath?: string };
  readonly resourceFieldRef?: ResourceField & { readonly containerName?: string };
}
interface Downward {
  readonly items?: readonly DownwardItem[];
  readonly defaultMode?: number;
}

/** A volume, as far as objects give it contents. */
export interface VolumeSource {
  readonly configMap?: Keyed;
  readonly secret?: Keyed;
  readonly downwardAPI?: Downward;
  readonly projected?: {
    readonly defaultMode?: number;
    readonly sources?: readonly {
      readonly configMap?: Keyed;
      readonly secret?: Keyed;
      readonly downwardAPI?: Downward;
      readonly serviceAccountToken?: { readonly path?: string };
    }[];
  };
}

const DEFAULT_MODE = 0o644;
/** The certificate of the cluster, which it publishes itself: pods do not wait for it. */
const PUBLISHED = 'kube-root-ca.crt';

/** An object or a key is missing without which a volume is not filled again: its present contents stay. */
class MissingSource extends Error {}

/** Returns whether objects fill a volume, and not the pods that it is mounted in. */
export function isFilledByObjects({ configMap, secret, downwardAPI, projected }: VolumeSource): boolean {
  return Boolean(configMap ?? secret ?? downwardAPI ?? projected);
}

/** The paths of the tokens in a volume, relative to it. */
export function tokenPaths({ projected }: VolumeSource): string[] {
  return (projected?.sources ?? []).flatMap(({ serviceAccountToken }) =>
    serviceAccountToken ? [serviceAccountToken.path ?? 'token'] : [],
  );
}

/**
 * The files of a volume that objects fill; undefined where one of them is missing that must be there.
 *
 * @param token the token of the pod's service account, as projected volumes have it; without it they have no such file
 */
export function volumeFiles(
  volume: VolumeSource,
  objects: PodObjects,
  token: string | undefined,
): VolumeFile[] | undefined {
  try {
    return filesOf(volume, objects, token);
  } catch (error) {
    if (error instanceof MissingSource) return undefined;
    throw error;
  }
}

function filesOf(volume: VolumeSource, objects: PodObjects, token: string | undefined): VolumeFile[] {
  const { configMap, secret, downwardAPI, projected } = volume;
  if (configMap) return keyedFiles('ConfigMap', configMap, objects, configMap.defaultMode);
  if (secret) return keyedFiles('Secret', secret, objects, secret.defaultMode);
  if (downwardAPI) return downwardFiles(downwardAPI, objects, downwardAPI.defaultMode);
  const mode = projected?.defaultMode;
  return (projected?.sources ?? []).flatMap((source) => [
    ...(source.configMap ? keyedFiles('ConfigMap', source.configMap, objects, mode) : []),
    ...(source.secret ? keyedFiles('Secret', source.secret, objects, mode) : []),
    ...(source.downwardAPI ? downwardFiles(source.downwardAPI, objects, mode) : []),
    ...(source.serviceAccountToken && token !== undefined
      ? [{ path: source.serviceAccountToken.path ?? 'token', bytes: encode(token), mode: mode ?? DEFAULT_MODE }]
      : []),
  ]);
}

function keyedFiles(
  kind: 'ConfigMap' | 'Secret',
  { name: given, secretName, items, optional }: Keyed,
  { find }: PodObjects,
  defaultMode = DEFAULT_MODE,
): VolumeFile[] {
  const name = secretName ?? given ?? '';
  const object = find(kind, name);
  const isOptional = optional === true || name === PUBLISHED;
  if (!object && !isOptional) throw new MissingSource();
  const data = dataOf(object);
  if (!items) return [...data].map(([path, bytes]) => ({ path, bytes, mode: defaultMode }));
  return items.flatMap(({ key = '', path = key, mode = defaultMode }) => {
    const bytes = data.get(key);
    if (!bytes && !isOptional) throw new MissingSource();
    return bytes ? [{ path, bytes, mode }] : [];
  });
}

function downwardFiles(
  { items = [] }: Downward,
  { pod, allocatable }: PodObjects,
  defaultMode = DEFAULT_MODE,
): VolumeFile[] {
  return items.map(({ path = '', mode = defaultMode, fieldRef, resourceFieldRef }) => {
    const container = containersOf(pod).find(({ name }) => name === resourceFieldRef?.containerName);
    const text = fieldRef
      ? fieldOf(pod, fieldRef.fieldPath ?? '')
      : container
        ? resourceValue(container, resourceFieldRef!, allocatable)
        : '';
    return { path, bytes: encode(text), mode };
  });
}
