import { withFields, type Pod, type PodStatus } from '@orrery/api-types';
import { containersOf, skippedVariables } from '@orrery/container-shell';
import type { Chance } from '../chance';
import { moveContainer } from '../containers/container-transition';
import { STATUSES_OF_ROLE, type ContainerView } from '../containers/container-view';
import { actuate, applyDecision, withStarted, type ResizedPod } from '../resizing/pod-resize';
import type { KubeletSettings } from '../shard/kubelet-settings';
import type { Stage, StagePlay, StagePlayEvent } from '../stages/stage-file';
import type { PodContext } from './pod-context';
import type { PodSubject } from './pod-subject';
import type { Transition } from './transition';
import { containerMemory, type PodMemory } from './pod-memory';

const NONE: readonly string[] = [];
const NO_EVENTS: readonly StagePlayEvent[] = [];

/** A stage that was played, and the status after its patches. */
export interface PlayedStage {
  readonly status: PodStatus;
  readonly played: StagePlay;
  readonly settings: KubeletSettings;
  readonly chance: Chance;
  readonly nowMs: number;
}

/** Work done: the status after it, further events, and containers that are being stopped. */
type WorkResult = [status: PodStatus, events: readonly StagePlayEvent[], stopped: readonly string[]];

/** Does the work of a stage beyond the status; returns the status after it, further events, and stopped containers. */
export function doWork(subject: PodSubject, transition: Transition, done: PlayedStage): WorkResult {
  const { status: before, played, settings, chance, nowMs } = done;
  const { pod, memory, context } = subject;
  const { container, stage } = transition;
  const { actions } = stage;
  if (actions.DecideResize || actions.ActuateResize) return resized({ pod, status: before, memory }, transition, nowMs);
  let status = before;
  if (!container) return [status, NO_EVENTS, NONE];
  let events = NO_EVENTS;
  if (played.containerState) {
    const state = played.containerState;
    if (state.running) status = withAddress(pod, status, context);
    status = moveContainer(status, { pod, view: container, state, memory, settings, chance, nowMs });
    if (state.running) status = withStarted({ pod, status, memory }, container.name, nowMs);
    if (state.running) events = skippedVariableEvents(pod, status, { container, context });
  }
  if (actions.MarkReady || actions.MarkUnready) {
    status = withReadiness(status, container, actions.MarkReady === true);
    containerMemory(memory, container.name).readinessAtMs = nowMs;
  }
  if (actions.PullImage) {
    status = withAddress(pod, status, context);
    beginPull(subject, container, nowMs);
  }
  if (actions.TakeImage) endPull(memory, container);
  rememberProbes(memory, container, actions);
  return [status, events, actions.StopContainer ? [container.name] : NONE];
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
  { ReportProbeWarnings, StopContainer }: Stage['actions'],
): void {
  if (!ReportProbeWarnings && !StopContainer) return;
  const own = containerMemory(memory, container.name);
  if (ReportProbeWarnings) own.warningsReportedMs = container.probeWarnAfterMs!;
  if (!StopContainer) return;
  own.mustStop = true;
  own.givenUpBy = container.probeKilledBy;
  if (!container.hookFailure) return;
  const { reason, message } = container.hookFailure;
  own.hookError = { reason, message };
}

/** Does what a stage says about a resize. */
function resized(pod: ResizedPod, { stage, subject }: Transition, nowMs: number): WorkResult {
  const { resizeDecision } = subject.facts;
  if (stage.actions.DecideResize && resizeDecision) return [applyDecision(pod, resizeDecision, nowMs), NO_EVENTS, NONE];
  const [status, stopped] = actuate(pod, nowMs);
  const killing = (container: string): string => `Container ${container} resize requires restart`;
  return [status, stopped.map((name) => ({ type: 'Normal', reason: 'Killing', message: killing(name) })), stopped];
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
): readonly StagePlayEvent[] {
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
