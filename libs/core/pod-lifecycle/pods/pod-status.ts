import {
  ConditionStatus,
  isTerminalPhase,
  PodConditionType,
  PodPhase,
  type Container,
  type ContainerStatus,
  type Pod,
  type PodCondition,
  type PodStatus,
  withFields,
} from '@orrery/api-types';
import { formatTime } from '@orrery/time';
import { containerRole, isInitDone } from '../containers/container-view';
import type { KubeletSettings } from '../shard/kubelet-settings';

/**
 * Makes phase and conditions agree with the container statuses (spec nodes F2, F3). A terminal phase stays.
 * Conditions of others are kept; lastTransitionTime moves only with the status of a condition.
 */
export function settlePodStatus(pod: Pod, status: PodStatus, settings: KubeletSettings, nowMs: number): PodStatus {
  const phase = isTerminalPhase(status.phase) ? status.phase! : podPhase(pod, status, settings);
  const conditions = settleConditions(pod, status, { phase, settings, nowMs });
  const observedGeneration = settings.reportsGenerations ? pod.metadata.generation : undefined;
  if (observedGeneration === undefined) return withFields(status, { phase, conditions });
  return withFields(status, { observedGeneration, phase, conditions } as Partial<PodStatus>);
}

/** The phase that the container statuses amount to. */
export function podPhase(pod: Pod, status: PodStatus, settings: KubeletSettings): PodPhase {
  const policy = pod.spec.restartPolicy ?? 'Always';
  const statuses = status.containerStatuses ?? [];
  const inits = initProgress(pod, status);
  if (inits.failed && policy === 'Never') return PodPhase.Failed;
  const isDeleted = pod.metadata.deletionTimestamp !== undefined;
  const isStarted = statuses.length === pod.spec.containers.length && !statuses.some(isWaitingUntried);
  const isRunning = statuses.some(runs) || (status.initContainerStatuses?.some(runs) ?? false);
  if (isDeleted && !isRunning && settings.terminalPhaseBeforeDelete) return endedPhase(statuses);
  if (!isStarted || inits.incomplete.length > 0) return PodPhase.Pending;
  if (statuses.some(runs)) return PodPhase.Running;
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

function runs({ state }: ContainerStatus): boolean {
  return Boolean(state?.running);
}

function isWaitingUntried({ state, lastState }: ContainerStatus): boolean {
  return !state?.running && !state?.terminated && !lastState?.terminated;
}

interface InitProgress {
  readonly failed: boolean;
  readonly incomplete: readonly string[];
}

const NOTHING_TO_INITIALIZE: InitProgress = { failed: false, incomplete: [] };

function initProgress(pod: Pod, status: PodStatus): InitProgress {
  if (!pod.spec.initContainers?.length) return NOTHING_TO_INITIALIZE;
  const byName = new Map(status.initContainerStatuses?.map((each) => [each.name, each]));
  const hasStartedRegular = status.containerStatuses?.some((each) => !isWaitingUntried(each));
  let failed = false;
  const incomplete: string[] = [];
  for (const spec of pod.spec.initContainers) {
    const own = byName.get(spec.name);
    const role = containerRole(spec, true);
    const exitCode = own?.state?.terminated?.exitCode;
    if (role === 'init' && exitCode !== undefined && exitCode !== 0) failed = true;
    const isOver = role === 'sidecar' && hasStartedRegular;
    if (!isOver && !isInitDone(role, own)) incomplete.push(spec.name);
  }
  return { failed, incomplete };
}

/** A condition without its time; all have one hidden class. */
interface Verdict {
  readonly type: string;
  readonly status: ConditionStatus;
  readonly reason: string | undefined;
  readonly message: string | undefined;
}

function verdict(type: string, status: ConditionStatus, reason?: string, message?: string): Verdict {
  return { type, status, reason, message };
}

interface Settling {
  readonly phase: PodStatus['phase'];
  readonly settings: KubeletSettings;
  readonly nowMs: number;
}

function settleConditions(pod: Pod, status: PodStatus, { phase, settings, nowMs }: Settling): PodCondition[] {
  const before = status.conditions ?? [];
  const containersReady = containersReadyVerdict(pod, status, phase);
  const verdicts = [
    initializedVerdict(pod, status, phase),
    readyVerdict(pod, containersReady, before),
    containersReady,
    verdict(PodConditionType.PodScheduled, ConditionStatus.True),
  ];
  if (settings.podReadyToStartContainers) verdicts.unshift(sandboxVerdict(status, phase));
  const generation = settings.reportsGenerations ? pod.metadata.generation : undefined;
  const conditions = verdicts.map((each) =>
    observed(withTransition(each, conditionOf(before, each.type), nowMs), generation),
  );
  for (const condition of before) {
    // Of several of one type the last counts, where the first stands.
    if (!conditions.some(({ type }) => type === condition.type)) conditions.push(conditionOf(before, condition.type)!);
  }
  return conditions;
}

function conditionOf(conditions: readonly PodCondition[], type: string): PodCondition | undefined {
  return conditions.findLast((each) => each.type === type);
}

function withTransition(settled: Verdict, before: PodCondition | undefined, nowMs: number): PodCondition {
  const { type, status, reason, message } = settled;
  const isUnchanged = before?.status === status;
  if (isUnchanged && before.reason === reason && before.message === message) return before;
  const lastTransitionTime = isUnchanged && before.lastTransitionTime ? before.lastTransitionTime : formatTime(nowMs);
  if (reason === undefined) return { type, status, lastTransitionTime };
  return message === undefined
    ? { type, status, lastTransitionTime, reason }
    : { type, status, lastTransitionTime, reason, message };
}

/** The condition with the generation of the pod that it is about, where that is known. */
function observed(condition: ObservedCondition, observedGeneration: number | undefined): PodCondition {
  if (observedGeneration === undefined || condition.observedGeneration === observedGeneration) return condition;
  return withFields(condition, { observedGeneration });
}

type ObservedCondition = PodCondition & { readonly observedGeneration?: number };

function sandboxVerdict({ podIP }: PodStatus, phase: PodStatus['phase']): Verdict {
  const hasSandbox = podIP !== undefined && !isTerminalPhase(phase);
  return verdict(PodConditionType.PodReadyToStartContainers, hasSandbox ? 'True' : 'False');
}

function initializedVerdict(pod: Pod, status: PodStatus, phase: PodStatus['phase']): Verdict {
  const type = PodConditionType.Initialized;
  if (phase === PodPhase.Succeeded) return verdict(type, 'True', 'PodCompleted');
  const { incomplete } = initProgress(pod, status);
  if (incomplete.length === 0) return verdict(type, 'True');
  const message = `containers with incomplete status: [${incomplete.join(' ')}]`;
  return verdict(type, 'False', 'ContainersNotInitialized', message);
}

function containersReadyVerdict(pod: Pod, status: PodStatus, phase: PodStatus['phase']): Verdict {
  const type = PodConditionType.ContainersReady;
  if (phase === PodPhase.Succeeded) return verdict(type, 'False', 'PodCompleted');
  const { containerStatuses, initContainerStatuses } = status;
  if (!containerStatuses) return verdict(type, 'False', 'UnknownContainerStatuses');
  const unknown: string[] = [];
  const unready: string[] = [];
  const count = ({ name }: Container): void => {
    const isNamed = (each: ContainerStatus): boolean => each.name === name;
    const own = containerStatuses.findLast(isNamed) ?? initContainerStatuses?.findLast(isNamed);
    if (!own) unknown.push(name);
    else if (!own.ready) unready.push(name);
  };
  for (const spec of pod.spec.initContainers ?? []) if (containerRole(spec, true) === 'sidecar') count(spec);
  for (const spec of pod.spec.containers) count(spec);
  if (unknown.length === 0 && unready.length === 0) return verdict(type, 'True');
  const messages: string[] = [];
  if (unknown.length > 0) messages.push(`containers with unknown status: [${unknown.join(' ')}]`);
  if (unready.length > 0) messages.push(`containers with unready status: [${unready.join(' ')}]`);
  return verdict(type, 'False', 'ContainersNotReady', messages.join(', '));
}

function readyVerdict(pod: Pod, containersReady: Verdict, conditions: readonly PodCondition[]): Verdict {
  const type = PodConditionType.Ready;
  const { status, reason, message } = containersReady;
  if (status !== 'True') return verdict(type, status, reason, message);
  const closed = (pod.spec.readinessGates ?? []).flatMap(({ conditionType }) => {
    const gate = conditionOf(conditions, conditionType);
    if (!gate) return [`corresponding condition of pod readiness gate "${conditionType}" does not exist.`];
    return gate.status === 'True'
      ? []
      : [`the status of pod readiness gate "${conditionType}" is not "True", but ${gate.status}`];
  });
  if (closed.length === 0) return verdict(type, status, reason, message);
  return verdict(type, 'False', 'ReadinessGatesNotReady', closed.join(', '));
}
