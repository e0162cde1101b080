import type { DaemonSet, Pod } from '@orrery/api-types';
import { REVISION_HASH } from '../history/controller-revision';
import { availableFromMs, isReady } from '../pods/pod-state';
import { daemonLimits, isRollingUpdate } from './daemon-limits';
import type { DaemonNode, DaemonNodes } from './daemon-nodes';
import type { FailedPodBackOff } from './failed-pod-back-off';

/** Pods that one step creates or deletes at most. */
const BURST_DAEMONS = 250;

export interface DaemonSetInput {
  readonly set: DaemonSet;
  readonly nodes: DaemonNodes;
  /** The hash of the revision of the present template. */
  readonly hash: string;
  /** Earlier failures; killing a failed pod is recorded there. */
  readonly backOff: FailedPodBackOff;
  readonly nowMs: number;
}

interface DaemonNote {
  readonly type: 'Normal' | 'Warning';
  readonly reason: 'FailedDaemonPod' | 'SucceededDaemonPod';
  readonly message: string;
}

/** One step of a DaemonSet (spec api B4). */
export interface DaemonSetPlan {
  /** Names of the nodes that get a pod. */
  readonly creations: readonly string[];
  readonly deletions: readonly Pod[];
  readonly notes: readonly DaemonNote[];
  /** Time at which a failed pod may be killed, or a pod counts as available. */
  readonly recheckAtMs: number | undefined;
}

/** Decides one step. A set that is being deleted does nothing any more. */
export function planDaemonSet(input: DaemonSetInput): DaemonSetPlan {
  const step = new DaemonStep(input);
  if (!input.set.metadata.deletionTimestamp) step.run();
  return {
    creations: step.creations.slice(0, BURST_DAEMONS),
    deletions: [...step.deletions].slice(0, BURST_DAEMONS),
    notes: step.notes,
    recheckAtMs: step.recheckAtMs,
  };
}

/** A node's pods, grouped by their template. */
interface Generations {
  readonly old: Pod | undefined;
  readonly new: Pod | undefined;
}

class DaemonStep {
  readonly creations: string[] = [];
  readonly deletions = new Set<Pod>();
  readonly notes: DaemonNote[] = [];
  recheckAtMs: number | undefined;
  private readonly surge: number;
  private readonly unavailable: number;

  constructor(private readonly input: DaemonSetInput) {
    const desired = input.nodes.nodes.reduce((count, { shouldRun }) => count + Number(shouldRun), 0);
    const limits = daemonLimits(input.set, desired);
    this.surge = isRollingUpdate(input.set) ? limits.surge : 0;
    this.unavailable = limits.unavailable;
  }

  run(): void {
    const { nodes, lost } = this.input.nodes;
    for (const node of nodes) this.keep(node);
    for (const pod of lost) this.remove(pod);
    if (!isRollingUpdate(this.input.set)) return;
    if (this.surge > 0) this.rollWithSurge(nodes);
    else this.roll(nodes);
  }

  /** Keeps one pod where one should be, and none where none may be. */
  private keep(node: DaemonNode): void {
    const { shouldRun, mayStay, name, pods } = node;
    if (shouldRun && pods.length === 0) {
      this.creations.push(name);
      return;
    }
    if (!mayStay) {
      for (const pod of pods) this.remove(pod);
      return;
    }
    const running: Pod[] = [];
    for (const pod of pods) {
      if (pod.metadata.deletionTimestamp) continue;
      const phase = pod.status?.phase;
      if (phase === 'Failed' || phase === 'Succeeded') this.replaceEnded(pod, name);
      else running.push(pod);
    }
    if (running.length > 1) this.thinOut(running);
  }

  /** Reduces the pods of a node to one: the oldest stays; during a surge one of each template, until the new one can take over. */
  private thinOut(running: readonly Pod[]): void {
    if (this.surge === 0) {
      for (const pod of running.slice(1)) this.remove(pod);
      return;
    }
    const newest = running.filter((pod) => this.isNew(pod));
    const former = running.filter((pod) => !this.isNew(pod));
    for (const pod of [...newest.slice(1), ...former.slice(1)]) this.remove(pod);
    const [fresh] = newest;
    const [old] = former;
    if (fresh && old && (!isReady(old) || this.isAvailable(fresh))) this.remove(old);
  }

  private replaceEnded(pod: Pod, node: string): void {
    const { set, backOff, nowMs } = this.input;
    const isFailed = pod.status?.phase === 'Failed';
    if (isFailed) {
      const atMs = backOff.readyAtMs(set.metadata.uid, node);
      if (atMs > nowMs) {
        this.recheck(atMs);
        return;
      }
      if (this.deletions.size >= BURST_DAEMONS) return;
      backOff.kill(set.metadata.uid, node, nowMs);
    }
    const { namespace = '', name } = pod.metadata;
    const found = `Found ${isFailed ? 'failed' : 'succeeded'} daemon pod ${namespace}/${name} on node ${node}`;
    this.notes.push({
      type: isFailed ? 'Warning' : 'Normal',
      reason: isFailed ? 'FailedDaemonPod' : 'SucceededDaemonPod',
      message: `${found}, will try to ${isFailed ? 'kill' : 'delete'} it`,
    });
    this.remove(pod);
  }

  /** Old pods are deleted while few enough nodes lack an available pod; unavailable ones are always deleted. */
  private roll(nodes: readonly DaemonNode[]): void {
    let without = 0;
    const candidates: Pod[] = [];
    for (const node of nodes) {
      const { old, new: fresh } = this.generationsOf(node);
      if (!node.shouldRun && !old) continue;
      if (fresh) {
        if (!this.isAvailable(fresh)) without++;
      } else if (!old) without++;
      else if (this.isAvailable(old)) candidates.push(old);
      else {
        without++;
        this.remove(old);
      }
    }
    for (const pod of candidates.slice(0, Math.max(0, this.unavailable - without))) this.remove(pod);
  }

  /** New pods come beside old ones, which go when the new ones serve. */
  private rollWithSurge(nodes: readonly DaemonNode[]): void {
    let surging = 0;
    const candidates: string[] = [];
    for (const node of nodes) {
      const { old, new: fresh } = this.generationsOf(node);
      if (!old) continue;
      if (fresh) surging += Number(!this.isAvailable(fresh));
      else if (!node.shouldRun) continue;
      else if (this.isAvailable(old)) candidates.push(node.name);
      else this.creations.push(node.name);
    }
    this.creations.push(...candidates.slice(0, Math.max(0, this.surge - surging)));
  }

  /** Returns the pods of a node that remain after this step so far. */
  private generationsOf({ pods }: DaemonNode): Generations {
    const live = pods.filter((pod) => !pod.metadata.deletionTimestamp && !this.deletions.has(pod));
    const running = live.filter(({ status }) => status?.phase !== 'Failed' && status?.phase !== 'Succeeded');
    return { new: running.find((pod) => this.isNew(pod)), old: running.find((pod) => !this.isNew(pod)) };
  }

  private remove(pod: Pod): void {
    if (!pod.metadata.deletionTimestamp) this.deletions.add(pod);
  }

  private isNew({ metadata }: Pod): boolean {
    return metadata.labels?.[REVISION_HASH] === this.input.hash;
  }

  private isAvailable(pod: Pod): boolean {
    const fromMs = availableFromMs(pod, this.input.set.spec.minReadySeconds ?? 0);
    if (fromMs === undefined) return false;
    if (fromMs > this.input.nowMs) this.recheck(fromMs);
    return fromMs <= this.input.nowMs;
  }

  private recheck(atMs: number): void {
    this.recheckAtMs = Math.min(this.recheckAtMs ?? atMs, atMs);
  }
}
