import { DeadlineHeap } from '../shard/deadline-heap';
import type { HostedPod, Sleep } from './hosted-pod';
import { hostedPodFrom, hostedPodState, type HostedPodState } from './hosted-pod-state';
import type { ObjectsNow } from './kept-objects';

/** The pods of a shard's nodes, with the instants at which something is due for them. */
export class HostedPods {
  private readonly byUid = new Map<string, HostedPod>();
  private readonly uidsByNode = new Map<string, Set<string>>();
  private readonly deadlines = new DeadlineHeap();

  get(uid: string): HostedPod | undefined {
    return this.byUid.get(uid);
  }

  /** The pods of a node, in the order in which they came. */
  on(nodeName: string): HostedPod[] {
    const pods: HostedPod[] = [];
    for (const uid of this.uidsByNode.get(nodeName) ?? []) pods.push(this.byUid.get(uid)!);
    return pods;
  }

  add(entry: HostedPod): void {
    const { uid } = entry.pod.metadata;
    const nodeName = entry.pod.spec.nodeName!;
    this.byUid.set(uid, entry);
    const uids = this.uidsByNode.get(nodeName);
    if (uids) uids.add(uid);
    else this.uidsByNode.set(nodeName, new Set([uid]));
  }

  remove({ pod }: HostedPod): void {
    const { uid } = pod.metadata;
    const nodeName = pod.spec.nodeName!;
    this.byUid.delete(uid);
    this.deadlines.set(uid, undefined);
    const uids = this.uidsByNode.get(nodeName);
    uids?.delete(uid);
    if (uids?.size === 0) this.uidsByNode.delete(nodeName);
  }

  /** Sets the instant at which a pod has something to do, replacing the former one; undefined clears it. */
  wake(uid: string, atMs: number | undefined): void {
    const entry = this.byUid.get(uid);
    if (entry) {
      entry.asleep = undefined;
      entry.dueMs = atMs;
    }
    this.deadlines.set(uid, atMs);
  }

  /** The same for a sleeping pod: unless woken earlier, it knows the reason of its sleep. */
  sleep(entry: HostedPod, atMs: number, what: Sleep): void {
    this.wake(entry.pod.metadata.uid, atMs);
    entry.asleep = what;
  }

  /** The same for several; those that are gone are left alone. */
  wakeAll(uids: Iterable<string>, atMs: number): void {
    for (const uid of uids) if (this.byUid.has(uid)) this.wake(uid, atMs);
  }

  wakeNode(nodeName: string, atMs: number): void {
    this.wakeAll(this.uidsByNode.get(nodeName) ?? [], atMs);
  }

  nextMs(): number | undefined {
    return this.deadlines.nextMs();
  }

  /** Returns the state of each pod, in the order in which they were added. */
  toState(objects: ObjectsNow): HostedPodState[] {
    return [...this.byUid.values()].map((entry) =>
      hostedPodState(entry, objects, this.deadlines.has(entry.pod.metadata.uid)),
    );
  }

  /** Takes the pods of {@link toState}. */
  restore(state: readonly HostedPodState[], objects: ObjectsNow): void {
    for (const kept of state) {
      this.add(hostedPodFrom(kept, objects));
      if (!kept.isTaken) this.deadlines.set(kept.uid, kept.dueMs);
    }
  }

  /** Takes the pods for which something is due: by node, new ones first and by age, then by namespace and name. */
  takeDue(nowMs: number): string[] {
    const due = this.deadlines.takeDue(nowMs);
    if (due.length <= 1) return due;
    const entries = due.map((uid) => this.byUid.get(uid)!);
    return entries.sort(byTurn).map(({ pod }) => pod.metadata.uid);
  }
}

function byTurn(a: HostedPod, b: HostedPod): number {
  const [one, other] = [a.pod.metadata, b.pod.metadata];
  return (
    compare(a.pod.spec.nodeName!, b.pod.spec.nodeName!) ||
    compare(ageOf(a), ageOf(b)) ||
    compare(one.namespace ?? '', other.namespace ?? '') ||
    compare(one.name, other.name)
  );
}

function ageOf({ pod, isAdmitted }: HostedPod): string {
  return isAdmitted ? '\uffff' : (pod.metadata.creationTimestamp ?? '');
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
