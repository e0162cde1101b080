import { isTerminalPhase, type Node, type Pod } from '@orrery/api-types';
import { formatTime } from '@orrery/time';
import { DeadlineHeap, type DeadlineState } from '../shard/deadline-heap';
import { newHostedPod, podRef, type HostedPod } from '../pods/hosted-pod';
import type { HostedPods } from '../pods/hosted-pods';
import { keepPod, keptPod, type KeptPod, type ObjectsNow } from '../pods/kept-objects';
import type { KubeletActions, PodRef } from '../shard/kubelet-actions';
import { fullNameOf, mirroredUid, mirrorOf, readStaticPods, STATIC_PODS_ANNOTATION } from './static-pod';

/** Interval between two checks of a kubelet's directory of manifests. */
const FILE_CHECK_MS = 20_000;
/** Delay after a refusal until the creation of a mirror is tried again. */
const REFUSED_AGAIN_MS = 60_000;

/** Parts of the shard that static pods depend on. */
export interface StaticPodHost {
  readonly pods: HostedPods;
  readonly nodeOf: (name: string) => Node | undefined;
  readonly canAct: (node: string) => boolean;
  /** Returns the check interval of a node's kubelet; the usual one if undefined. */
  readonly fileCheckMs: (node: string) => number | undefined;
  /** The directory that a node's kubelet looks into; the usual one if undefined. */
  readonly pathOf: (node: string) => string | undefined;
  /** The pod with the behaviour that is configured beside its manifest. */
  readonly behave: (pod: Pod) => Pod;
}

interface Directory {
  /** Text that was read last; undefined before the first check. */
  text: string | undefined;
  isRead: boolean;
  /** Path of the directory that was read. */
  path: string | undefined;
  readonly wanted: Map<string, Pod>;
  /** Mirrors in the API, by full name. */
  readonly mirrors: Map<string, Pod>;
  /** Mirrors whose creation or removal is under way. */
  readonly creating: Set<string>;
  readonly removing: Set<string>;
}

/** State of the kubelets' directories, as plain data. */
export interface StaticPodsState {
  readonly directories: readonly (readonly [node: string, directory: DirectoryState])[];
  readonly deadlines: DeadlineState;
}

interface DirectoryState extends Partial<Pick<Directory, 'text' | 'path'>>, Pick<Directory, 'isRead'> {
  readonly wanted: readonly Pod[];
  readonly mirrors: readonly KeptPod[];
  readonly creating: readonly string[];
  readonly removing: readonly string[];
}

/**
 * Static pods: they come from the node itself, run whether or not the API can be reached, and are shown there by mirrors
 * that only their kubelet can remove (spec nodes F10).
 */
export class StaticPods {
  private readonly directories = new Map<string, Directory>();
  private readonly deadlines = new DeadlineHeap();

  constructor(private readonly host: StaticPodHost) {}

  /** A node came, changed, or its kubelet lives again. A change of its manifests is seen at the next look. */
  nodeChanged(node: Node, nowMs: number, isWaking: boolean): void {
    const { name, annotations } = node.metadata;
    const text = annotations?.[STATIC_PODS_ANNOTATION];
    const known = this.directories.get(name);
    if (text === undefined && !known) return;
    if (isWaking) {
      known?.creating.clear();
      known?.removing.clear();
      this.directoryOf(name);
      this.deadlines.set(name, nowMs);
    } else if (known && !known.isRead) {
      // It is about to be read for the first time, as the node is then.
      return;
    } else if (known?.text !== text || known?.path !== this.host.pathOf(name)) {
      this.directoryOf(name);
      const periodMs = this.host.fileCheckMs(name) ?? FILE_CHECK_MS;
      this.deadlines.set(name, Math.floor(nowMs / periodMs) * periodMs + periodMs);
    }
  }

  /** A mirror came, changed, or went (`after` undefined). */
  mirrorChanged(before: Pod | undefined, after: Pod | undefined, nowMs: number): void {
    const pod = (after ?? before)!;
    const { nodeName } = pod.spec;
    if (!nodeName) return;
    const directory = this.directoryOf(nodeName);
    const fullName = fullNameOf(pod);
    directory.creating.delete(fullName);
    if (after) {
      const isNew = directory.mirrors.get(fullName)?.metadata.uid !== after.metadata.uid;
      directory.mirrors.set(fullName, after);
      if (isNew) this.show(after, nowMs);
    } else {
      directory.removing.delete(pod.metadata.uid);
      if (directory.mirrors.get(fullName)?.metadata.uid === pod.metadata.uid) directory.mirrors.delete(fullName);
    }
    this.deadlines.set(nodeName, nowMs);
  }

  /** The API did not take a mirror. */
  mirrorRefused(nodeName: string, fullName: string, nowMs: number): void {
    this.directories.get(nodeName)?.creating.delete(fullName);
    this.deadlines.set(nodeName, nowMs + REFUSED_AGAIN_MS);
  }

  /** Returns the reference to the pod's object in the API; undefined for a static pod without a mirror. */
  refOf(entry: HostedPod): PodRef | undefined {
    if (!entry.isStatic) return entry.ref;
    const mirror = this.mirrorFor(entry.pod);
    return mirror && podRef(mirror);
  }

  /** Handles a failed write of an object of the API; returns the pod that the object represents, if there is one. */
  writeFailed(uid: string, nowMs: number): HostedPod | undefined {
    const own = this.host.pods.get(uid);
    if (own || this.directories.size === 0) return own;
    for (const [nodeName, { mirrors, removing }] of this.directories) {
      for (const mirror of mirrors.values()) {
        if (mirror.metadata.uid !== uid) continue;
        if (removing.delete(uid)) this.deadlines.set(nodeName, nowMs);
        return this.host.pods.get(mirroredUid(mirror)!);
      }
    }
    return undefined;
  }

  /** Returns the state of the directories, as plain data. */
  toState(objects: ObjectsNow): StaticPodsState {
    return {
      directories: [...this.directories].map(([node, { text, path, isRead, wanted, mirrors, creating, removing }]) => [
        node,
        {
          ...(text !== undefined && { text }),
          ...(path !== undefined && { path }),
          isRead,
          wanted: [...wanted.values()],
          mirrors: [...mirrors.values()].map((mirror) => keepPod(mirror, objects)),
          creating: [...creating],
          removing: [...removing],
        },
      ]),
      deadlines: this.deadlines.toState(),
    };
  }

  /** Restores the state that {@link toState} returned. */
  restore({ directories, deadlines }: StaticPodsState, objects: ObjectsNow): void {
    const byName = (pods: readonly Pod[]): Map<string, Pod> => new Map(pods.map((pod) => [fullNameOf(pod), pod]));
    for (const [node, { text, path, isRead, wanted, mirrors, creating, removing }] of directories) {
      this.directories.set(node, {
        text,
        path,
        isRead,
        wanted: byName(wanted),
        mirrors: byName(mirrors.map((mirror) => keptPod(mirror, objects))),
        creating: new Set(creating),
        removing: new Set(removing),
      });
    }
    this.deadlines.restore(deadlines);
  }

  nextMs(): number | undefined {
    return this.deadlines.nextMs();
  }

  /** Looks into the directories that are due, and sees to the mirrors. */
  run(nowMs: number, actions: KubeletActions): void {
    for (const name of this.deadlines.takeDue(nowMs).sort()) {
      const node = this.host.nodeOf(name);
      if (!node || !this.host.canAct(name)) continue;
      const directory = this.directoryOf(name);
      this.read(directory, node, nowMs, actions);
      this.settlePods(directory, name, nowMs);
      this.settleMirrors(directory, node, actions);
      if (directory.wanted.size === 0 && directory.mirrors.size === 0 && directory.text === undefined) {
        this.directories.delete(name);
      }
    }
  }

  /** Handles the final end of a static pod: its mirror is removed, and another pod of its name may start. */
  ended({ pod }: HostedPod, nowMs: number): void {
    this.deadlines.set(pod.spec.nodeName!, nowMs);
  }

  /** Applies changed behaviours to the static pods. */
  reapplyBehaviours(nowMs: number): void {
    for (const { wanted } of this.directories.values()) {
      for (const pod of wanted.values()) {
        const entry = this.host.pods.get(pod.metadata.uid);
        if (!entry) continue;
        const { annotations } = this.host.behave(pod).metadata;
        entry.pod = { ...entry.pod, metadata: { ...entry.pod.metadata, ...(annotations ? { annotations } : {}) } };
        this.host.pods.wake(pod.metadata.uid, nowMs);
      }
    }
  }

  private read(directory: Directory, node: Node, nowMs: number, actions: KubeletActions): void {
    const text = node.metadata.annotations?.[STATIC_PODS_ANNOTATION];
    const path = this.host.pathOf(node.metadata.name);
    if (directory.isRead && directory.text === text && directory.path === path) return;
    directory.isRead = true;
    directory.text = text;
    directory.path = path;
    const { pods, errors } = readStaticPods(node, nowMs, path);
    directory.wanted.clear();
    for (const pod of pods) directory.wanted.set(fullNameOf(pod), pod);
    const { name, uid } = node.metadata;
    for (const message of errors) {
      actions.nodeEvents.push({ nodeName: name, uid, type: 'Warning', reason: 'InvalidStaticPod', message });
    }
  }

  /** Ends what is not wanted any more, starts what is; one of the same name waits for its forerunner's end. */
  private settlePods({ wanted }: Directory, nodeName: string, nowMs: number): void {
    const { pods, behave } = this.host;
    const taken = new Set<string>();
    for (const entry of pods.on(nodeName)) {
      if (!entry.isStatic) continue;
      const fullName = fullNameOf(entry.pod);
      taken.add(fullName);
      if (wanted.get(fullName)?.metadata.uid !== entry.pod.metadata.uid) this.terminate(entry, nowMs);
    }
    for (const [fullName, pod] of wanted) {
      if (taken.has(fullName)) continue;
      const status = this.mirrorFor(pod)?.status;
      const entry = newHostedPod({ ...behave(pod), ...(status ? { status } : {}) });
      entry.isStatic = true;
      pods.add(entry);
      pods.wake(pod.metadata.uid, nowMs);
    }
  }

  private settleMirrors(directory: Directory, node: Node, actions: KubeletActions): void {
    const { name } = node.metadata;
    const living = new Map(
      this.host.pods.on(name).flatMap((entry) => (entry.isStatic ? [[fullNameOf(entry.pod), entry.pod] as const] : [])),
    );
    for (const [fullName, mirror] of directory.mirrors) {
      const { uid, deletionTimestamp } = mirror.metadata;
      const isRight = living.get(fullName)?.metadata.uid === mirroredUid(mirror) && deletionTimestamp === undefined;
      if (isRight || directory.removing.has(uid)) continue;
      directory.removing.add(uid);
      actions.deletePods.push(podRef(mirror));
    }
    for (const [fullName, pod] of living) {
      const isEnding = pod.metadata.deletionTimestamp !== undefined;
      if (isEnding || directory.mirrors.has(fullName) || directory.creating.has(fullName)) continue;
      directory.creating.add(fullName);
      actions.createMirrors.push({ nodeName: name, pod: mirrorOf(pod, node) });
    }
  }

  private terminate(entry: HostedPod, nowMs: number): void {
    const { metadata, spec } = entry.pod;
    if (metadata.deletionTimestamp !== undefined) return;
    const graceSeconds = spec.terminationGracePeriodSeconds ?? 30;
    const deletion = {
      deletionTimestamp: formatTime(nowMs + graceSeconds * 1000),
      deletionGracePeriodSeconds: graceSeconds,
    };
    entry.pod = { ...entry.pod, metadata: { ...metadata, ...deletion } };
    entry.memory.deletionSeenAtMs = nowMs;
    this.host.pods.wake(metadata.uid, nowMs);
  }

  /** A new mirror is to show its pod. */
  private show(mirror: Pod, nowMs: number): void {
    const entry = this.host.pods.get(mirroredUid(mirror)!);
    if (!entry?.isStatic) return;
    if (entry.status.startTime === undefined && !isTerminalPhase(entry.status.phase)) return;
    entry.isWriteDue = true;
    this.host.pods.wake(entry.pod.metadata.uid, nowMs);
  }

  private mirrorFor(pod: Pod): Pod | undefined {
    const mirror = this.directories.get(pod.spec.nodeName!)?.mirrors.get(fullNameOf(pod));
    const shows = mirror && mirroredUid(mirror) === pod.metadata.uid && mirror.metadata.deletionTimestamp === undefined;
    return shows ? mirror : undefined;
  }

  private directoryOf(name: string): Directory {
    let known = this.directories.get(name);
    if (!known) {
      known = {
        text: undefined,
        isRead: false,
        path: undefined,
        wanted: new Map(),
        mirrors: new Map(),
        creating: new Set(),
        removing: new Set(),
      };
      this.directories.set(name, known);
    }
    return known;
  }
}
