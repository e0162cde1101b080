import type { Pod, PodDisruptionBudget } from '@orrery/api-types';
import { formatTime, parseTimeMs } from '@orrery/time';
import type { WorkloadKnobs } from '../workload-knobs';
import { barePodsMessage, expectedPods, type ScaleLookup, type UnknownPods } from './expected-pods';

/** A pod that was asked to go counts as gone for this long, then the request is taken to have failed. */
const DISRUPTED_PODS_KEPT_MS = 120_000;

type Status = NonNullable<PodDisruptionBudget['status']>;
type Conditions = NonNullable<Status['conditions']>;

export interface DisruptionInput {
  readonly budget: PodDisruptionBudget;
  /** The pods of the namespace that the budget's selector matches. */
  readonly pods: readonly Pod[];
  readonly scaleOf: ScaleLookup;
  readonly knobs: Pick<WorkloadKnobs, 'budgetsPassOverBarePods' | 'budgetsHaveConditions'>;
  readonly nowMs: number;
}

/** An event to record. */
export interface DisruptionNote {
  /** Whom it is about: the budget, unless it is a pod. */
  readonly pod?: Pod;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

export interface DisruptionVerdict {
  readonly status: Status;
  /** Time of the next check without a change: an entry of `disruptedPods` expires. */
  readonly recheckAtMs: number | undefined;
  readonly notes: readonly DisruptionNote[];
}

/** Returns the status that a disruption budget must have now (spec api B7). */
export function disruptionStatus(input: DisruptionInput): DisruptionVerdict {
  const { budget, pods, scaleOf, knobs, nowMs } = input;
  const notes: DisruptionNote[] = [];
  if (pods.length === 0) notes.push({ type: 'Normal', reason: 'NoPods', message: 'No matching pods found' });
  const expected = expectedPods(budget, pods, { scaleOf, passesOverBarePods: knobs.budgetsPassOverBarePods });
  if ('failure' in expected) return closed(input, expected, notes);
  if (expected.hasBarePods) notes.push(warning('UnmanagedPods', barePodsMessage(budget.spec?.selector)));
  const { disruptedPods, recheckAtMs, stayed } = stillDisrupted(budget.status?.disruptedPods, pods, nowMs);
  notes.push(...stayed.map((pod) => notDeleted(budget, pod)));
  const desiredHealthy = desired(expected.count, budget);
  const currentHealthy = pods.filter(
    (pod) => isReady(pod) && !pod.metadata.deletionTimestamp && !(pod.metadata.name in disruptedPods),
  ).length;
  const disruptionsAllowed = expected.count <= 0 ? 0 : Math.max(0, currentHealthy - desiredHealthy);
  const { generation } = budget.metadata;
  const isAllowed = disruptionsAllowed > 0;
  const condition = { isAllowed, reason: isAllowed ? 'SufficientPods' : 'InsufficientPods', message: '' };
  const status: Status = {
    ...(generation === undefined ? {} : { observedGeneration: generation }),
    ...(Object.keys(disruptedPods).length > 0 ? { disruptedPods } : {}),
    disruptionsAllowed,
    currentHealthy,
    desiredHealthy,
    expectedPods: expected.count,
    ...(knobs.budgetsHaveConditions ? { conditions: conditions(input, generation ?? 0, condition) } : {}),
  };
  return { status, recheckAtMs, notes };
}

/** The expected number of pods is unknown: nothing may be disrupted, everything else stays. */
function closed(input: DisruptionInput, { failure, reason }: UnknownPods, notes: DisruptionNote[]): DisruptionVerdict {
  const { status } = input.budget;
  if (reason) notes.push(warning(reason, failure));
  const message = `Failed to calculate the number of expected pods: ${failure}`;
  notes.push(warning('CalculateExpectedPodCountFailed', message));
  const condition = { isAllowed: false, reason: 'SyncFailed', message: failure };
  const observed = status?.observedGeneration ?? 0;
  return {
    status: {
      currentHealthy: 0,
      desiredHealthy: 0,
      expectedPods: 0,
      ...status,
      disruptionsAllowed: 0,
      ...(input.knobs.budgetsHaveConditions ? { conditions: conditions(input, observed, condition) } : {}),
    },
    recheckAtMs: undefined,
    notes,
  };
}

interface StillDisrupted {
  readonly disruptedPods: Record<string, string>;
  readonly recheckAtMs: number | undefined;
  /** Pods that should have been deleted and were not. */
  readonly stayed: readonly Pod[];
}

/** Entries leave when the pod is terminating or gone, or after two minutes. */
function stillDisrupted(
  entries: Readonly<Record<string, string>> | undefined,
  pods: readonly Pod[],
  nowMs: number,
): StillDisrupted {
  const disruptedPods: Record<string, string> = Object.create(null) as Record<string, string>;
  const stayed: Pod[] = [];
  let recheckAtMs: number | undefined;
  const names = Object.entries(entries ?? {});
  if (names.length === 0) return { disruptedPods, recheckAtMs, stayed };
  const living = new Map(pods.filter((pod) => !pod.metadata.deletionTimestamp).map((pod) => [pod.metadata.name, pod]));
  for (const [name, since] of names) {
    const pod = living.get(name);
    if (!pod) continue;
    const endsAtMs = (parseTimeMs(since) ?? 0) + DISRUPTED_PODS_KEPT_MS;
    if (endsAtMs <= nowMs) {
      stayed.push(pod);
      continue;
    }
    disruptedPods[name] = since;
    recheckAtMs = Math.min(recheckAtMs ?? endsAtMs, endsAtMs);
  }
  return { disruptedPods, recheckAtMs, stayed };
}

/** Upstream names the namespace twice, and not the budget. */
function notDeleted({ metadata: { namespace = '' } }: PodDisruptionBudget, pod: Pod): DisruptionNote {
  const message = `Pod was expected by PDB ${namespace}/${namespace} to be deleted but it wasn't`;
  return { pod, ...warning('NotDeleted', message) };
}

function warning(reason: string, message: string): DisruptionNote {
  return { type: 'Warning', reason, message };
}

function desired(expected: number, { spec }: PodDisruptionBudget): number {
  const { minAvailable, maxUnavailable } = spec ?? {};
  if (maxUnavailable !== undefined && maxUnavailable !== null) {
    return Math.max(0, expected - roundedUp(maxUnavailable, expected));
  }
  return roundedUp(minAvailable ?? 0, expected);
}

/** An integer as it is, a percentage of `total` rounded up. */
function roundedUp(value: unknown, total: number): number {
  if (typeof value === 'number') return value;
  return Math.ceil((Number.parseInt(String(value), 10) * total) / 100);
}

function isReady(pod: Pod): boolean {
  return pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false;
}

function conditions(
  { budget, nowMs }: DisruptionInput,
  observedGeneration: number,
  { isAllowed, reason, message }: { readonly isAllowed: boolean; readonly reason: string; readonly message: string },
): Conditions {
  const type = 'DisruptionAllowed';
  const status = isAllowed ? 'True' : 'False';
  const before = budget.status?.conditions?.find((condition) => condition.type === type);
  const lastTransitionTime = before?.status === status ? before.lastTransitionTime : formatTime(nowMs);
  return [{ type, status, observedGeneration, lastTransitionTime, reason, message }];
}
