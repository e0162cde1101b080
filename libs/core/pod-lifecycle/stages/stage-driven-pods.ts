import { isTerminalPhase, type Pod } from '@orrery/api-types';
import type { HostedNode } from '../nodes/hosted-node';
import { podRef, type HostedPod } from '../pods/hosted-pod';
import type { KubeletActions } from '../shard/kubelet-actions';
import type { KubeletSettings } from '../shard/kubelet-settings';
import { settlePodStatus } from '../pods/pod-status';
import type { PodContext } from '../pods/pod-context';
import { isSameValue } from '../pods/same-value';
import { LAST_STAGE_ANNOTATION, type DrivingStages, type StageTransition } from './driving-stages';
import { momentFunctions } from './moment-functions';
import { patchedPodStatus } from './patch-status';
import type { StageSubject } from './stage-file';

/** Time and place at which a stage drives a pod. */
export interface StagePlace {
  readonly hosted: HostedNode;
  readonly context: Pick<PodContext, 'hostIP' | 'nextPodIP'>;
  readonly nowMs: number;
  readonly actions: KubeletActions;
}

/** Leads pods through the stages of files. */
export class StageDrivenPods {
  constructor(
    private readonly stages: DrivingStages,
    private readonly settings: KubeletSettings,
  ) {}

  /** The stage that a pod is in for. */
  next(entry: HostedPod, nowMs: number): StageTransition | undefined {
    if (!this.stages.concerns('Pod', entry.pod.metadata)) return undefined;
    return this.stages.next('Pod', subjectOf(entry), entry.stageMemory, nowMs);
  }

  /**
   * Returns whether a pod lives by stages of files alone: from the first that it plays until it is deleted or over, then the
   * kubelet sees to the rest.
   */
  isLed({ pod, status, stageMemory }: HostedPod): boolean {
    const hasPlayed = stageMemory.last !== undefined || pod.metadata.annotations?.[LAST_STAGE_ANNOTATION] !== undefined;
    return hasPlayed && pod.metadata.deletionTimestamp === undefined && !isTerminalPhase(status.phase);
  }

  /** Does what a stage says. */
  play(entry: HostedPod, transition: StageTransition, { hosted, context, nowMs, actions }: StagePlace): void {
    const { pod, stageMemory } = entry;
    const { stage, isAlone } = transition;
    const { name: nodeName, creationTimestamp: startTime } = hosted.node.metadata;
    const podIP = entry.status.podIP ?? context.nextPodIP;
    const moment = { nowMs, nodeName, nodeIP: context.hostIP, startTime, podIP };
    const played = stage.play(subjectOf(entry), momentFunctions(moment));
    const ref = podRef(pod);
    const patched = played.fault === undefined ? patchedPodStatus(entry.status, played.statusPatches) : undefined;
    if (!patched || 'fault' in patched) {
      const message = `The stage ${stage.name} cannot be played: ${patched?.fault ?? played.fault}`;
      actions.events.push({ type: 'Warning', reason: 'StageFailed', message, ...ref });
      this.stages.played(transition, stageMemory, { nowMs, isChanged: false, isFault: true });
      return;
    }
    // What a file writes is its author's word; what is built in leaves phase and conditions to the kubelet.
    const status = isAlone ? patched.status : settlePodStatus(pod, patched.status, this.settings, nowMs);
    const isStatusNew = !isSameValue(status, entry.status);
    if (isStatusNew) {
      entry.status = status;
      entry.isWriteDue = true;
      entry.matchedSince.clear();
    }
    for (const event of played.events) actions.events.push({ ...event, ...ref });
    if (played.finalizers) actions.patchPodFinalizers.push({ ...ref, change: played.finalizers });
    if (played.deletes) entry.isDeleted = true;
    const isChanged = isStatusNew || played.deletes || changesFinalizers(pod, played.finalizers);
    this.stages.played(transition, stageMemory, { nowMs, isChanged, isStatusNew, isFault: false });
  }
}

function subjectOf({ pod, status }: HostedPod): StageSubject {
  const { apiVersion, kind, metadata, spec } = pod;
  return { apiVersion, kind, metadata, spec, status } as StageSubject;
}

function changesFinalizers(
  { metadata }: Pod,
  change: KubeletActions['patchPodFinalizers'][number]['change'] | undefined,
) {
  if (!change) return false;
  const { finalizers = [] } = metadata;
  const { add = [], remove = [], empty } = change;
  return (
    (empty === true && finalizers.length > 0) ||
    add.some((each) => !finalizers.includes(each)) ||
    remove.some((each) => finalizers.includes(each))
  );
}
