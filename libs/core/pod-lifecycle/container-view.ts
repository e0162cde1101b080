import { isTerminalPhase, type Container, type ContainerStatus, type Pod, type PodStatus } from '@orrery/api-types';
import { formatDuration, parseTimeMs } from '@orrery/time';
import { BehaviourAnnotation, ContainerBehaviour } from './behaviour-annotations';
import type { Chance } from './chance';
import type { KubeletSettings } from './kubelet-settings';
import { probeFailureText, probeOutlook, type ProbeOutlook } from './probes/container-probes';
import { backOffMs, type PodMemory } from './pod-memory';

/** Where a container belongs in a pod's life. */
export type ContainerRole = 'init' | 'sidecar' | 'regular';

/**
 * A container as stages see it. Facts that do not hold are left out, so that `Exists` asks for them.
 */
export interface ContainerView {
  readonly name: string;
  readonly image: string;
  readonly role: ContainerRole;
  readonly state: 'none' | 'waiting' | 'running' | 'terminated';
  readonly reason?: string;
  readonly exitCode?: number;
  readonly ready?: true;
  /** Its turn has come and nothing forbids that it runs. */
  readonly mayStart?: true;
  /** It ran before and its restart policy wants it again. */
  readonly restarts?: true;
  /** It has to end: the pod is deleted or over. */
  readonly mustStop?: true;
  readonly imagePresent?: true;
  /** It is there or can be had. */
  readonly imageAvailable?: true;
  readonly neverPulls?: true;
  readonly pullError?: string;
  /** It is there, or has been pulled for this start. */
  readonly hasImage?: true;
  /** It has been pulled for this start. */
  readonly isPulled?: true;
  readonly pullEndsAtMs?: number;
  /** How long creating and starting it takes, if that is asked. */
  readonly startMs?: number;
  readonly pullMs: number;
  readonly pullText: string;
  readonly imageBytes?: number;
  readonly pullBackOffMs: number;
  readonly lastPullFailureMs?: number;
  /** Wait before the next restart; left out when it is at once. */
  readonly backOffMs?: number;
  readonly backOffText?: string;
  readonly startedAtMs?: number;
  readonly finishedAtMs?: number;
  readonly startedAt?: string;
  readonly containerID?: string;
  readonly exitAfterMs?: number;
  readonly nextExitCode: number;
  readonly nextExitReason: string;
  readonly nextExitSignal?: number;
  readonly nextExitMessage?: string;
  readonly readyAfterMs?: number;
  /** Its readiness probe fails; milliseconds after the start. */
  readonly unreadyAfterMs?: number;
  readonly unreadyText: string;
  /** Its startup or liveness probe gives it up. */
  readonly probeKillAfterMs?: number;
  readonly probeKilledBy?: 'startup' | 'liveness';
  readonly probeKillText: string;
  readonly stopAfterMs: number;
  readonly stopExitCode: number;
  readonly stopExitReason: string;
}

export interface ContainerViewContext {
  readonly settings: KubeletSettings;
  readonly memory: PodMemory;
  readonly hasImage: (image: string) => boolean;
  /** False while the pod can get no network. */
  readonly canHaveSandbox: boolean;
  readonly chance: Chance;
  /** How long pulls take where nothing is asked of them; as the settings say if left out. */
  readonly usualPullMs?: (image: string, imageBytes: number | undefined) => number;
}

interface PodState {
  readonly pod: Pod;
  readonly status: PodStatus;
  readonly context: ContainerViewContext;
  readonly isEnding: boolean;
  readonly mayRun: boolean;
}

/** A process that a signal ends has its number and this as exit code. */
const SIGNAL_EXIT = 128;
/** As kubelets say it. */
const TOO_MANY_PULLS = 'pull QPS exceeded';
const SIGTERM_EXIT = 143;
const SIGKILL_EXIT = 137;
/** SIGTERM always gets this long, whatever the hook has used up. */
export const MINIMUM_STOP_MS = 2_000;

export function containerRole(container: Container, isInit: boolean): ContainerRole {
  if (!isInit) return 'regular';
  return (container as { restartPolicy?: string }).restartPolicy === 'Always' ? 'sidecar' : 'init';
}

/** Views of all containers of a pod: init containers and sidecars in order, then the regular ones. */
export function viewContainers(pod: Pod, status: PodStatus, context: ContainerViewContext): ContainerView[] {
  const isEnding = pod.metadata.deletionTimestamp !== undefined || isTerminalPhase(status.phase);
  const mayRun = !isEnding && status.startTime !== undefined && (context.canHaveSandbox || status.podIP !== undefined);
  const state: PodState = { pod, status, context, isEnding, mayRun };
  const regular = viewRegular(state);
  const initStatuses = new Map(status.initContainerStatuses?.map((each) => [each.name, each]));
  const inits = (pod.spec.initContainers ?? []).map((spec) => ({ spec, status: initStatuses.get(spec.name) }));
  const views: ContainerView[] = [];
  const regularIsOver = regular.length > 0 && regular.every((view) => view.state === 'terminated' && !view.restarts);
  let turn = mayRun;
  inits.forEach(({ spec, status: own }, index) => {
    const role = containerRole(spec, true);
    const laterRuns = inits.slice(index + 1).some(({ status: later }) => later?.state?.running);
    const regularRuns = regular.some((view) => view.state === 'running');
    const mustStop = role === 'sidecar' ? (isEnding || regularIsOver) && !regularRuns && !laterRuns : isEnding;
    const wanted = role === 'sidecar' ? !regularIsOver : true;
    views.push(view(state, { spec, role, own, hasTurn: turn && wanted, mustStop }));
    turn &&= isInitDone(role, own);
  });
  return views.concat(turn ? regular : regular.map(({ mayStart: _waitsForInit, ...rest }) => rest));
}

/** A plain init container is done once it ended well; a sidecar once it started. */
export function isInitDone(role: ContainerRole, status: ContainerStatus | undefined): boolean {
  if (role === 'sidecar') return status?.started === true;
  return status?.state?.terminated?.exitCode === 0;
}

function viewRegular(state: PodState): ContainerView[] {
  const statuses = new Map(state.status.containerStatuses?.map((each) => [each.name, each]));
  return state.pod.spec.containers.map((spec) =>
    view(state, {
      spec,
      role: 'regular',
      own: statuses.get(spec.name),
      hasTurn: state.mayRun,
      mustStop: state.isEnding,
    }),
  );
}

interface ViewedContainer {
  readonly spec: Container;
  readonly role: ContainerRole;
  readonly own: ContainerStatus | undefined;
  readonly hasTurn: boolean;
  readonly mustStop: boolean;
}

// eslint-disable-next-line complexity -- a flat record of independent facts: each condition is one of them
function view(state: PodState, viewed: ViewedContainer): ContainerView {
  const { pod, context } = state;
  const { spec, role, own, hasTurn, mustStop } = viewed;
  const image = spec.image ?? '';
  const behaviour = new ContainerBehaviour({
    pod,
    container: spec.name,
    isInit: role === 'init',
    chance: context.chance,
  });
  const running = own?.state?.running;
  const terminated = own?.state?.terminated;
  const lastEnd = terminated ?? own?.lastState?.terminated;
  const restarts = terminated !== undefined && wantsRestart(role, terminated.exitCode, pod.spec.restartPolicy);
  const name: ContainerView['state'] = running
    ? 'running'
    : terminated
      ? 'terminated'
      : own?.state?.waiting
        ? 'waiting'
        : 'none';
  const mayStart = hasTurn && name !== 'running' && (name !== 'terminated' || restarts);
  const memory = context.memory.containers.get(spec.name);
  const startedAtMs = memory?.startedAtMs ?? parseTimeMs(running?.startedAt ?? lastEnd?.startedAt);
  const finishedAtMs = memory?.finishedAtMs ?? parseTimeMs(lastEnd?.finishedAt);
  const waitMs = restartBackOffMs(state, own, memory?.backOffRestarts);
  const reason = own?.state?.waiting?.reason ?? terminated?.reason;
  const exitAfterMs = running ? exitDelayMs(pod, role, behaviour, { own, settings: context.settings }) : undefined;
  const sinceMs = Math.max(0, (memory?.readinessAtMs ?? startedAtMs ?? 0) - (startedAtMs ?? 0));
  const outlook =
    running && role !== 'init' ? probeOutlook(spec, behaviour, { isReady: own?.ready === true, sinceMs }) : {};
  const pullError = memory?.isPullRefused ? TOO_MANY_PULLS : behaviour.pullError(memory?.pullFailures ?? 0);
  const imageBytes = behaviour.imageBytes();
  const pullMs =
    behaviour.durationMs(BehaviourAnnotation.PullTime) ??
    context.usualPullMs?.(image, imageBytes) ??
    context.settings.imagePullMs;
  const startMs = behaviour.durationMs(BehaviourAnnotation.StartTime);
  const isPresent = pullError === undefined && spec.imagePullPolicy !== 'Always' && context.hasImage(image);
  const limits = { initialMs: context.settings.backOffInitialMs, maxMs: context.settings.backOffMaxMs };
  return {
    name: spec.name,
    image,
    role,
    state: name,
    ...(reason === undefined ? {} : { reason }),
    ...(terminated ? { exitCode: terminated.exitCode } : {}),
    ...(own?.ready ? { ready: true } : {}),
    ...(mayStart ? { mayStart } : {}),
    ...(restarts ? { restarts } : {}),
    ...(mustStop || (running && memory?.mustStop) ? { mustStop: true } : {}),
    ...(isPresent ? { imagePresent: true } : {}),
    ...(isPresent || memory?.isPulled ? { hasImage: true } : {}),
    ...(memory?.isPulled ? { isPulled: true } : {}),
    ...(memory?.pullEndsAtMs === undefined ? {} : { pullEndsAtMs: memory.pullEndsAtMs }),
    ...(startMs === undefined ? {} : { startMs }),
    pullMs,
    pullText: formatDuration(pullMs),
    ...(imageBytes === undefined ? {} : { imageBytes }),
    ...(isPresent || (pullError === undefined && spec.imagePullPolicy !== 'Never') ? { imageAvailable: true } : {}),
    ...(spec.imagePullPolicy === 'Never' ? { neverPulls: true } : {}),
    ...(pullError === undefined ? {} : { pullError }),
    pullBackOffMs: backOffMs(memory?.pullFailures ?? 1, limits),
    ...(memory?.lastPullFailureMs === undefined ? {} : { lastPullFailureMs: memory.lastPullFailureMs }),
    ...(waitMs > 0 ? { backOffMs: waitMs, backOffText: formatDuration(waitMs) } : {}),
    ...(startedAtMs === undefined ? {} : { startedAtMs }),
    ...(finishedAtMs === undefined ? {} : { finishedAtMs }),
    ...(running?.startedAt === undefined ? {} : { startedAt: running.startedAt }),
    ...(own?.containerID === undefined ? {} : { containerID: own.containerID }),
    ...nextTurn(outlook, exitAfterMs),
    unreadyText: probeFailureText('Readiness', spec.readinessProbe),
    probeKillText:
      outlook.killedBy === 'startup'
        ? probeFailureText('Startup', spec.startupProbe)
        : probeFailureText('Liveness', spec.livenessProbe),
    ...exitOutcome(behaviour, own?.restartCount ?? 0),
    ...stopOutcome(state, spec, behaviour),
  };
}

function wantsRestart(role: ContainerRole, exitCode: number, policy = 'Always'): boolean {
  if (role === 'sidecar') return true;
  if (role === 'init') return exitCode !== 0 && policy !== 'Never';
  return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
}

/** The first restart is at once; a run of more than twice the maximal wait clears the score. */
function restartBackOffMs(state: PodState, own: ContainerStatus | undefined, remembered: number | undefined): number {
  const { backOffInitialMs: initialMs, backOffMaxMs: maxMs } = state.context.settings;
  return backOffMs(remembered ?? own?.restartCount ?? 0, { initialMs, maxMs });
}

function exitDelayMs(
  pod: Pod,
  role: ContainerRole,
  behaviour: ContainerBehaviour,
  { own, settings }: { readonly own: ContainerStatus | undefined; readonly settings: KubeletSettings },
): number | undefined {
  const asked = behaviour.durationMs(BehaviourAnnotation.ExitAfter, own?.restartCount ?? 0);
  if (asked !== undefined) return asked;
  if (role === 'init') return settings.initRunMs;
  const isOfJob =
    role === 'regular' && pod.metadata.ownerReferences?.some(({ kind, controller }) => kind === 'Job' && controller);
  return isOfJob ? settings.jobRunMs : undefined;
}

/** After how long a container is ready; infinity if its probes do not let it. */
export function readyDelayMs(spec: Container, behaviour: ContainerBehaviour): number {
  return probeOutlook(spec, behaviour, { isReady: false, sinceMs: 0 }).readyAfterMs ?? Number.POSITIVE_INFINITY;
}

/** What happens first to a running container; only that is shown, so that only one stage is in for it. */
function nextTurn(
  { readyAfterMs, unreadyAfterMs, killAfterMs, killedBy }: ProbeOutlook,
  exitAfterMs: number | undefined,
): Partial<ContainerView> {
  const [ready, unready, kill, exit] = [readyAfterMs, unreadyAfterMs, killAfterMs, exitAfterMs].map(
    (ms) => ms ?? Number.POSITIVE_INFINITY,
  ) as [number, number, number, number];
  const first = Math.min(ready, unready, kill, exit);
  if (first === Number.POSITIVE_INFINITY) return {};
  if (exit === first) return { exitAfterMs: exit };
  if (kill === first && killedBy) return { probeKillAfterMs: kill, probeKilledBy: killedBy };
  return ready === first ? { readyAfterMs: ready } : { unreadyAfterMs: unready };
}

function exitOutcome(
  behaviour: ContainerBehaviour,
  attempt: number,
): Pick<ContainerView, 'nextExitCode' | 'nextExitReason' | 'nextExitSignal' | 'nextExitMessage'> {
  const signal = behaviour.signal(attempt);
  const message = behaviour.textOf(BehaviourAnnotation.ExitMessage, attempt);
  const bySignal = signal === undefined ? 0 : SIGNAL_EXIT + signal;
  const nextExitCode = behaviour.exitCode(BehaviourAnnotation.ExitCode, attempt) ?? bySignal;
  const reason = behaviour.textOf(BehaviourAnnotation.ExitReason, attempt);
  return {
    nextExitCode,
    nextExitReason: reason || (nextExitCode === 0 ? 'Completed' : 'Error'),
    ...(signal === undefined ? {} : { nextExitSignal: signal }),
    ...(message ? { nextExitMessage: message } : {}),
  };
}

/** A container ends by itself after the hook and SIGTERM, or by SIGKILL at the end of the grace period. */
function stopOutcome(
  { pod, context }: PodState,
  spec: Container,
  behaviour: ContainerBehaviour,
): Pick<ContainerView, 'stopAfterMs' | 'stopExitCode' | 'stopExitReason'> {
  const ownGraceMs = 1000 * (pod.metadata.deletionGracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds ?? 30);
  const graceMs = context.memory.killGraceMs ?? ownGraceMs;
  const hookMs = preStopMs(spec, behaviour, graceMs);
  const stopMs = behaviour.durationMs(BehaviourAnnotation.StopAfter) ?? context.settings.containerStopMs;
  const minimumMs = context.memory.killGraceMs === undefined ? MINIMUM_STOP_MS : 0;
  const limitMs = graceMs === 0 ? 0 : Math.max(graceMs, hookMs + minimumMs);
  const isKilled = hookMs + stopMs > limitMs;
  const stopExitCode = isKilled
    ? SIGKILL_EXIT
    : (behaviour.exitCode(BehaviourAnnotation.StopExitCode, 0) ?? SIGTERM_EXIT);
  return {
    stopAfterMs: isKilled ? limitMs : hookMs + stopMs,
    stopExitCode,
    stopExitReason: stopExitCode === 0 ? 'Completed' : 'Error',
  };
}

/** How long a container's preStop hook takes within the grace period: as asked, or as long as it sleeps. */
export function preStopMs(spec: Container, behaviour: ContainerBehaviour, graceMs: number): number {
  const hook = spec.lifecycle?.preStop as { sleep?: { seconds: number } } | undefined;
  if (!hook) return 0;
  const asked = behaviour.durationMs(BehaviourAnnotation.PreStop);
  return Math.min(asked ?? (hook.sleep?.seconds ?? 0) * 1000, graceMs);
}
