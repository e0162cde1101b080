import { setImmediate } from 'node:timers/promises';
import type { ContainerStatus, Pod } from '@orrery/api-types';
import { runContextOf, type ClusterRuntime } from '@orrery/control-plane';
import {
  containersOf,
  emptyVolume,
  encode,
  FileBudget,
  FileStore,
  FileSystem,
  imageFiles,
  managedFiles,
  mountedVolumes,
  newNodeFiles,
  parentOf,
  Replay,
  USUAL_DIRECTORIES,
  type Machine,
  type PodVolume,
  type WrittenVolume,
} from '@orrery/container-shell';
import { parseTimeMs } from '@orrery/time';
import { ClaimFiles, claimedVolume, type ClaimedVolume } from './claim-files';
import type { RunningContainer } from './session-container';

/** Maximum size and number of the files of all pods of a process, and of one pod. */
const ALL_FILES = { bytes: 256 * 1024 * 1024, entries: 100_000 };
const FILES_OF_POD = { bytes: 16 * 1024 * 1024, entries: 10_000 };
/** Files of more pods than these are not kept; those of the pod that was longest without a session go first. */
const MAX_PODS = 256;
/** Steps of a container's own command that are made in one go. */
const STEPS_AT_ONCE = 200;

/** Files that one pod has written. */
interface PodStores {
  readonly budget: FileBudget;
  /** Files by container ID: a container that restarts has new files. */
  readonly ofContainers: Map<string, FileStore>;
  readonly ofVolumes: Map<string, FileStore>;
}

/**
 * Files that containers of this process's sessions have written: kept in memory, for the pods with the most recent
 * sessions.
 */
export class PodFiles {
  private readonly all = new FileBudget(ALL_FILES.bytes, ALL_FILES.entries);
  /** The pod that had a session last comes last. */
  private readonly byPod = new Map<string, PodStores>();
  private readonly ofClaims = new ClaimFiles(this.all);
  private readonly ofNodes = new WeakMap<ClusterRuntime['record'], Map<string, FileStore>>();
  private readonly replays = new WeakMap<FileStore, Replay>();

  /** The files that a container sees. */
  open(runtime: ClusterRuntime, running: RunningContainer, token: string): FileSystem {
    const { pod, container, status } = running;
    const stores = this.storesOf(pod.metadata.uid);
    const nowMs = (): number => runtime.clock.now();
    const own = ownFiles(stores, { pod, status, nowMs: nowMs() });
    const { objects, shownAt } = runContextOf(runtime, pod, status);
    const writable = (volume: PodVolume): WrittenVolume => {
      const { name, emptyDir, hostPath } = volume;
      const claimed = claimedVolume(runtime, pod, volume);
      if (claimed?.nodePath) return { store: this.ofNode(runtime, pod.spec.nodeName ?? ''), root: claimed.nodePath };
      if (claimed) return { store: this.ofClaims.open(runtime, claimed) };
      if (hostPath) return { store: this.ofNode(runtime, pod.spec.nodeName ?? ''), root: hostPath.path ?? '/' };
      const store = stores.ofVolumes.get(name) ?? newStore(emptyDir !== undefined, stores.budget, nowMs());
      stores.ofVolumes.set(name, store);
      return { store };
    };
    const { mounts } = mountedVolumes(container, { objects, shownAt, nowMs, token, writable });
    const { securityContext } = container as {
      readonly securityContext?: { readonly readOnlyRootFilesystem?: boolean };
    };
    return new FileSystem(own, mounts, nowMs, securityContext?.readOnlyRootFilesystem === true);
  }

  /** The files of a node, as a program of the node sees them. */
  onNode(runtime: ClusterRuntime, node: string): FileSystem {
    return new FileSystem(this.ofNode(runtime, node), [], () => runtime.clock.now());
  }

  /** Returns whether a persistent volume that a pod mounts holds files. */
  hasFiles(runtime: ClusterRuntime, pod: Pod, claimed: ClaimedVolume): boolean {
    const { nodePath } = claimed;
    if (nodePath === undefined) return this.ofClaims.hasFiles(runtime, claimed);
    const files = this.ofNode(runtime, pod.spec.nodeName ?? '').all();
    return files.some(([path]) => path.startsWith(`${nodePath}/`));
  }

  /** Runs a container's own command up to the files that it has written by now, or by its end. */
  async catchUp({ pod, status }: RunningContainer, machine: Machine, words: readonly string[]): Promise<void> {
    const own = this.byPod.get(pod.metadata.uid)?.ofContainers.get(idOf(status));
    const { running, terminated } = status.state ?? {};
    const startedAtMs = parseTimeMs(running?.startedAt ?? terminated?.startedAt);
    const endMs = parseTimeMs(terminated?.finishedAt);
    if (!own || startedAtMs === undefined || words.length === 0) return;
    const replay = this.replays.get(own) ?? new Replay(machine, words, startedAtMs);
    this.replays.set(own, replay);
    // Others get their turn in between.
    while (replay.advance((endMs ?? machine.nowMs()) - startedAtMs, STEPS_AT_ONCE)) await setImmediate();
  }

  /** The files of a node, which begin with the first pod that mounts some. */
  private ofNode({ record, clock }: ClusterRuntime, node: string): FileStore {
    const nodes = this.ofNodes.get(record) ?? new Map<string, FileStore>();
    this.ofNodes.set(record, nodes);
    let files = nodes.get(node);
    if (!files) {
      const budget = new FileBudget(FILES_OF_POD.bytes, FILES_OF_POD.entries, this.all);
      nodes.set(node, (files = newNodeFiles(node, budget, clock.now())));
    }
    return files;
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

function newStore(isEmptyDir: boolean, budget: FileBudget, nowMs: number): FileStore {
  return isEmptyDir ? emptyVolume(budget, nowMs) : new FileStore(budget, nowMs);
}

function idOf({ name, containerID = '' }: ContainerStatus): string {
  return `${name}/${containerID}`;
}

/** Returns the files of the container itself, with those that kubelets write into each. */
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
  const store = new FileStore(budget, nowMs);
  ofContainers.set(id, store);
  for (const path of USUAL_DIRECTORIES) store.makeDirectories(path, nowMs);
  const container = containersOf(pod).find(({ name }) => name === status.name);
  for (const [path, text] of container ? imageFiles(container) : []) {
    store.makeDirectories(parentOf(path), nowMs);
    store.set(path, { bytes: encode(text), mode: 0o644, modifiedAtMs: nowMs });
  }
  for (const [path, text] of [...managedFiles(pod), ['/etc/passwd', 'root:x:0:0:root:/root:/bin/sh\n'] as const]) {
    store.set(path, { bytes: encode(text), mode: 0o644, modifiedAtMs: nowMs });
  }
  return store;
}
