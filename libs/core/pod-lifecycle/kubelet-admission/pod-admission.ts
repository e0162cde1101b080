import { isTerminalPhase, type Pod } from '@orrery/api-types';
import type { HostedNode } from '../nodes/hosted-node';
import { isOver, podRef, type HostedPod, type PodRefusal } from '../pods/hosted-pod';
import type { HostedPods } from '../pods/hosted-pods';
import type { KillOrder } from '../pods/kill-order';
import { asAllocated } from '../resizing/allocations';
import type { KubeletActions } from '../shard/kubelet-actions';
import type { KubeletSettings } from '../shard/kubelet-settings';
import { admitPod, EVICTED, type AdmissionVerdict } from './admit-pod';
import { choosePreempted } from './choose-preempted';
import { isCritical } from './critical-pod';

/** Parts of the shard that admission depends on. */
export interface AdmissionHost {
  readonly pods: HostedPods;
  readonly isShuttingDown: (node: string) => boolean;
  readonly kill: (uid: string, order: KillOrder) => void;
  /** Requests a report of the node's status at this instant. */
  readonly report: (node: string, nowMs: number) => void;
}

const PREEMPTED = 'Preempted in order to admit critical pod';
const ADMITTED: AdmissionVerdict = { admitted: true };

type Refused = Extract<AdmissionVerdict, { admitted: false }>;

/** The instant at which a pod comes to its kubelet, and where what is to be written is gathered. */
interface AdmissionMoment {
  readonly nowMs: number;
  readonly actions: KubeletActions;
}

/** Admits pods to their nodes or refuses them; critical ones may evict others (spec nodes E11). */
export class PodAdmission {
  constructor(
    private readonly settings: KubeletSettings,
    private readonly host: AdmissionHost,
  ) {}

  /**
   * Returns whether a pod may live on its node now. One that already started was admitted by this kubelet before it restarted;
   * a pod that waits for the end of pods it preempted is evaluated again when they have ended. One that is refused is shown
   * as Failed a while later: a controller that replaces it at once would otherwise do so for ever at one instant.
   */
  admit(entry: HostedPod, hosted: HostedNode, { nowMs, actions }: AdmissionMoment): boolean {
    if (entry.isAdmitted) return true;
    const { pod, status, refusal } = entry;
    if (refusal) return this.showRefusal(entry, refusal, nowMs);
    const isNew = status.startTime === undefined && !isTerminalPhase(status.phase) && !pod.metadata.deletionTimestamp;
    const verdict = isNew ? this.evaluate(entry, hosted, actions) : ADMITTED;
    if (verdict === undefined) return false;
    if (!verdict.admitted) return this.refuse(entry, verdict, { nowMs, actions });
    entry.isAdmitted = true;
    if (isOver(entry)) {
      entry.isReleased = true;
      return true;
    }
    hosted.admitted.add(asAllocated(pod, entry.memory));
    if (status.podIP !== undefined) hosted.addresses?.take(status.podIP);
    return true;
  }

  /** Refuses a pod; one that is refused for pressure makes the node say so, or the next pod would come here, too. */
  private refuse(entry: HostedPod, { reason, message }: Refused, { nowMs, actions }: AdmissionMoment): false {
    const { pod } = entry;
    const { podRefusalMs, rejectedPodMessagePrefix } = this.settings;
    actions.events.push({ ...podRef(pod), type: 'Warning', reason, message });
    if (reason === EVICTED) this.host.report(pod.spec.nodeName!, nowMs);
    const refusal = { reason, message: rejectedPodMessagePrefix + message, shownAtMs: nowMs + podRefusalMs };
    entry.refusal = refusal;
    return this.showRefusal(entry, refusal, nowMs);
  }

  private showRefusal(entry: HostedPod, { reason, message, shownAtMs }: PodRefusal, nowMs: number): false {
    const { pod, status } = entry;
    if (nowMs < shownAtMs && pod.metadata.deletionTimestamp === undefined) {
      this.host.pods.wake(pod.metadata.uid, shownAtMs);
      return false;
    }
    delete entry.refusal;
    entry.isAdmitted = true;
    entry.status = { ...status, phase: 'Failed', reason, message };
    entry.isWriteDue = true;
    return false;
  }

  /** Undefined while the pod waits for others to end. */
  private evaluate(entry: HostedPod, hosted: HostedNode, actions: KubeletActions): AdmissionVerdict | undefined {
    const { pod } = entry;
    const isWaiting = (entry.pushesOut ?? []).some((uid) => this.host.pods.get(uid)?.isReleased === false);
    if (isWaiting) return undefined;
    const verdict = admitPod(pod, hosted, this.settings);
    if (!verdict.admitted && verdict.shortage && isCritical(pod)) return this.preempt(entry, verdict.shortage, actions);
    if (verdict.admitted && this.settings.rejectsPodsWhileShuttingDown) {
      const isEnding = this.host.isShuttingDown(hosted.node.metadata.name);
      if (isEnding) {
        const message = 'Pod was rejected as the node is shutting down.';
        return { admitted: false, reason: 'NodeShutdown', message };
      }
    }
    return verdict;
  }

  private preempt(
    entry: HostedPod,
    shortage: ReadonlyMap<string, bigint>,
    actions: KubeletActions,
  ): AdmissionVerdict | undefined {
    const residents = this.host.pods
      .on(entry.pod.spec.nodeName!)
      .filter((each) => each.isAdmitted && !each.isReleased && !isTerminalPhase(each.status.phase));
    const victims = choosePreempted(
      entry.pod,
      residents.map(({ pod }) => pod),
      shortage,
    );
    if (!victims) {
      const needs = [...shortage].map(([resource, amount]) => `(res: ${resource}, q: ${amount}), `).join('');
      const message = `Unexpected error while attempting to recover from admission failure: preemption: error finding a set of pods to preempt: no set of running pods found to reclaim resources: [${needs}]`;
      return { admitted: false, reason: 'UnexpectedAdmissionError', message };
    }
    entry.pushesOut = victims.map(({ metadata }) => metadata.uid);
    for (const victim of victims) this.pushOut(victim, actions);
    return undefined;
  }

  private pushOut(pod: Pod, actions: KubeletActions): void {
    const { preemptedStatus, shutdownDisruptionTarget: hasDisruptionTarget } = this.settings;
    actions.events.push({ ...podRef(pod), type: 'Warning', reason: 'Preempting', message: PREEMPTED });
    this.host.kill(pod.metadata.uid, {
      reason: 'Preempting',
      message: PREEMPTED,
      graceSeconds: pod.spec.terminationGracePeriodSeconds ?? 30,
      status: preemptedStatus,
      hasDisruptionTarget,
      disruptionMessage: 'Pod was preempted by Kubelet to accommodate a critical pod.',
    });
  }
}
