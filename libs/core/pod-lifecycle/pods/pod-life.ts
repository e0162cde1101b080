import type { ContainerState, Pod, PodStatus } from '@orrery/api-types';
import { formatTime, parseTimeMs, type Random } from '@orrery/time';
import { initialStatuses, moveContainer } from '../containers/container-transition';
import type { Chance } from '../chance';
import type { KubeletSettings } from '../shard/kubelet-settings';
import type { PodSubject } from './pod-subject';
import { settlePodStatus } from './pod-status';
import { isSameValue } from './same-value';
import { doWork } from './stage-work';
import { stageFacts } from './stage-facts';
import type { LifeSubject, Transition } from './transition';
import { defaultKubeletStages, type KubeletStages } from '../stages/default-stages';
import { momentFunctions, type StageMoment } from '../stages/moment-functions';
import { patchedPodStatus } from '../stages/patch-status';
import { KubeletAction, type Stage, type StagePlay, type StagePlayEvent } from '../stages/stage-file';
import { viewContainers } from '../containers/view-containers';

/** Exit code of a process that got SIGKILL. */
const KILLED_EXIT = 137;

const NONE: readonly string[] = [];

/** Result of a stage. */
export interface StageOutcome {
  readonly status: PodStatus;
  readonly events: readonly StagePlayEvent[];
  readonly delete: boolean;
  readonly silent: boolean;
  readonly finalizers: StagePlay['finalizers'];
  /** True if its container runs now. */
  readonly starts: boolean;
  /** Containers that the kubelet has begun to stop though their pod continues. */
  readonly stopped: readonly string[];
}

/** The time after which a stage that could not be played, or that changed nothing, is played again. */
const RETRY_MS = 10_000;

/** The laws of a pod's life on a node: which stage comes next, and what it does. Holds no pods. */
export class PodLife {
  /** The stages of kubelets; the default ones until others are set. */
  stages: KubeletStages = defaultKubeletStages();

  constructor(
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
    const facts = stageFacts(subject, containers, { hasNetwork, volumeProblem, sandboxProblem, settings, chance });
    let next = this.transitionOf(subject, '', { metadata, spec, status, facts, container: undefined }, nowMs);
    for (const container of containers) {
      const seen = { metadata, spec, status, facts, container };
      const candidate = this.transitionOf(subject, container.name, seen, nowMs);
      if (candidate && (!next || candidate.atMs < next.atMs)) next = candidate;
    }
    return next;
  }

  /** Does what a stage says; phase and conditions follow. The kubelet's memory of the pod is brought up to date. */
  applyStage(subject: PodSubject, transition: Transition, nowMs: number): StageOutcome {
    const { settings, chance } = this;
    const { pod, memory } = subject;
    const { stage, container, subject: seen } = transition;
    const played = stage.play(seen, momentFunctions(new PodMoment(subject, nowMs)));
    const patched = played.fault === undefined ? patchedPodStatus(subject.status, played.statusPatches) : undefined;
    if (!patched || 'fault' in patched) return this.failed(subject, transition, patched?.fault ?? played.fault!, nowMs);
    const { actions, remember } = stage;
    const { finalizers, deletes, initialContainerState } = played;
    let { status } = patched;
    if (initialContainerState) status = initialStatuses(pod, status, initialContainerState);
    const [moved, startEvents, stopped] = doWork(subject, transition, { status, played, settings, chance, nowMs });
    status = moved;
    if (remember) memory.remembered = { ...memory.remembered, ...remember };
    const isChanged = status !== subject.status || deletes;
    if (isOfStatusAlone(stage, played) && isSameValue(status, subject.status)) this.pause(subject, transition, nowMs);
    return {
      status: isChanged ? settlePodStatus(pod, status, settings, nowMs) : status,
      events: startEvents.length === 0 ? played.events : [...played.events, ...startEvents],
      delete: deletes,
      silent: actions.WithholdStatus ?? (initialContainerState !== undefined && !settings.writesCreatingStatus),
      finalizers,
      starts: container !== undefined && played.containerState?.running !== undefined,
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

  /** Reports a stage that could not be played. */
  private failed(subject: PodSubject, transition: Transition, fault: string, nowMs: number): StageOutcome {
    this.pause(subject, transition, nowMs);
    const message = `The stage ${transition.stage.name} cannot be played: ${fault}`;
    return {
      status: subject.status,
      events: [{ type: 'Warning', reason: 'StageFailed', message }],
      delete: false,
      silent: false,
      finalizers: undefined,
      starts: false,
      stopped: NONE,
    };
  }

  /** Lets a stage that would come again at once wait. */
  private pause({ matchedSince }: PodSubject, { container, stage }: Transition, nowMs: number): void {
    const target = container?.name ?? '';
    const atMs = matchedSince.get(target)?.atMs ?? nowMs;
    matchedSince.set(target, { stage: stage.name, atMs, retryAtMs: nowMs + RETRY_MS });
  }

  private transitionOf(subject: PodSubject, target: string, seen: LifeSubject, nowMs: number): Transition | undefined {
    const { uid } = subject.pod.metadata;
    const { container } = seen;
    const attempt = container?.startedAtMs ?? 0;
    const stages = container ? this.stages.Container : this.stages.Pod;
    const stage = stages.match(seen, () => this.chance('stage', uid, target, attempt));
    if (!stage) {
      subject.matchedSince.delete(target);
      return undefined;
    }
    const { name } = stage;
    let since = subject.matchedSince.get(target);
    if (since?.stage !== name) subject.matchedSince.set(target, (since = { stage: name, atMs: nowMs }));
    const random = (): Random => this.chance('delay', uid, target, name, attempt);
    const atMs = stage.instantOf(seen, { sinceMs: since.atMs, random });
    const { retryAtMs } = since;
    return { atMs: retryAtMs === undefined ? atMs : Math.max(atMs, retryAtMs), stage, container, subject: seen };
  }
}

/** Returns whether a stage that leaves the status as it is has no effect that would keep it from coming again at once. */
function isOfStatusAlone({ actions, remember }: Stage, { finalizers, deletes, containerState }: StagePlay): boolean {
  if (remember || finalizers || deletes || containerState) return false;
  for (const action in actions) if (action !== KubeletAction.WithholdStatus) return false;
  return true;
}

/** Time and place of a pod; nothing is worked out before a template asks for it. */
class PodMoment implements StageMoment {
  constructor(
    private readonly subject: PodSubject,
    readonly nowMs: number,
  ) {}

  get nodeName(): string {
    return this.subject.pod.spec.nodeName ?? '';
  }

  get nodeIP(): string | undefined {
    return this.subject.context.hostIP;
  }

  get startTime(): string | undefined {
    return this.subject.context.nodeStartTime;
  }

  get podIP(): string | undefined {
    return this.subject.status.podIP ?? this.subject.context.nextPodIP;
  }
}

/** Returns the start of a deletion, for a kubelet that did not see it. */
export function deletionBeganAtMs(pod: Pod): number | undefined {
  const endsAtMs = parseTimeMs(pod.metadata.deletionTimestamp);
  if (endsAtMs === undefined) return undefined;
  return endsAtMs - (pod.metadata.deletionGracePeriodSeconds ?? 0) * 1000;
}
