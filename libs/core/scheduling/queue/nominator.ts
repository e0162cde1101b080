import type { PodInfo } from '../cache/pod-info';
import type { Nominations } from '../framework/plugin-handle';

const NO_CONTROLLERS: readonly PodInfo[] = [];

/** Uids of the pods promised to each node. */
export type NominationState = readonly (readonly [node: string, pods: readonly string[]])[];

/**
 * Pods that were promised a node and are still queued: by their status, or in memory while that status is being
 * written.
 */
export class Nominator implements Nominations {
  private readonly byNode = new Map<string, readonly PodInfo[]>();
  private readonly nodeOf = new Map<string, string>();

  /** @param changed called with every new list of a node */
  constructor(private readonly changed: (nodeName: string, pods: readonly PodInfo[]) => void = () => undefined) {}

  get isEmpty(): boolean {
    return this.nodeOf.size === 0;
  }

  nominatedPods(nodeName: string): readonly PodInfo[] {
    return this.byNode.size === 0 ? NO_CONTROLLERS : (this.byNode.get(nodeName) ?? NO_CONTROLLERS);
  }

  /** The node promised to a pod. */
  nominatedNode(uid: string): string | undefined {
    return this.nodeOf.get(uid);
  }

  /** Promises a node, or the one in the pod's status; an empty name takes the promise back. */
  nominate(info: PodInfo, nodeName: string | undefined): void {
    this.remove(info.uid);
    if (!nodeName) return;
    this.nodeOf.set(info.uid, nodeName);
    const pods = this.byNode.get(nodeName);
    this.put(nodeName, pods ? [...pods, info] : [info]);
  }

  /** Uids of the pods promised to each node, in order, as plain data. */
  toState(): NominationState {
    return [...this.byNode].map(([node, pods]) => [node, pods.map(({ uid }) => uid)]);
  }

  remove(uid: string): void {
    const nodeName = this.nodeOf.get(uid);
    if (nodeName === undefined) return;
    this.nodeOf.delete(uid);
    const left = (this.byNode.get(nodeName) ?? []).filter((other) => other.uid !== uid);
    this.put(nodeName, left);
  }

  /**
   * A newer version of a queued pod. Empty in both versions keeps an in-memory promise (its write is under way);
   * a removed field takes the promise back.
   */
  update(before: PodInfo, after: PodInfo): void {
    const old = before.pod.status?.nominatedNodeName;
    const now = after.pod.status?.nominatedNodeName;
    const kept = !old && !now ? this.nodeOf.get(before.uid) : undefined;
    this.nominate(after, now || kept);
  }

  private put(nodeName: string, pods: readonly PodInfo[]): void {
    if (pods.length > 0) this.byNode.set(nodeName, pods);
    else this.byNode.delete(nodeName);
    this.changed(nodeName, this.nominatedPods(nodeName));
  }
}
