import type { Container, ContainerStatus, Pod } from '@orrery/api-types';
import {
  knownServers,
  PROBE_KINDS,
  probeOf,
  serverProbes,
  type PodObjects,
  type ProbeWindows,
  type RecordedRun,
} from '@orrery/container-shell';
import { BehaviourAnnotation, type ContainerBehaviour } from '../behaviours/behaviour-annotations';
import { containerMemory } from '../pods/pod-memory';
import { plainCommandRun, plainRunOf, runInPod } from './commands/plain-command';
import type { ContainerRole, ViewDraft } from './container-view';
import { probeOutlook, type ProbeOutlook } from '../probes/container-probes';
import { probeFailureText, type ProbedRun } from '../probes/probe-failures';
import { nextProbeWarnings, type ProbeWarnings } from '../probes/probe-warnings';
import type { BehavingContainerView, PodState } from './container-view-input';
import { postStartFailure, postStartMs, preStopFailure, type HookFailure } from './hooks';

/** A process that a signal ends has its number and this as exit code. */
const SIGNAL_EXIT = 128;
const SIGTERM_EXIT = 143;
const SIGKILL_EXIT = 137;
/** Token for runs of commands: a kubelet does not need their output, so the end of a command is assumed not to depend on the token. */
const ANY_TOKEN = 'token';
const NO_PROBES: ProbeOutlook = {};
/** Minimum time between SIGTERM and SIGKILL, even if the hook has used up the grace period. */
export const MINIMUM_STOP_MS = 2_000;

/** Adds the next events of a running container to its view. */
export function viewRun(draft: ViewDraft, viewed: BehavingContainerView, state: PodState): void {
  const { spec, role, own, memory, behaviour } = viewed;
  const { startedAtMs = 0 } = draft;
  if (memory?.mustStop) draft.mustStop = true;
  draft.startedAt = own?.state?.running?.startedAt;
  const annotatedMs = behaviour.durationMs(BehaviourAnnotation.ExitAfter, own?.restartCount ?? 0);
  const run = knownRun(spec, own, state, annotatedMs !== undefined);
  const plainRun = annotatedMs === undefined ? run.ownRun : undefined;
  const exitAfterMs = annotatedMs ?? plainRun?.runMs ?? usualRunMs(state, role);
  const sinceMs = Math.max(0, (memory?.readinessAtMs ?? startedAtMs) - startedAtMs);
  const { settings } = state.context;
  const { pod, status } = state;
  const hookFailure = postStartFailure(spec, { pod, podIP: status.podIP, run: run.ownRun, settings });
  const isProbed = role !== 'init' && role !== 'ephemeral' && !hookFailure;
  const isReady = own?.ready === true;
  const outlook = isProbed ? probeOutlook(spec, behaviour, { isReady, sinceMs, run }) : NO_PROBES;
  if (hookFailure) viewHookFailure(draft, hookFailure, exitAfterMs);
  else {
    const warned = { spec, behaviour, run, reportedMs: memory?.warningsReportedMs, settings };
    viewNextTurn(draft, outlook, { exitAfterMs, warnings: isProbed ? nextProbeWarnings(warned) : undefined });
  }
  draft.unreadyText = probeFailureText('readiness', spec, behaviour, run);
  draft.probeKillText = probeFailureText(outlook.killedBy ?? 'liveness', spec, behaviour, run);
  viewExit(draft, behaviour, { attempt: own?.restartCount ?? 0, plainRun });
  viewStop(draft, state, viewed);
}

/** Returns the run of a container's command and the failures of its exec probes; computed only where it is needed. */
function knownRun(
  spec: Container,
  own: ContainerStatus | undefined,
  state: PodState,
  isEndKnown: boolean,
): ProbedRun & { readonly ownRun: RecordedRun | undefined } {
  const { livenessProbe, readinessProbe, startupProbe, lifecycle } = spec;
  const isAsked = livenessProbe ?? readinessProbe ?? startupProbe ?? lifecycle?.postStart;
  const ownRun = isEndKnown && !isAsked ? undefined : ownRunOf(spec, own, state);
  const hookMs = lifecycle?.postStart ? postStartMs(spec, ownRun) : 0;
  const windows = ownRun ? ownRun.probes : windowsOfServer(spec, own, state);
  return { ownRun, containerID: own?.containerID, windows, hookMs };
}

/** Returns the windows in which the exec probes of a known server fail, by the contents of its volumes. */
function windowsOfServer(
  spec: Container,
  own: ContainerStatus | undefined,
  { pod, status, context }: PodState,
): ProbeWindows | undefined {
  const isAsked = spec.volumeMounts && PROBE_KINDS.some((kind) => probeOf(spec, kind)?.exec);
  const { runContext } = context.context;
  if (!isAsked || !own || !runContext || knownServers(spec).length === 0) return undefined;
  const memory = containerMemory(context.memory, spec.name);
  const { containerID = '' } = own;
  const known = memory.serverProbes;
  const { resourceVersion = '' } = pod.metadata;
  if (known?.containerID === containerID && (known.seenAt ?? resourceVersion) === resourceVersion) return known.windows;
  const given = runContext({ ...pod, status }, own);
  const reads = { volumes: false };
  const shownAt = (atMs: number): PodObjects => {
    reads.volumes = true;
    return given.shownAt(atMs);
  };
  const windows = serverProbes(spec, { ...given, shownAt, token: ANY_TOKEN });
  memory.serverProbes = { containerID, windows, ...(reads.volumes && { seenAt: resourceVersion }) };
  if (reads.volumes) context.context.followVolumes(pod);
  return windows;
}

/** Returns the run of the container's command; where it depends on the pod, the pod as of the container's start counts. */
function ownRunOf(
  spec: Container,
  own: ContainerStatus | undefined,
  { pod, status, context }: PodState,
): RecordedRun | undefined {
  return plainRunOf(spec, () => {
    const { runContext } = context.context;
    if (!own || !runContext) return undefined;
    const memory = containerMemory(context.memory, spec.name);
    const { containerID = '' } = own;
    const known = memory.ownRun;
    const { resourceVersion } = pod.metadata;
    if (known?.containerID === containerID && (known.seenAt ?? resourceVersion) === resourceVersion) return known.run;
    const given = runContext({ ...pod, status }, own);
    const reads = { volumes: false };
    const shownAt = (atMs: number): PodObjects => {
      reads.volumes = true;
      return given.shownAt(atMs);
    };
    const keptVolumes =
      known?.containerID === containerID ? known.keptVolumes : (known?.run?.volumes ?? known?.keptVolumes);
    const run = withoutOutput(runInPod(spec, { ...given, shownAt, token: ANY_TOKEN, keptVolumes }));
    memory.ownRun = {
      ...{ containerID, run },
      ...(keptVolumes && { keptVolumes }),
      ...(reads.volumes && { seenAt: resourceVersion }),
    };
    if (reads.volumes) context.context.followVolumes(pod);
    return run;
  });
}

/** Returns a run without its output, which a kubelet does not need. */
function withoutOutput(run: RecordedRun | undefined): RecordedRun | undefined {
  return run && { ...run, output: [], ...(run.loop && { loop: { ...run.loop, output: [] } }) };
}

/** Returns how long a container runs of which nothing is known; undefined: until it is stopped. */
function usualRunMs({ pod, context }: PodState, role: ContainerRole): number | undefined {
  const { settings } = context;
  if (role === 'init') return settings.initRunMs;
  const isOfJob =
    role === 'regular' && pod.metadata.ownerReferences?.some(({ kind, controller }) => kind === 'Job' && controller);
  return isOfJob ? settings.jobRunMs : undefined;
}

/** After how long a container is ready; infinity if its probes do not let it. */
export function readyDelayMs(spec: Container, behaviour: ContainerBehaviour): number {
  const run = { windows: spec.readinessProbe || spec.startupProbe ? plainRunOf(spec)?.probes : undefined };
  return probeOutlook(spec, behaviour, { isReady: false, sinceMs: 0, run }).readyAfterMs ?? Number.POSITIVE_INFINITY;
}

/** A container whose postStart hook fails ends then, unless it ends earlier. */
function viewHookFailure(draft: ViewDraft, failure: HookFailure, exitAfterMs: number | undefined): void {
  const { afterMs } = failure;
  if (exitAfterMs !== undefined && exitAfterMs < afterMs) {
    draft.exitAfterMs = exitAfterMs;
    return;
  }
  draft.hookFailedAfterMs = afterMs;
  draft.hookFailure = failure;
}

/** Adds the first event of a running container; only that one is shown, so that only one stage applies. */
function viewNextTurn(
  draft: ViewDraft,
  { readyAfterMs, unreadyAfterMs, killAfterMs, killedBy }: ProbeOutlook,
  { exitAfterMs, warnings }: { readonly exitAfterMs: number | undefined; readonly warnings: ProbeWarnings | undefined },
): void {
  const never = Number.POSITIVE_INFINITY;
  const [ready, unready, kill, exit, warn] = [
    readyAfterMs ?? never,
    unreadyAfterMs ?? never,
    killAfterMs ?? never,
    exitAfterMs ?? never,
    warnings?.afterMs ?? never,
  ];
  const first = Math.min(ready, unready, kill, exit, warn);
  if (first === never) return;
  if (exit === first) draft.exitAfterMs = exit;
  else if (kill === first && killedBy) {
    draft.probeKillAfterMs = kill;
    draft.probeKilledBy = killedBy;
  } else if (ready === first) draft.readyAfterMs = ready;
  else if (unready === first) draft.unreadyAfterMs = unready;
  else {
    draft.probeWarnAfterMs = warn;
    draft.probeWarnings = warnings!.texts;
  }
}

function viewExit(
  draft: ViewDraft,
  behaviour: ContainerBehaviour,
  { attempt, plainRun }: { readonly attempt: number; readonly plainRun: RecordedRun | undefined },
): void {
  const signal = behaviour.signal(attempt);
  const bySignal = signal === undefined ? (plainRun?.exitCode ?? 0) : SIGNAL_EXIT + signal;
  const exitCode = behaviour.exitCode(BehaviourAnnotation.ExitCode, attempt) ?? bySignal;
  const reason = behaviour.textOf(BehaviourAnnotation.ExitReason, attempt);
  draft.nextExitCode = exitCode;
  draft.nextExitReason = reason || (exitCode === 0 ? 'Completed' : 'Error');
  draft.nextExitSignal = signal;
  draft.nextExitMessage = behaviour.textOf(BehaviourAnnotation.ExitMessage, attempt) || plainRun?.message;
}

/** Adds the end of a container: on its own after the hook and SIGTERM, or by SIGKILL at the end of the grace period. */
function viewStop(draft: ViewDraft, { pod, status, context }: PodState, viewed: BehavingContainerView): void {
  const { spec, behaviour, memory } = viewed;
  const graceMs = context.memory.killGraceMs ?? 1000 * graceSecondsOf(pod, spec, memory?.givenUpBy);
  const hookMs = preStopMs(spec, behaviour, graceMs);
  if (spec.lifecycle?.preStop && graceMs > 0) {
    const failure = preStopFailure(spec, { pod, podIP: status.podIP, settings: context.settings });
    if (failure?.afterMs === 0) draft.preStopFailure = failure.text;
  }
  const stopMs = behaviour.durationMs(BehaviourAnnotation.StopAfter) ?? context.settings.containerStopMs;
  const minimumMs = context.memory.killGraceMs === undefined ? MINIMUM_STOP_MS : 0;
  const limitMs = graceMs === 0 ? 0 : Math.max(graceMs, hookMs + minimumMs);
  const isKilled = hookMs + stopMs > limitMs;
  const exitCode = isKilled ? SIGKILL_EXIT : (behaviour.exitCode(BehaviourAnnotation.StopExitCode, 0) ?? SIGTERM_EXIT);
  draft.stopAfterMs = isKilled ? limitMs : hookMs + stopMs;
  draft.stopExitCode = exitCode;
  draft.stopExitReason = exitCode === 0 ? 'Completed' : 'Error';
}

/** Grace period of a container: of the pod's deletion, else of the probe that gave it up, else of the pod (`setTerminationGracePeriod`). */
function graceSecondsOf({ metadata, spec: pod }: Pod, spec: Container, givenUpBy?: 'startup' | 'liveness'): number {
  const probe = givenUpBy && (spec[`${givenUpBy}Probe`] as { readonly terminationGracePeriodSeconds?: number });
  const ownSeconds = probe?.terminationGracePeriodSeconds ?? pod.terminationGracePeriodSeconds ?? 30;
  return metadata.deletionGracePeriodSeconds ?? ownSeconds;
}

/**
 * Duration of a container's preStop hook within the grace period: as annotated, or the hook's own sleep, or its command if
 * that is a plain one.
 */
export function preStopMs(spec: Container, behaviour: ContainerBehaviour, graceMs: number): number {
  const hook = spec.lifecycle?.preStop as PreStopHook | undefined;
  if (!hook) return 0;
  const annotatedMs = behaviour.durationMs(BehaviourAnnotation.PreStop);
  const commandMs = plainCommandRun(hook.exec?.command ?? [])?.runMs ?? 0;
  return Math.min(annotatedMs ?? (hook.sleep ? hook.sleep.seconds * 1000 : commandMs), graceMs);
}

interface PreStopHook {
  readonly sleep?: { readonly seconds: number };
  readonly exec?: { readonly command?: readonly string[] };
}
