import { setImmediate } from 'node:timers/promises';
import type { Container, ContainerStatus, Pod } from '@orrery/api-types';
import { podObjectsAt, type ClusterRuntime } from '@orrery/control-plane';
import {
  absolutePath,
  encode,
  FileBudget,
  FileStore,
  FileSystem,
  hostnameOf,
  parentOf,
  Replay,
  USUAL_DIRECTORIES,
  volumeFiles,
  type Machine,
  type Mount,
  type VolumeSource,
} from '@orrery/container-shell';
import { parseTimeMs } from '@orrery/time';
import type { RunningContainer } from './session-container';

/** What the files of all pods of a process may come to, and those of one pod. */
const ALL_FILES = { bytes: 256 * 1024 * 1024, entries: 100_000 };
const FILES_OF_POD = { bytes: 16 * 1024 * 1024, entries: 10_000 };
/** Files of more pods than these are not kept; those of the pod that was longest without a session go first. */
const MAX_PODS = 256;
/** Steps of a container's own command that are made in one go. */
const STEPS_AT_ONCE = 200;
/** Contents from objects do not count against the budget of the pod. */
const OF_OBJECTS = { bytes: 16 * 1024 * 1024, entries: 10_000 };

/** What one pod has written. */
interface PodStores {
  readonly budget: FileBudget;
  /** By container ID: a container that restarts has new files. */
  readonly ofContainers: Map<string, FileStore>;
  readonly ofVolumes: Map<string, FileStore>;
}

/** What containers of this process's sessions have written: kept in memory, of the pods that had sessions last. */
export class PodFiles {
  private readonly all = new FileBudget(ALL_FILES.bytes, ALL_FILES.entries);
  /** The pod that had a session last comes last. */
  private readonly byPod = new Map<string, PodStores>();
  private readonly replays = new WeakMap<FileStore, Replay>();

  /** The files that a container sees. */
  open(runtime: ClusterRuntime, running: RunningContainer, token: string): FileSystem {
    const { pod, container, status } = running;
    const stores = this.storesOf(pod.metadata.uid);
    const nowMs = (): number => runtime.clock.now();
    const own = ownFiles(stores, { pod, status, nowMs: nowMs() });
    const objects = podObjectsAt(runtime, pod, { atMs: nowMs() });
    const mounts = mountsOf(container).flatMap(({ name, mountPath, subPath, readOnly }): Mount[] => {
      const volume = (pod.spec.volumes ?? []).find((each) => each.name === name);
      if (!volume) return [];
      const path = absolutePath(mountPath, '/');
      const given = volumeFiles(volume as VolumeSource, objects, token);
      const store = given ? filled(given, nowMs()) : storeIn(stores.ofVolumes, name, stores.budget, nowMs());
      const root = absolutePath(subPath ?? '/', '/');
      if (!given && !store.get(root)) store.makeDirectories(root, nowMs());
      return [{ path, store, root, isReadOnly: given !== undefined || readOnly === true }];
    });
    return new FileSystem(own, mounts, nowMs);
  }

  /** Lets the container's own command write what it has written by now. */
  async catchUp({ pod, status }: RunningContainer, machine: Machine, words: readonly string[]): Promise<void> {
    const own = this.byPod.get(pod.metadata.uid)?.ofContainers.get(idOf(status));
    const startedAtMs = parseTimeMs(status.state?.running?.startedAt);
    if (!own || startedAtMs === undefined || words.length === 0) return;
    const replay = this.replays.get(own) ?? new Replay(machine, words);
    this.replays.set(own, replay);
    // Others get their turn in between.
    while (replay.advance(machine.nowMs() - startedAtMs, STEPS_AT_ONCE)) await setImmediate();
  }

  private storesOf(uid: string): PodStores {
    const stores = this.byPod.get(uid) ?? {
      budget: new FileBudget(FILES_OF_POD.bytes, FILES_OF_POD.entries, this.all),
      ofContainers: new Map(),
      ofVolumes: new Map(),
    };
    this.byPod.delete(uid);
    this.byPod.set(uid, stores);
    for (const oldest of this.byPod.keys()) {
      if (this.byPod.size <= MAX_PODS) break;
      this.forget(oldest);
    }
    return stores;
  }

  private forget(uid: string): void {
    this.byPod.get(uid)?.budget.release();
    this.byPod.delete(uid);
  }
}

interface VolumeMount {
  readonly name: string;
  readonly mountPath: string;
  readonly subPath?: string;
  readonly readOnly?: boolean;
}

function mountsOf(container: Container): readonly VolumeMount[] {
  return (container.volumeMounts ?? []) as readonly VolumeMount[];
}

function storeIn(stores: Map<string, FileStore>, name: string, budget: FileBudget, nowMs: number): FileStore {
  const store = stores.get(name) ?? new FileStore(budget, nowMs);
  stores.set(name, store);
  return store;
}

function filled(files: ReturnType<typeof volumeFiles> & object, nowMs: number): FileStore {
  const store = new FileStore(new FileBudget(OF_OBJECTS.bytes, OF_OBJECTS.entries), nowMs);
  for (const { path, bytes, mode } of files) {
    const at = absolutePath(path, '/');
    store.makeDirectories(parentOf(at), nowMs);
    store.set(at, { bytes, mode, modifiedAtMs: nowMs });
  }
  return store;
}

function idOf({ name, containerID = '' }: ContainerStatus): string {
  return `${name}/${containerID}`;
}

/** The files of the container itself, with what kubelets write into each. */
function ownFiles(
  { ofContainers, budget }: PodStores,
  { pod, status, nowMs }: { readonly pod: Pod; readonly status: ContainerStatus; readonly nowMs: number },
): FileStore {
  const id = idOf(status);
  const known = ofContainers.get(id);
  if (known) return known;
  for (const [other, files] of ofContainers) {
    if (!other.startsWith(`${status.name}/`)) continue;
    files.clear();
    ofContainers.delete(other);
  }
  const store = storeIn(ofContainers, id, budget, nowMs);
  for (const path of USUAL_DIRECTORIES) store.makeDirectories(path, nowMs);
  const write = (path: string, text: string): void =>
    store.set(path, { bytes: encode(text), mode: 0o644, modifiedAtMs: nowMs });
  const hostname = hostnameOf(pod);
  const { podIP = '' } = pod.status ?? {};
  write('/etc/hostname', `${hostname}\n`);
  write('/etc/hosts', `# Kubernetes-managed hosts file.\n127.0.0.1\tlocalhost\n${podIP}\t${hostname}\n`);
  write(
    '/etc/resolv.conf',
    `search ${pod.metadata.namespace ?? 'default'}.svc.cluster.local svc.cluster.local cluster.local\noptions ndots:5\n`,
  );
  write('/etc/passwd', 'root:x:0:0:root:/root:/bin/sh\n');
  return store;
}
