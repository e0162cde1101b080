import { qosClass, withFields, type ContainerState, type Pod, type PodStatus } from '@orrery/api-types';
import { containersOf, skippedVariables } from '@orrery/container-shell';
import { formatTime, parseTimeMs, type Random } from '@orrery/time';
import { ContainerBehaviour } from '../behaviours/behaviour-annotations';
import { initialStatuses, moveContainer } from '../containers/container-transition';
import { STATUSES_OF_ROLE, type ContainerView } from '../containers/container-view';
import type { Chance } from '../chance';
import type { KubeletSettings } from '../shard/kubelet-settings';
import { containerMemory, type PodMemory } from './pod-memory';
import { settlePodStatus } from './pod-status';
import type { PodContext } from './pod-context';
import { mergePatch } from '../stages/merge-patch';
import {
  actuate,
  applyDecision,
  isActuationDue,
  withStarted,
  type ResizeDecision,
  type ResizedPod,
} from '../resizing/pod-resize';
import { StageTarget, type StageNext } from '../stages/stage';
import { stageInstant, type CompiledStage, type RenderedEvent, type StageMatcher } from '../stages/stage-matcher';
import { viewContainers } from '../containers/view-containers';
import { MINIMUM_STOP_MS, preStopMs } from '../containers/view-run';

/** Exit code of a process that got SIGKILL. */
const KILLED_EXIT = 137;

const NONE: readonly string[] = [];

/** A pod under a kubelet: its object, the status as the kubelet has it, and the kubelet's memory. */
export interface PodSubject {
  readonly pod: Pod;
  readonly status: PodStatus;
  readonly memory: PodMemory;
  readonly context: PodContext;
  /** The stage that matches each target, and the time since when; kept up by {@link PodLife.nextTransition}. */
  readonly matchedSince: Map<string, { readonly stage: string; readonly atMs: number }>;
}

/** A stage that will take place. */
export interface Transition {
  readonly atMs: number;
  readonly stage: CompiledStage;
  /** The container, in a container's stage. */
  readonly container: ContainerView | undefined;
  readonly subject: StageSubject;
}

/** Data that conditions and templates of a pod's stage can read. */
interface StageSubject {
  readonly metadata: Pod['metadata'];
  readonly spec: Pod['spec'];
  readonly status: PodStatus;
  readonly facts: StageFacts;
  readonly container: ContainerView | undefined;
}

/** Facts that the kubelet knows beside the object; a fact that does not hold is undefined. */
interface StageFacts {
  /** Known when the stage takes place. */
  now: string | undefined;
  readonly remembered: PodMemory['remembered'];
  readonly initialReason: string;
  readonly networkProblem: string | undefined;
  readonly volumeProblem: string | undefined;
  readonly sandboxProblem: string | undefined;
  readonly qosClass: string | undefined;
  readonly hostIP: string | undefined;
  readonly hostIPs: readonly object[] | undefined;
  readonly runningContainers: readonly ContainerView[] | undefined;
  /** Containers that run and whose preStop hooks fail at once. */
  readonly failedPreStops: readonly ContainerView[] | undefined;
  readonly announcesNoNetwork: true | undefined;
  readonly activeDeadlineMs: number | undefined;
  readonly graceEndsAtMs: number | undefined;
  readonly resizeDecision: ResizeDecision | undefined;
  readonly resizeInProgress: true | undefined;
}

/** Obstacles to the creation of containers. */
interface Obstacles {
  readonly hasNetwork: boolean;
  readonly volumeProblem: string | undefined;
  readonly sandboxProblem: string | undefined;
}

/** Result of a stage. */
export interface StageOutcome {
  readonly status: PodStatus;
  readonly events: readonly RenderedEvent[];
  readonly delete: boolean;
  readonly silent: boolean;
  readonly finalizers: CompiledStage['record']['next']['finalizers'];
  /** Containers that the kubelet has begun to stop though their pod continues. */
  readonly stopped: readonly string[];
}

/** The laws of a pod's life on a node: which stage comes next, and what it does. Holds no pods. */
export class PodLife {
  constructor(
    private readonly stages: StageMatcher,
    private readonly settings: KubeletSettings,
    private readonly chance: Chance,
  ) {}

  /**
   * Returns the earliest stage that the pod or one of its containers will enter; undefined when none follows without a change
   * from outside.
   */
  nextTransition(subject: PodSubject, nowMs: number): Transition | undefined {
    const { pod, status, memory, context } = subject;
    const hasNetwork = pod.spec.hostNetwork === true || context.nextPodIP !== undefined;
    // What is mounted stays mounted, whatever becomes of its object.
    const volumeProblem = status.podIP === undefined ? context.volumeProblem(pod) : undefined;
    const sandboxProblem = status.podIP === undefined ? context.sandboxProblem(pod) : undefined;
    const { settings, chance } = this;
    const containers = viewContainers(pod, status, {
      settings,
      memory,
      context,
      canHaveSandbox: hasNetwork && volumeProblem === undefined && sandboxProblem === undefined,
      chance,
    });
    const { metadata, spec } = pod;
    const facts = this.facts(subject, containers, { hasNetwork, volumeProblem, sandboxProblem });
    let next = this.transitionOf(subject, '', { metadata, spec, status, facts, container: undefined }, nowMs);
    for (const container of containers) {
      const candidate = this.transitionOf(subject, container.name, { metadata, spec, status, facts, container }, nowMs);
      if (candidate && (!next || candidate.atMs < next.atMs)) next = candidate;
    }
    return next;
  }

  /** Does what a stage says; phase and conditions follow. The kubelet's memory of the pod is brought up to date. */
  applyStage(subject: PodSubject, transition: Transition, nowMs: number): StageOutcome {
    const { pod, memory, context } = subject;
    const { stage, container } = transition;
    const { subject: seen } = transition;
    seen.facts.now = formatTime(nowMs);
    const { remember, containerReady, silent, finalizers } = stage.record.next;
    let status = subject.status;
    let startEvents: readonly RenderedEvent[] = [];
    if (stage.status) status = mergePatch(status, stage.status(seen)) as PodStatus;
    if (stage.initialContainerState) {
      status = initialStatuses(pod, status, stage.initialContainerState(seen) as ContainerState);
    }
    if (container && stage.containerState) {
      const state = stage.containerState(seen) as ContainerState;
      if (state.running) status = withAddress(pod, status, context);
      const { settings, chance } = this;
      status = moveContainer(status, { pod, view: container, state, memory, settings, chance, nowMs });
      if (state.running) status = withStarted({ pod, status, memory }, container.name, nowMs);
      if (state.running) startEvents = skippedVariableEvents(pod, status, { container, context });
    }
    if (container && containerReady !== undefined) {
      status = withReadiness(status, container, containerReady);
      containerMemory(memory, container.name).readinessAtMs = nowMs;
    }
    if (container && stage.record.next.imagePull) {
      status = withAddress(pod, status, context);
      beginPull(subject, container, nowMs);
    }
    if (container && stage.record.next.imagePulled) endPull(memory, container);
    let stopped: readonly string[] = container && stage.record.next.containerStop ? [container.name] : NONE;
    if (stage.record.next.resize || stage.record.next.resized) {
      [status, startEvents, stopped] = resized({ pod, status, memory }, transition, nowMs);
    }
    if (container) rememberProbes(memory, container, stage.record.next);
    if (remember) memory.remembered = { ...memory.remembered, ...remember };
    const isChanged = status !== subject.status || stage.record.next.delete === true;
    return {
      status: isChanged ? settlePodStatus(pod, status, this.settings, nowMs) : status,
      events: [...stage.events(seen), ...startEvents],
      delete: stage.record.next.delete ?? false,
      silent: silent ?? false,
      finalizers,
      stopped,
    };
  }

  /** The status after the kernel killed a running container for want of memory. */
  killContainer(subject: PodSubject, name: string, nowMs: number): PodStatus {
    const { pod, status, memory, context } = subject;
    const { settings, chance } = this;
    const views = viewContainers(pod, status, { settings, memory, context, canHaveSandbox: true, chance });
    const view = views.find((each) => each.name === name && each.state === 'running');
    if (!view) return status;
    const { startedAt, containerID } = view;
    const state = {
      terminated: {
        exitCode: KILLED_EXIT,
        reason: 'OOMKilled',
        ...(startedAt === undefined ? {} : { startedAt }),
        finishedAt: formatTime(nowMs),
        ...(containerID === undefined ? {} : { containerID }),
      },
    } as ContainerState;
    const moved = moveContainer(status, { pod, view, state, memory, settings, chance, nowMs });
    return settlePodStatus(pod, moved, this.settings, nowMs);
  }

  private transitionOf(subject: PodSubject, target: string, seen: StageSubject, nowMs: number): Transition | undefined {
    const { uid } = subject.pod.metadata;
    const { container } = seen;
    const stageTarget = container ? StageTarget.Container : StageTarget.Pod;
    const attempt = container?.startedAtMs ?? 0;
    const stage = this.stages.match(stageTarget, seen, () => this.chance('stage', uid, target, attempt));
    if (!stage) {
      subject.matchedSince.delete(target);
      return undefined;
    }
    const { name } = stage.record;
    let since = subject.matchedSince.get(target);
    if (since?.stage !== name) subject.matchedSince.set(target, (since = { stage: name, atMs: nowMs }));
    const random = (): Random => this.chance('delay', uid, target, name, attempt);
    return { atMs: stageInstant(stage, seen, { sinceMs: since.atMs, random }), stage, container, subject: seen };
  }

  private facts(
    { pod, status, memory, context }: PodSubject,
    containers: readonly ContainerView[],
    { hasNetwork, volumeProblem, sandboxProblem }: Obstacles,
  ): StageFacts {
    const running = containers.filter(({ state }) => state === 'running');
    const failing = running.filter(({ preStopFailure }) => preStopFailure !== undefined);
    const isWithoutNetwork = !hasNetwork && status.podIP === undefined;
    const { hostIP, podCIDR } = context;
    const noAddress = podCIDR === '' ? NO_RANGE : `no IP addresses available in range set: ${podCIDR}`;
    const noNetwork = context.networkProblem ?? noAddress;
    const seenAtMs = memory.deletionSeenAtMs;
    const deadlineSeconds = pod.spec.activeDeadlineSeconds;
    return {
      now: undefined,
      remembered: memory.remembered,
      initialReason: pod.spec.initContainers?.length ? 'PodInitializing' : 'ContainerCreating',
      networkProblem: isWithoutNetwork ? noNetwork : undefined,
      volumeProblem,
      sandboxProblem,
      qosClass: status.startTime === undefined ? qosClass(pod) : undefined,
      hostIP,
      hostIPs: hostIP === undefined ? undefined : [{ ip: hostIP }],
      runningContainers: running.length > 0 ? running : undefined,
      failedPreStops: failing.length > 0 ? failing : undefined,
      announcesNoNetwork: isWithoutNetwork && !memory.remembered['withoutNetwork'] ? true : undefined,
      activeDeadlineMs: deadlineSeconds === undefined ? undefined : deadlineSeconds * 1000,
      graceEndsAtMs: seenAtMs === undefined ? undefined : seenAtMs + stopLimitMs(pod, this.chance),
      resizeDecision: context.resizeDecision({ pod, status, memory }),
      resizeInProgress: memory.allocated && isActuationDue({ pod, status, memory }) ? true : undefined,
    };
  }
}

function beginPull({ memory, context }: PodSubject, { name, image, pullMs }: ContainerView, nowMs: number): void {
  const endsAtMs = context.pullEndsAtMs(image, pullMs!, nowMs);
  const own = containerMemory(memory, name);
  own.pullEndsAtMs = endsAtMs ?? nowMs;
  if (endsAtMs === undefined) own.isPullRefused = true;
}

function endPull(memory: PodMemory, { name }: ContainerView): void {
  const own = containerMemory(memory, name);
  own.isPulled = true;
  delete own.pullEndsAtMs;
}

/** Keeps what a stage says about the probes of a container. */
function rememberProbes(
  memory: PodMemory,
  container: ContainerView,
  { probeWarnings, containerStop }: StageNext,
): void {
  if (!probeWarnings && !containerStop) return;
  const own = containerMemory(memory, container.name);
  if (probeWarnings) own.warningsReportedMs = container.probeWarnAfterMs!;
  if (!containerStop) return;
  own.mustStop = true;
  own.givenUpBy = container.probeKilledBy;
  if (!container.hookFailure) return;
  const { reason, message } = container.hookFailure;
  own.hookError = { reason, message };
}

/** Does what a stage says about a resize. */
function resized(
  pod: ResizedPod,
  { stage, subject }: Transition,
  nowMs: number,
): [status: PodStatus, events: readonly RenderedEvent[], stopped: readonly string[]] {
  const { resizeDecision } = subject.facts;
  if (stage.record.next.resize && resizeDecision) return [applyDecision(pod, resizeDecision, nowMs), [], NONE];
  const [status, stopped] = actuate(pod, nowMs);
  const killing = (container: string): string => `Container ${container} resize requires restart`;
  return [status, stopped.map((name) => ({ type: 'Normal', reason: 'Killing', message: killing(name) })), stopped];
}

/** Message of kubenet on a node that was given no range. */
const NO_RANGE = 'Kubenet does not have netConfig. This is most likely due to lack of PodCIDR';

/** Returns the grace period, but at least two seconds after the longest hook, or 0 without a grace period. */
function stopLimitMs(pod: Pod, chance: Chance): number {
  const graceMs = 1000 * (pod.metadata.deletionGracePeriodSeconds ?? 0);
  if (graceMs === 0) return 0;
  return Math.max(
    graceMs,
    ...pod.spec.containers.map((spec) => {
      const behaviour = new ContainerBehaviour({ pod, container: spec.name, isInit: false, chance });
      return preStopMs(spec, behaviour, graceMs) + MINIMUM_STOP_MS;
    }),
  );
}

/** Returns the start of a deletion, for a kubelet that did not see it. */
export function deletionBeganAtMs(pod: Pod): number | undefined {
  const endsAtMs = parseTimeMs(pod.metadata.deletionTimestamp);
  if (endsAtMs === undefined) return undefined;
  return endsAtMs - (pod.metadata.deletionGracePeriodSeconds ?? 0) * 1000;
}

function withAddress(pod: Pod, status: PodStatus, { hostIP, nextPodIP }: PodContext): PodStatus {
  if (status.podIP !== undefined) return status;
  const ip = pod.spec.hostNetwork ? hostIP : nextPodIP;
  return ip === undefined ? status : withFields(status, { podIP: ip, podIPs: [{ ip }] });
}

/** Returns the events about a starting container besides those of its stage: keys that are not valid variable names. */
function skippedVariableEvents(
  pod: Pod,
  status: PodStatus,
  { container: { name, role }, context }: { readonly container: ContainerView; readonly context: PodContext },
): RenderedEvent[] {
  const spec = containersOf(pod).find((each) => each.name === name);
  if (!spec || !('envFrom' in spec) || !context.runContext) return [];
  const own = (status[STATUSES_OF_ROLE[role]] ?? []).find((each) => each.name === name)!;
  const { objects } = context.runContext({ ...pod, status }, own);
  return skippedVariables(spec, objects).map((message) => ({
    type: 'Warning',
    reason: 'InvalidEnvironmentVariableNames',
    message,
  }));
}

function withReadiness(status: PodStatus, { name, role }: ContainerView, ready: boolean): PodStatus {
  const field = STATUSES_OF_ROLE[role];
  const statuses = (status[field] ?? []).map((each) => (each.name === name ? { ...each, ready, started: true } : each));
  return { ...status, [field]: statuses };
}
