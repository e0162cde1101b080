import type { Pod } from '@orrery/api-types';
import type { ClusterRuntime } from '@orrery/control-plane';
import { FileBudget, FileStore, type PodVolume } from '@orrery/container-shell';

/** Maximum size of one persistent volume, and the number of them that are kept; the least recently used goes first. */
const FILES_OF_VOLUME = { bytes: 16 * 1024 * 1024, entries: 10_000 };
const MAX_VOLUMES = 256;

/** The persistent volume behind a volume of a pod. */
export interface ClaimedVolume {
  readonly uid: string;
  /** Path of its files on the node, for a volume that is a directory there. */
  readonly nodePath?: string | undefined;
}

interface PersistentVolume {
  readonly metadata: { readonly uid: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: { readonly hostPath?: { readonly path?: string }; readonly local?: { readonly path?: string } };
}

/**
 * A volume that was made for its claim is not a directory of one node, whatever its source: pods find it wherever they
 * run.
 */
const PROVISIONED = 'pv.kubernetes.io/provisioned-by';

/** Returns the persistent volume of a claim that a pod names, or that is made for the pod; undefined as long as there is none. */
export function claimedVolume(runtime: ClusterRuntime, pod: Pod, volume: PodVolume): ClaimedVolume | undefined {
  const { namespace = '', name: podName } = pod.metadata;
  const claimName = volume.persistentVolumeClaim?.claimName ?? (volume.ephemeral && `${podName}-${volume.name}`);
  if (claimName === undefined) return undefined;
  const claim = runtime.cache.get({ resource: 'persistentvolumeclaims', namespace, name: claimName });
  if (!claim) return undefined;
  const { volumeName = '' } = (claim as { readonly spec?: { readonly volumeName?: string } }).spec ?? {};
  const key = { resource: 'persistentvolumes', namespace: '', name: volumeName } as const;
  const found = runtime.cache.get(key) as PersistentVolume | undefined;
  if (!found) return { uid: claim.metadata.uid };
  const { uid, annotations } = found.metadata;
  if (annotations?.[PROVISIONED] !== undefined) return { uid };
  return { uid, nodePath: found.spec?.hostPath?.path ?? found.spec?.local?.path };
}

/** Files of persistent volumes: they outlive the pods that mount them, in the memory of this process. */
export class ClaimFiles {
  private readonly ofClusters = new WeakMap<
    ClusterRuntime['record'],
    Map<string, { readonly budget: FileBudget; readonly store: FileStore }>
  >();

  constructor(private readonly all: FileBudget) {}

  /** The files of a volume, which begins empty. */
  open({ record, clock }: ClusterRuntime, { uid }: ClaimedVolume): FileStore {
    const volumes = this.ofClusters.get(record) ?? new Map<string, { budget: FileBudget; store: FileStore }>();
    this.ofClusters.set(record, volumes);
    let found = volumes.get(uid);
    if (!found) {
      const budget = new FileBudget(FILES_OF_VOLUME.bytes, FILES_OF_VOLUME.entries, this.all);
      found = { budget, store: new FileStore(budget, clock.now()) };
    }
    volumes.delete(uid);
    volumes.set(uid, found);
    for (const [oldest, { budget }] of volumes) {
      if (volumes.size <= MAX_VOLUMES) break;
      budget.release();
      volumes.delete(oldest);
    }
    return found.store;
  }

  /** Returns whether anything was written to a volume. */
  hasFiles({ record }: ClusterRuntime, { uid }: ClaimedVolume): boolean {
    return (
      this.ofClusters
        .get(record)
        ?.get(uid)
        ?.store.all()
        .some(([path]) => path !== '/') ?? false
    );
  }
}
