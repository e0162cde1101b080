import type { OwnerReference, Pod, PodDisruptionBudget } from '@orrery/api-types';
import { formatTime, parseTimeMs } from '@orrery/time';
import { controllerOf } from '../ownership/controller-reference';

/** A pod that was asked to go counts as gone for this long, then the request is taken to have failed. */
export const DISRUPTED_PODS_KEPT_MS = 120_000;

type Status = NonNullable<PodDisruptionBudget['status']>;

/** How many pods there should be, and who says so. */
export interface ControllerScale {
  readonly uid: string;
  readonly replicas: number;
}

export interface DisruptionInput {
  readonly budget: PodDisruptionBudget;
  /** The pods of the namespace that the budget's selector matches. */
  readonly pods: readonly Pod[];
  /** What a controller of these pods, or the one above it, is to have; none: it has no scale. */
  readonly scaleOf: (controller: OwnerReference) => ControllerScale | undefined;
  readonly nowMs: number;
}

export interface DisruptionVerdict {
  readonly status: Status;
  /** When to look again without a change: an entry of `disruptedPods` runs out. */
  readonly recheckAtMs: number | undefined;
}

/** What the status of a disruption budget must be now (specification B7). */
export function disruptionStatus({ budget, pods, scaleOf, nowMs }: DisruptionInput): DisruptionVerdict {
  const { minAvailable, maxUnavailable } = budget.spec ?? {};
  const { disruptedPods, recheckAtMs } = stillDisrupted(budget.status?.disruptedPods, pods, nowMs);
  const expectedPods = isInteger(minAvailable) ? pods.length : expectedByScale(pods, scaleOf);
  const desiredHealthy = desired(expectedPods, minAvailable, maxUnavailable);
  const currentHealthy = pods.filter(
    (pod) => isReady(pod) && !pod.metadata.deletionTimestamp && !(pod.metadata.name in disruptedPods),
  ).length;
  const disruptionsAllowed = expectedPods <= 0 ? 0 : Math.max(0, currentHealthy - desiredHealthy);
  const generation = budget.metadata.generation;
  const status: Status = {
    ...(generation === undefined ? {} : { observedGeneration: generation }),
    ...(Object.keys(disruptedPods).length > 0 ? { disruptedPods } : {}),
    disruptionsAllowed,
    currentHealthy,
    desiredHealthy,
    expectedPods,
    conditions: conditions(budget, disruptionsAllowed > 0, nowMs),
  };
  return { status, recheckAtMs };
}

/** Entries leave when the pod is terminating or gone, or after two minutes. */
function stillDisrupted(
  entries: Readonly<Record<string, string>> | undefined,
  pods: readonly Pod[],
  nowMs: number,
): { disruptedPods: Record<string, string>; recheckAtMs: number | undefined } {
  const disruptedPods: Record<string, string> = Object.create(null) as Record<string, string>;
  let recheckAtMs: number | undefined;
  const staying = new Set(pods.filter((pod) => !pod.metadata.deletionTimestamp).map((pod) => pod.metadata.name));
  for (const [name, since] of Object.entries(entries ?? {})) {
    const endsAtMs = (parseTimeMs(since) ?? 0) + DISRUPTED_PODS_KEPT_MS;
    if (!staying.has(name) || endsAtMs <= nowMs) continue;
    disruptedPods[name] = since;
    recheckAtMs = Math.min(recheckAtMs ?? endsAtMs, endsAtMs);
  }
  return { disruptedPods, recheckAtMs };
}

/** The sum of the distinct controllers' scales; pods that nobody manages do not count. */
function expectedByScale(pods: readonly Pod[], scaleOf: DisruptionInput['scaleOf']): number {
  const looked = new Set<string>();
  const scales = new Map<string, number>();
  for (const pod of pods) {
    const controller = controllerOf(pod);
    if (!controller || looked.has(controller.uid)) continue;
    looked.add(controller.uid);
    const scale = scaleOf(controller);
    if (scale) scales.set(scale.uid, scale.replicas);
  }
  let expected = 0;
  for (const replicas of scales.values()) expected += replicas;
  return expected;
}

function desired(expectedPods: number, minAvailable: unknown, maxUnavailable: unknown): number {
  if (maxUnavailable !== undefined && maxUnavailable !== null) {
    return Math.max(0, expectedPods - roundedUp(maxUnavailable, expectedPods));
  }
  return roundedUp(minAvailable ?? 1, expectedPods);
}

/** An integer as it is, a percentage of `total` rounded up. */
function roundedUp(value: unknown, total: number): number {
  if (typeof value === 'number') return value;
  return Math.ceil((Number.parseInt(String(value), 10) * total) / 100);
}

function isInteger(value: unknown): boolean {
  return typeof value === 'number';
}

function isReady(pod: Pod): boolean {
  return pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false;
}

function conditions(budget: PodDisruptionBudget, isAllowed: boolean, nowMs: number): NonNullable<Status['conditions']> {
  const status = isAllowed ? 'True' : 'False';
  const before = budget.status?.conditions?.find(({ type }) => type === 'DisruptionAllowed');
  const lastTransitionTime = before?.status === status ? before.lastTransitionTime : formatTime(nowMs);
  return [
    {
      type: 'DisruptionAllowed',
      status,
      observedGeneration: budget.metadata.generation ?? 0,
      lastTransitionTime,
      reason: isAllowed ? 'SufficientPods' : 'InsufficientPods',
      message: '',
    },
  ];
}
