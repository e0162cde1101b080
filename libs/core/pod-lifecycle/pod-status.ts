import {
  ConditionStatus,
  isTerminalPhase,
  PodConditionType,
  PodPhase,
  type ContainerStatus,
  type Pod,
  type PodCondition,
  type PodStatus,
  withFields,
} from '@orrery/api-types';
import { formatTime } from '@orrery/time';
import { containerRole, isInitDone } from './container-view';
import type { KubeletSettings } from './kubelet-settings';

/**
 * Makes phase and conditions agree with the container statuses (specification F2, F3). A terminal phase stays.
 * Conditions of others are kept; lastTransitionTime moves only with the status of a condition.
 */
export function settlePodStatus(pod: Pod, status: PodStatus, settings: KubeletSettings, nowMs: number): PodStatus {
  const phase = isTerminalPhase(status.phase) ? status.phase : podPhase(pod, status, settings);
  const settled = status.phase === phase ? status : ({ ...status, phase } as PodStatus);
  return withFields(settled, { conditions: settleConditions(pod, settled, settings, nowMs) });
}

/** The phase that the container statuses amount to. */
export function podPhase(pod: Pod, status: PodStatus, settings: KubeletSettings): PodPhase {
  const policy = pod.spec.restartPolicy ?? 'Always';
  const statuses = status.containerStatuses ?? [];
  const inits = initProgress(pod, status);
  if (inits.failed && policy === 'Never') return PodPhase.Failed;
  const isWaitingUntried = (each: ContainerStatus): boolean =>
    !each.state?.running && !each.state?.terminated && !each.lastState?.terminated;
  const isDeleted = pod.metadata.deletionTimestamp !== undefined;
  const isStarted = statuses.length === pod.spec.containers.length && !statuses.some(isWaitingUntried);
  const isRunning = [...statuses, ...(status.initContainerStatuses ?? [])].some((each) => each.state?.running);
  if (isDeleted && !isRunning && settings.terminalPhaseBeforeDelete) return endedPhase(statuses);
  if (!isStarted || inits.incomplete.length > 0) return PodPhase.Pending;
  if (statuses.some((each) => each.state?.running)) return PodPhase.Running;
  if (policy === 'Always') return PodPhase.Running;
  const succeeded = statuses.every((each) => lastExitCode(each) === 0);
  if (succeeded) return isRunning ? PodPhase.Running : PodPhase.Succeeded;
  if (policy !== 'Never') return PodPhase.Running;
  return isRunning ? PodPhase.Running : PodPhase.Failed;
}

/** A pod that is deleted before anything ran, or whose containers did not all end well, has failed. */
function endedPhase(statuses: readonly ContainerStatus[]): PodPhase {
  const succeeded = statuses.length > 0 && statuses.every((each) => lastExitCode(each) === 0);
  return succeeded ? PodPhase.Succeeded : PodPhase.Failed;
}

function lastExitCode(status: ContainerStatus): number | undefined {
  return (status.state?.terminated ?? status.lastState?.terminated)?.exitCode;
}

function initProgress(pod: Pod, status: PodStatus): { failed: boolean; incomplete: string[] } {
  const byName = new Map(status.initContainerStatuses?.map((each) => [each.name, each]));
  const hasStartedRegular = status.containerStatuses?.some(
    (each) => each.state?.running ?? each.state?.terminated ?? each.lastState?.terminated,
  );
  let failed = false;
  const incomplete: string[] = [];
  for (const spec of pod.spec.initContainers ?? []) {
    const own = byName.get(spec.name);
    const role = containerRole(spec, true);
    const exitCode = own?.state?.terminated?.exitCode;
    if (role === 'init' && exitCode !== undefined && exitCode !== 0) failed = true;
    const isOver = role === 'sidecar' && hasStartedRegular;
    if (!isOver && !isInitDone(role, own)) incomplete.push(spec.name);
  }
  return { failed, incomplete };
}

type Verdict = Pick<PodCondition, 'type' | 'status' | 'reason' | 'message'>;

function settleConditions(pod: Pod, status: PodStatus, settings: KubeletSettings, nowMs: number): PodCondition[] {
  const before = new Map(status.conditions?.map((condition) => [condition.type, condition]));
  const containersReady = containersReadyVerdict(pod, status);
  const verdicts: Verdict[] = [
    initializedVerdict(pod, status),
    readyVerdict(pod, containersReady, before),
    containersReady,
    { type: PodConditionType.PodScheduled, status: ConditionStatus.True },
  ];
  if (settings.podReadyToStartContainers) verdicts.unshift(sandboxVerdict(status));
  const owned = new Set(verdicts.map(({ type }) => type));
  const foreign = [...before.values()].filter(({ type }) => !owned.has(type));
  return [...verdicts.map((verdict) => withTransition(verdict, before.get(verdict.type), nowMs)), ...foreign];
}

function withTransition(verdict: Verdict, before: PodCondition | undefined, nowMs: number): PodCondition {
  const isUnchanged = before?.status === verdict.status;
  if (isUnchanged && before.reason === verdict.reason && before.message === verdict.message) return before;
  const lastTransitionTime = isUnchanged && before.lastTransitionTime ? before.lastTransitionTime : formatTime(nowMs);
  const { type, status, reason, message } = verdict;
  if (reason === undefined) return { type, status, lastTransitionTime };
  return message === undefined
    ? { type, status, lastTransitionTime, reason }
    : { type, status, lastTransitionTime, reason, message };
}

function sandboxVerdict(status: PodStatus): Verdict {
  const hasSandbox = status.podIP !== undefined && !isTerminalPhase(status.phase);
  return { type: PodConditionType.PodReadyToStartContainers, status: hasSandbox ? 'True' : 'False' };
}

function initializedVerdict(pod: Pod, status: PodStatus): Verdict {
  const type = PodConditionType.Initialized;
  if (status.phase === PodPhase.Succeeded) return { type, status: 'True', reason: 'PodCompleted' };
  const { incomplete } = initProgress(pod, status);
  if (incomplete.length === 0) return { type, status: 'True' };
  const message = `containers with incomplete status: [${incomplete.join(' ')}]`;
  return { type, status: 'False', reason: 'ContainersNotInitialized', message };
}

function containersReadyVerdict(pod: Pod, status: PodStatus): Verdict {
  const type = PodConditionType.ContainersReady;
  if (status.phase === PodPhase.Succeeded) return { type, status: 'False', reason: 'PodCompleted' };
  if (!status.containerStatuses) return { type, status: 'False', reason: 'UnknownContainerStatuses' };
  const byName = new Map(
    [...(status.initContainerStatuses ?? []), ...status.containerStatuses].map((each) => [each.name, each]),
  );
  const sidecars = (pod.spec.initContainers ?? []).filter((spec) => containerRole(spec, true) === 'sidecar');
  const counted = [...sidecars, ...pod.spec.containers].map(({ name }) => name);
  const unknown = counted.filter((name) => !byName.has(name));
  const unready = counted.filter((name) => byName.has(name) && !byName.get(name)!.ready);
  const messages = [
    ...(unknown.length > 0 ? [`containers with unknown status: [${unknown.join(' ')}]`] : []),
    ...(unready.length > 0 ? [`containers with unready status: [${unready.join(' ')}]`] : []),
  ];
  if (messages.length === 0) return { type, status: 'True' };
  return { type, status: 'False', reason: 'ContainersNotReady', message: messages.join(', ') };
}

function readyVerdict(pod: Pod, containersReady: Verdict, conditions: Map<string, PodCondition>): Verdict {
  const verdict = { ...containersReady, type: PodConditionType.Ready };
  if (containersReady.status !== 'True') return verdict;
  const closed = (pod.spec.readinessGates ?? []).flatMap(({ conditionType }) => {
    const gate = conditions.get(conditionType);
    if (!gate) return [`corresponding condition of pod readiness gate "${conditionType}" does not exist.`];
    return gate.status === 'True'
      ? []
      : [`the status of pod readiness gate "${conditionType}" is not "True", but ${gate.status}`];
  });
  if (closed.length === 0) return verdict;
  return { ...verdict, status: 'False', reason: 'ReadinessGatesNotReady', message: closed.join(', ') };
}
