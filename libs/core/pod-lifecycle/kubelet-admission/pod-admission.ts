import { isTerminalPhase, type Pod } from '@orrery/api-types';
import type { HostedNode } from '../nodes/hosted-node';
import { isOver, podRef, type HostedPod } from '../pods/hosted-pod';
import type { HostedPods } from '../pods/hosted-pods';
import type { KillOrder } from '../pods/kill-order';
import type { KubeletActions } from '../shard/kubelet-actions';
import type { KubeletSettings } from '../shard/kubelet-settings';
import { admitPod, type AdmissionVerdict } from './admit-pod';
import { choosePreempted } from './choose-preempted';
import { isCritical } from './critical-pod';

/** What admission needs of the shard that it is for. */
export interface AdmissionHost {
  readonly pods: HostedPods;
  readonly isShuttingDown: (node: string) => boolean;
  readonly kill: (uid: string, order: KillOrder) => void;
}

const PREEMPTED = 'Preempted in order to admit critical pod';
const ADMITTED: AdmissionVerdict = { admitted: true };

/** Lets pods live on their nodes or refuses them; critical ones may push others out (spec nodes E11). */
export class PodAdmission {
  constructor(
    private readonly settings: KubeletSettings,
    private readonly host: AdmissionHost,
  ) {}

  /**
   * Whether a pod may live on its node now. One that already started was admitted by this kubelet before it restarted;
   * a pod that waits for the end of pods it preempted is evaluated again when they have ended.
   */
  admit(entry: HostedPod, hosted: HostedNode, actions: KubeletActions): boolean {
    if (entry.isAdmitted) return true;
    const { pod, status } = entry;
    const isNew = status.startTime === undefined && !isTerminalPhase(status.phase) && !pod.metadata.deletionTimestamp;
    const verdict = isNew ? this.judge(entry, hosted, actions) : ADMITTED;
    if (verdict === undefined) return false;
    entry.isAdmitted = true;
    if (!verdict.admitted) {
      const { reason, message } = verdict;
      entry.status = { ...status, phase: 'Failed', reason, message: this.settings.rejectedPodMessagePrefix + message };
      entry.isWriteDue = true;
      actions.events.push({ ...podRef(pod), type: 'Warning', reason, message });
      return false;
    }
    if (isOver(entry)) {
      entry.isReleased = true;
      return true;
    }
    hosted.admitted.add(pod);
    if (status.podIP !== undefined) hosted.addresses?.take(status.podIP);
    return true;
  }

  /** Undefined while the pod waits for others to end. */
  private judge(entry: HostedPod, hosted: HostedNode, actions: KubeletActions): AdmissionVerdict | undefined {
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
