import { configurationError } from './container-configuration';
import { subPathError } from './sub-path';
import { isTerminalPhase, type Container, type ContainerStatus, type Pod, type PodStatus } from '@orrery/api-types';
import { formatDuration, parseTimeMs } from '@orrery/time';
import { BehaviourAnnotation, ContainerBehaviour } from '../behaviours/behaviour-annotations';
import {
  containerRole,
  emptyView,
  isInitDone,
  type ContainerRole,
  type ContainerView,
  type ViewDraft,
} from './container-view';
import { missingImageError } from './missing-images';
import { POST_START_ERROR } from './hooks';
import type { KubeletSettings } from '../shard/kubelet-settings';
import { backOffMs, type ContainerMemory } from '../pods/pod-memory';
import type { BehavingContainerView, ContainerViewContext, PodState, ViewedContainer } from './container-view-input';
import { viewRun } from './view-run';

/** As kubelets say it. */
const TOO_MANY_PULLS = 'pull QPS exceeded';

/** Views of all containers of a pod: init containers and sidecars in order, the regular ones, then ephemeral ones. */
export function viewContainers(pod: Pod, status: PodStatus, context: ContainerViewContext): ContainerView[] {
  const isEnding = pod.metadata.deletionTimestamp !== undefined || isTerminalPhase(status.phase);
  const mayRun = !isEnding && status.startTime !== undefined && (context.canHaveSandbox || status.podIP !== undefined);
  const state: PodState = { pod, status, context, isEnding };
  const { initContainers, containers, ephemeralContainers } = pod.spec;
  const views: ContainerView[] = [];
  const isTurnOfRegular = initContainers?.length ? viewInits(state, initContainers, mayRun, views) : mayRun;
  for (const spec of containers) {
    const own = statusOf(status.containerStatuses, spec.name);
    views.push(view(state, { spec, role: 'regular', own, hasTurn: isTurnOfRegular, mustStop: isEnding }));
  }
  // They start as soon as there is a sandbox, whatever the others do.
  for (const spec of (ephemeralContainers ?? []) as readonly Container[]) {
    const own = statusOf(status.ephemeralContainerStatuses, spec.name);
    const hasTurn = mayRun && status.podIP !== undefined;
    views.push(view(state, { spec, role: 'ephemeral', own, hasTurn, mustStop: isEnding }));
  }
  return views;
}

/** Adds the views of init containers and sidecars; whether the turn has come to the regular containers. */
function viewInits(state: PodState, specs: readonly Container[], mayRun: boolean, views: ContainerView[]): boolean {
  const { pod, status, isEnding } = state;
  const regular = pod.spec.containers.map(({ name }) => statusOf(status.containerStatuses, name));
  const regularRuns = regular.some((own) => own?.state?.running);
  const regularIsOver = regular.length > 0 && regular.every((own) => isOverForGood(own, pod));
  const statuses = specs.map(({ name }) => statusOf(status.initContainerStatuses, name));
  let turn = mayRun;
  specs.forEach((spec, index) => {
    const own = statuses[index];
    const role = containerRole(spec, true);
    const laterRuns = statuses.slice(index + 1).some((later) => later?.state?.running);
    const mustStop = role === 'sidecar' ? (isEnding || regularIsOver) && !regularRuns && !laterRuns : isEnding;
    const wanted = role === 'sidecar' ? !regularIsOver : true;
    views.push(view(state, { spec, role, own, hasTurn: turn && wanted, mustStop }));
    turn &&= isInitDone(role, own);
  });
  return turn;
}

/** Of several statuses of one name the last counts. */
function statusOf(statuses: readonly ContainerStatus[] | undefined, name: string): ContainerStatus | undefined {
  return statuses?.findLast((each) => each.name === name);
}

/** Returns whether a regular container has ended and will not be started again. */
function isOverForGood(own: ContainerStatus | undefined, { spec }: Pod): boolean {
  const { running, terminated } = own?.state ?? {};
  return !running && terminated !== undefined && !wantsRestart('regular', terminated.exitCode, spec.restartPolicy);
}

function view(state: PodState, viewed: ViewedContainer): ContainerView {
  const { pod, context } = state;
  const { spec, role, own, hasTurn } = viewed;
  const memory = context.memory.containers.get(spec.name);
  const draft = emptyView(spec.name, spec.image ?? '', role);
  viewState(draft, own, memory);
  const terminated = own?.state?.terminated;
  const restarts = terminated !== undefined && wantsRestart(role, terminated.exitCode, pod.spec.restartPolicy);
  if (restarts) draft.restarts = true;
  if (viewed.mustStop) draft.mustStop = true;
  const isRunning = draft.state === 'running';
  const mayStart = hasTurn && !isRunning && (draft.state !== 'terminated' || restarts);
  if (!mayStart && !isRunning) return draft;
  const { chance } = context;
  const behaviour = new ContainerBehaviour({ pod, container: spec.name, isInit: role === 'init', chance });
  const behaving = { memory, behaviour, ...viewed };
  if (mayStart) {
    draft.mayStart = true;
    draft.configError =
      configurationError(pod, spec) ?? subPathError(pod, spec) ?? context.context.variableProblem(pod, spec);
    viewImage(draft, behaving, context);
    draft.startMs = behaviour.durationMs(BehaviourAnnotation.StartTime) ?? context.settings.containerStartMs;
    viewBackOff(draft, memory?.backOffRestarts ?? own?.restartCount ?? 0, context.settings);
    viewHookError(draft, own, memory);
  } else viewRun(draft, behaving, state);
  return draft;
}

/** Adds the state that the container's status shows; the exact instants come from memory. */
function viewState(draft: ViewDraft, own: ContainerStatus | undefined, memory: ContainerMemory | undefined): void {
  const { running, waiting, terminated } = own?.state ?? {};
  const lastEnd = terminated ?? own?.lastState?.terminated;
  draft.state = running ? 'running' : terminated ? 'terminated' : waiting ? 'waiting' : 'none';
  draft.reason = waiting?.reason ?? terminated?.reason;
  draft.exitCode = terminated?.exitCode;
  if (own?.ready) draft.ready = true;
  draft.startedAtMs = memory?.startedAtMs ?? parseTimeMs(running?.startedAt ?? lastEnd?.startedAt);
  draft.finishedAtMs = memory?.finishedAtMs ?? parseTimeMs(lastEnd?.finishedAt);
  draft.containerID = own?.containerID;
}

/** Returns whether it has its image for the next start, and how it gets it. */
function viewImage(draft: ViewDraft, viewed: BehavingContainerView, { settings, context }: ContainerViewContext): void {
  const { spec, memory, behaviour } = viewed;
  const isThere = spec.imagePullPolicy !== 'Always' && context.hasImage(draft.image);
  const pullError = memory?.isPullRefused ? TOO_MANY_PULLS : pullErrorOf(viewed, isThere);
  const isPresent = pullError === undefined && isThere;
  const imageBytes = behaviour.imageBytes();
  const pullMs =
    behaviour.durationMs(BehaviourAnnotation.PullTime) ?? context.pullMs(imageBytes) ?? settings.imagePullMs;
  if (isPresent) draft.imagePresent = true;
  if (isPresent || memory?.isPulled) draft.hasImage = true;
  if (memory?.isPulled) draft.isPulled = true;
  if (isPresent || (pullError === undefined && spec.imagePullPolicy !== 'Never')) draft.imageAvailable = true;
  if (spec.imagePullPolicy === 'Never') draft.neverPulls = true;
  draft.pullError = pullError;
  draft.pullEndsAtMs = memory?.pullEndsAtMs;
  draft.pullMs = pullMs;
  draft.pullText = formatDuration(pullMs);
  draft.imageBytes = imageBytes;
  draft.pullBackOffMs = backOffMs(memory?.pullFailures ?? 1, settings);
  draft.lastPullFailureMs = memory?.lastPullFailureMs;
}

/** Returns the pull error of its behaviour; else the error for an image whose name says that it does not exist. */
function pullErrorOf({ spec, memory, behaviour }: BehavingContainerView, isThere: boolean): string | undefined {
  const hasRule = behaviour.text(BehaviourAnnotation.PullError) !== undefined;
  if (hasRule) return behaviour.pullError(memory?.pullFailures ?? 0);
  return isThere ? undefined : missingImageError(spec.image ?? '');
}

/** The first restart is at once; a run of more than twice the maximal wait clears the score. */
function viewBackOff(draft: ViewDraft, restarts: number, settings: KubeletSettings): void {
  const waitMs = backOffMs(restarts, settings);
  if (waitMs <= 0) return;
  draft.backOffMs = waitMs;
  draft.backOffText = formatDuration(waitMs);
}

/** The next look of a kubelet at a pod whose sync failed (`backOffPeriod` of upstream's `pkg/kubelet`). */
const NEXT_SYNC_MS = 10_000;

/** A container whose hook failed waits for that reason until the kubelet looks again and finds it in back-off. */
function viewHookError(draft: ViewDraft, own: ContainerStatus | undefined, memory: ContainerMemory | undefined): void {
  const { waiting, terminated } = own?.state ?? {};
  const waits = waiting?.reason?.startsWith(POST_START_ERROR);
  if (!waits && !(terminated && memory?.hookError)) return;
  draft.hookError = waits ? waiting!.reason : memory!.hookError!.reason;
  draft.hookErrorMessage = waits ? waiting!.message : memory!.hookError!.message;
  if (waits && (draft.backOffMs ?? 0) > NEXT_SYNC_MS) draft.hookErrorShownMs = NEXT_SYNC_MS;
}

function wantsRestart(role: ContainerRole, exitCode: number, policy = 'Always'): boolean {
  if (role === 'sidecar') return true;
  if (role === 'ephemeral') return false;
  if (role === 'init') return exitCode !== 0 && policy !== 'Never';
  return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
}
