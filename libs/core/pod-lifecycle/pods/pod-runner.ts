import { withFields } from '@orrery/api-types';
import { containersOf } from '@orrery/container-shell';
import { stoppingAnnotation } from '../behaviours/behaviour-annotations';
import type { NodeFaults } from '../faults/node-faults';
import type { HostedNode } from '../nodes/hosted-node';
import { isAnythingRunning, isOver, type HostedPod } from './hosted-pod';
import type { AwaitedObjects } from './awaited-objects';
import type { HostedPods } from './hosted-pods';
import type { PodAdmission } from '../kubelet-admission/pod-admission';
import type { KubeletActions, PatchPodStatus, PodRef } from '../shard/kubelet-actions';
import type { KubeletSettings } from '../shard/kubelet-settings';
import type { PodLife } from './pod-life';
import type { PodSubject } from './pod-subject';
import type { Transition } from './transition';
import { withSeenTransitions } from './pod-updates';
import { settlePodStatus } from './pod-status';
import { NodeContext, type PodContext } from './pod-context';
import { asAllocated, statusOf } from '../resizing/allocations';
import { ResizeCondition } from '../resizing/pod-resize';
import { isSameValue } from './same-value';
import { LAST_STAGE_ANNOTATION } from '../stages/driving-stages';
import type { StageTransition } from '../stages/driving-stages';
import type { StagePlace, StageDrivenPods } from '../stages/stage-driven-pods';
import type { StaticPods } from '../static-pods/static-pods';

/** Stages in a row at one instant; more means that a set of stages runs in circles, which must not stop the shard. */
const STAGES_AT_ONCE = 1000;
const CIRCLE_PAUSE_MS = 1000;
/**
 * Greatest lateness, in milliseconds, with which an event still takes place at the instant at which it was due, so that
 * lateness does not add up from stage to stage. After a longer delay the program had been stopped, and its pods with it.
 */
const MAX_LATENESS_MS = 10_000;

/** Parts of the shard that its pods live in. */
export interface PodHost {
  readonly settings: KubeletSettings;
  readonly life: PodLife;
  readonly nodes: ReadonlyMap<string, HostedNode>;
  readonly faults: NodeFaults;
  readonly pods: HostedPods;
  readonly statics: StaticPods;
  readonly admission: PodAdmission;
  readonly stageMemory: StageDrivenPods;
  readonly objects: AwaitedObjects;
}

/** The instant at which a pod lives on, and where what it wants written is gathered. */
interface Moment {
  nowMs: number;
  /** It lives on through what is due up to here. */
  readonly untilMs: number;
  readonly actions: KubeletActions;
}

/** Runs the pods of a shard: one at a time, through all of their due stages. */
export class PodRunner {
  constructor(private readonly host: PodHost) {}

  /** Does what is due for a pod by now, and says what is to be written about it. */
  run(uid: string, untilMs: number, actions: KubeletActions): void {
    const entry = this.host.pods.get(uid)!;
    const nodeName = entry.pod.spec.nodeName!;
    const hosted = this.host.nodes.get(nodeName);
    if (!hosted || !this.host.faults.canRunPods(nodeName) || entry.isDeleted) return;
    const { ref } = entry;
    const before = entry.status;
    const moment: Moment = { nowMs: beginningOf(entry, untilMs), untilMs, actions };
    if (entry.hasForeignUpdates) this.settle(entry, moment.nowMs);
    if (this.host.admission.admit(entry, hosted, moment)) this.live(entry, hosted, moment);
    else if (!entry.isAdmitted && !entry.refusal) hosted.withoutRoom.add(uid);
    if (isDeferred(entry)) hosted.withoutRoom.add(uid);
    const shownAs = this.host.statics.refOf(entry);
    if (entry.isWriteDue && shownAs && !(entry.isEndHeldBack && isAnythingRunning(entry.status))) {
      entry.status = withSeenTransitions(entry.status, before);
      actions.patchPodStatuses.push(patchOf(entry, shownAs));
      delete entry.annotations;
      entry.isWriteDue = false;
      entry.isWriteUnseen = true;
    }
    if (isOver(entry)) this.release(entry, hosted, moment.nowMs);
    if (!entry.isDeleted) return;
    if (!entry.isStatic) actions.deletePods.push(ref);
    else {
      this.host.pods.remove(entry);
      this.host.statics.ended(entry, moment.nowMs);
    }
  }

  private settle(entry: HostedPod, nowMs: number): void {
    entry.hasForeignUpdates = false;
    if (entry.status.startTime === undefined || this.host.stageMemory.isLed(entry)) return;
    const settled = settlePodStatus(entry.pod, entry.status, this.host.settings, nowMs);
    if (!isSameValue(settled, entry.status)) entry.isWriteDue = true;
    entry.status = settled;
  }

  /** Runs all due stages of a pod, each at its instant; they are written as one status. */
  private live(entry: HostedPod, hosted: HostedNode, moment: Moment): void {
    const { uid } = entry.ref;
    const beganMs = moment.nowMs;
    const context = this.contextOf(hosted);
    for (let count = 0; count < STAGES_AT_ONCE && !entry.isDeleted; count++) {
      const subject = this.subjectOf(entry, hosted, context);
      const stageMemory = this.host.stageMemory.next(entry, moment.nowMs);
      const isLifeHeld = stageMemory?.isAlone === true || this.host.stageMemory.isLed(entry);
      const next = isLifeHeld ? undefined : this.nextOf(entry, hosted, subject, moment.nowMs);
      const atMs = Math.min(stageMemory?.atMs ?? Infinity, next?.atMs ?? Infinity);
      if (atMs > moment.untilMs) {
        return this.sleep(entry, hosted, context.nextPodIP && !stageMemory ? next : undefined, atMs);
      }
      moment.nowMs = Math.max(moment.nowMs, atMs);
      if (stageMemory && stageMemory.atMs === atMs) {
        this.playStage(entry, stageMemory, { hosted, context, ...moment });
        // Everyone sees what it did before the next one follows.
        if (!stageMemory.stage.isFollowedAtOnce && !entry.isDeleted) return this.host.pods.wake(uid, moment.nowMs);
      } else if (next) this.liveThrough(next, subject, { entry, hosted, ...moment });
    }
    if (entry.isDeleted) return;
    this.host.pods.wake(uid, moment.nowMs === beganMs ? beganMs + CIRCLE_PAUSE_MS : moment.nowMs);
  }

  /** Returns the pod's next transition: the one that it slept for, unless an input of that decision has changed. */
  private nextOf(entry: HostedPod, hosted: HostedNode, subject: PodSubject, nowMs: number): Transition | undefined {
    const { asleep } = entry;
    entry.asleep = undefined;
    const isAsItWas =
      asleep?.status === entry.status &&
      asleep.contextVersion === hosted.contextVersion &&
      subject.context.nextPodIP !== undefined;
    return isAsItWas ? asleep.next : this.host.life.nextTransition(subject, nowMs);
  }

  private sleep(entry: HostedPod, hosted: HostedNode, next: Transition | undefined, atMs: number): void {
    const { pods } = this.host;
    const { contextVersion } = hosted;
    if (next) pods.sleep(entry, atMs, { next, status: entry.status, contextVersion });
    else pods.wake(entry.pod.metadata.uid, atMs === Infinity ? undefined : atMs);
  }

  /** One stage of the pod's own life. */
  private liveThrough(
    next: Transition,
    subject: PodSubject,
    { entry, hosted, nowMs, actions }: Moment & { entry: HostedPod; hosted: HostedNode },
  ): void {
    const { ref } = entry;
    const outcome = this.host.life.applyStage(subject, next, nowMs);
    if (outcome.status.podIP !== entry.status.podIP) this.takeAddress(ref.uid, outcome.status.podIP, hosted);
    const { actions: work } = next.stage;
    const hasStarted = outcome.starts && outcome.status !== entry.status && next.container?.imageAvailable;
    if (work.DecideResize) this.resize(entry, hosted, nowMs);
    const stops = stopsIn(entry, outcome.stopped);
    if (stops) {
      entry.annotations = { ...entry.annotations, ...stops };
      entry.isWriteDue = true;
    }
    if (next.container && (hasStarted || work.TakeImage)) {
      hosted.addImage(next.container.image, nowMs, next.container.imageBytes);
    }
    if (entry.memory.remembered['withoutNetwork'] && entry.status.podIP === undefined)
      hosted.withoutAddress.add(ref.uid);
    if (outcome.status !== entry.status && !outcome.silent) entry.isWriteDue = true;
    if (outcome.status !== entry.status) delete entry.stageMemory.isIdle;
    entry.status = outcome.status;
    entry.isDeleted = outcome.delete;
    const { namespace, name, uid, nodeName } = ref;
    for (const { type, reason, message } of outcome.events) {
      actions.events.push({ type, reason, message, namespace, name, uid, nodeName });
    }
    if (outcome.finalizers) actions.patchPodFinalizers.push({ ...ref, change: outcome.finalizers });
  }

  /** Applies the allocated resources of a pod, and wakes the pods that wait for room. */
  private resize(entry: HostedPod, hosted: HostedNode, nowMs: number): void {
    hosted.admitted.replace(asAllocated(entry.pod, entry.memory));
    this.host.pods.wakeAll(hosted.withoutRoom, nowMs);
    hosted.withoutRoom.clear();
  }

  private playStage(entry: HostedPod, stageMemory: StageTransition, place: StagePlace): void {
    const { podIP } = entry.status;
    this.host.stageMemory.play(entry, stageMemory, place);
    if (entry.status.podIP !== podIP) this.takeAddress(entry.pod.metadata.uid, entry.status.podIP, place.hosted);
  }

  private takeAddress(uid: string, podIP: string | undefined, hosted: HostedNode): void {
    if (podIP === undefined) return;
    hosted.addresses?.take(podIP);
    hosted.withoutAddress.delete(uid);
  }

  /** A pod as the laws of its life see it. */
  subjectOf(
    { pod, status, memory, matchedSince }: HostedPod,
    hosted: HostedNode,
    context: PodContext = this.contextOf(hosted),
  ): PodSubject {
    return { pod, status, memory, matchedSince, context };
  }

  private contextOf(hosted: HostedNode): NodeContext {
    const { settings, faults, objects } = this.host;
    return new NodeContext(hosted, settings, faults, objects);
  }

  /** A pod that is over frees its resources and address; pods that waited for one try again. */
  release(entry: HostedPod, hosted: HostedNode, nowMs: number): void {
    if (entry.isReleased) return;
    entry.isReleased = true;
    const { uid } = entry.pod.metadata;
    hosted.admitted.remove(uid);
    hosted.withoutAddress.delete(uid);
    this.host.pods.wakeAll(hosted.withoutRoom, nowMs);
    hosted.withoutRoom.clear();
    if (entry.status.podIP === undefined) return;
    hosted.addresses?.release(entry.status.podIP);
    this.host.pods.wakeAll(hosted.withoutAddress, nowMs);
  }
}

/** Returns whether a resize of the pod waits for room on its node. */
function isDeferred({ status, memory }: HostedPod): boolean {
  if (!memory.allocated) return false;
  return (status.conditions ?? []).some(
    ({ type, reason }) => type === ResizeCondition.Pending && reason === 'Deferred',
  );
}

/** Returns the time at which a pod's due work takes place, seen from now. */
function beginningOf({ dueMs }: HostedPod, nowMs: number): number {
  return dueMs === undefined || dueMs < nowMs - MAX_LATENESS_MS ? nowMs : Math.min(dueMs, nowMs);
}

/**
 * Returns annotations for stopped containers with preStop hooks: hooks are run by the server that answers requests, and nothing
 * else shows there that a container was given up and will be restarted.
 */
function stopsIn({ pod, status }: HostedPod, stopped: readonly string[]): Record<string, string> | undefined {
  const hooked = stopped.filter((name) => containersOf(pod).find((each) => each.name === name)?.lifecycle?.preStop);
  if (hooked.length === 0) return undefined;
  return Object.fromEntries(
    hooked.map((name) => [stoppingAnnotation(name), statusOf(status, name)?.containerID ?? '']),
  );
}

/** Returns the patch for a pod's status; it includes the last stage of a stage file, unless the API shows that already. */
function patchOf(
  { pod, status, shown, stageMemory, annotations }: HostedPod,
  { namespace, name, uid, nodeName }: PodRef,
): PatchPodStatus {
  const patch = { status: shown ?? status, namespace, name, uid, nodeName };
  const { last } = stageMemory;
  const stage = last === undefined || pod.metadata.annotations?.[LAST_STAGE_ANNOTATION] === last ? undefined : last;
  if (stage === undefined) return annotations ? withFields(patch, { annotations }) : patch;
  return withFields(patch, { annotations: { ...annotations, [LAST_STAGE_ANNOTATION]: stage } });
}
