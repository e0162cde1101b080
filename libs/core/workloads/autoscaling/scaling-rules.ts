import type { HorizontalPodAutoscalerBehavior, HPAScalingRules } from 'kubernetes-types/autoscaling/v2';

/** Default time for which the highest recommendation holds against a smaller one. */
const SCALE_DOWN_WINDOW_SECONDS = 300;
/** Default limits of scaling up: a target may double, and always have this many pods. */
const SCALE_UP_FACTOR = 2;
const SCALE_UP_MINIMUM = 4;

/** A number of pods at an instant (ms since the Unix epoch): a recommendation, or a change that was made. */
export interface TimedCount {
  readonly atMs: number;
  readonly count: number;
}

/** State of an autoscaler between its passes; it is lost with the process, as upstream. */
export interface AutoscalerMemory {
  readonly recommendations: readonly TimedCount[];
  /** Pods added. */
  readonly scaledUp: readonly TimedCount[];
  /** Pods removed. */
  readonly scaledDown: readonly TimedCount[];
}

export const NO_MEMORY: AutoscalerMemory = { recommendations: [], scaledUp: [], scaledDown: [] };

export interface Limits {
  readonly currentReplicas: number;
  readonly minReplicas: number;
  readonly maxReplicas: number;
}

/** A number of pods with the reason why it is not another one. */
export interface Limited {
  readonly replicas: number;
  readonly reason: string;
  readonly message: string;
}

const WITHIN_RANGE = { reason: 'DesiredWithinRange', message: 'the desired count is within the acceptable range' };
const TOO_FEW = {
  reason: 'TooFewReplicas',
  message: 'the desired replica count is less than the minimum replica count',
};
const TOO_MANY = {
  reason: 'TooManyReplicas',
  message: 'the desired replica count is more than the maximum replica count',
};
const TOO_FAST_UP = {
  reason: 'ScaleUpLimit',
  message: 'the desired replica count is increasing faster than the maximum scale rate',
};
const TOO_FAST_DOWN = {
  reason: 'ScaleDownLimit',
  message: 'the desired replica count is decreasing faster than the maximum scale rate',
};
export const UP_STABILIZED = {
  reason: 'ScaleUpStabilized',
  message: 'recent recommendations were lower than current one, applying the lowest recent recommendation',
};
export const DOWN_STABILIZED = {
  reason: 'ScaleDownStabilized',
  message: 'recent recommendations were higher than current one, applying the highest recent recommendation',
};

/** The recommendations with the present one, without those that no window reaches. */
export function remember(
  recommendations: readonly TimedCount[],
  present: TimedCount,
  behavior: HorizontalPodAutoscalerBehavior | undefined,
): readonly TimedCount[] {
  const longestMs = Math.max(...Object.values(windowsOf(behavior)));
  return [...recommendations.filter(({ atMs }) => atMs > present.atMs - longestMs), present];
}

/**
 * Prevents a recommendation from following the measurements up and down: it decreases only as far as all
 * recommendations of the window for scaling down allow, and increases only as far as those of the other window allow.
 */
export function stabilize(
  recommendations: readonly TimedCount[],
  present: TimedCount,
  { currentReplicas, behavior }: { currentReplicas: number; behavior: HorizontalPodAutoscalerBehavior | undefined },
): number {
  const windows = windowsOf(behavior);
  let [lowest, highest] = [present.count, present.count];
  for (const { atMs, count } of recommendations) {
    if (atMs > present.atMs - windows.upMs) lowest = Math.min(lowest, count);
    if (atMs > present.atMs - windows.downMs) highest = Math.max(highest, count);
  }
  if (!behavior) return highest;
  return Math.min(Math.max(currentReplicas, lowest), highest);
}

function windowsOf(behavior: HorizontalPodAutoscalerBehavior | undefined): { upMs: number; downMs: number } {
  const down = behavior?.scaleDown?.stabilizationWindowSeconds ?? SCALE_DOWN_WINDOW_SECONDS;
  return { upMs: (behavior?.scaleUp?.stabilizationWindowSeconds ?? 0) * 1000, downMs: down * 1000 };
}

/** The limits of an autoscaler without rules (`convertDesiredReplicasWithRules` upstream). */
export function limitByDefault(desired: number, { currentReplicas, minReplicas, maxReplicas }: Limits): Limited {
  const rateLimit = Math.max(SCALE_UP_FACTOR * currentReplicas, SCALE_UP_MINIMUM);
  const [most, why] = maxReplicas > rateLimit ? [rateLimit, TOO_FAST_UP] : [maxReplicas, TOO_MANY];
  if (desired < minReplicas) return { replicas: minReplicas, ...TOO_FEW };
  if (desired > most) return { replicas: most, ...why };
  return { replicas: desired, ...WITHIN_RANGE };
}

/** The limits of an autoscaler with rules (`convertDesiredReplicasWithBehaviorRate` upstream). */
export function limitByRules(
  desired: number,
  { currentReplicas, minReplicas, maxReplicas }: Limits,
  { behavior, memory, nowMs }: { behavior: HorizontalPodAutoscalerBehavior; memory: AutoscalerMemory; nowMs: number },
): Limited {
  const rated = { currentReplicas, memory, nowMs };
  if (desired > currentReplicas) {
    const rateLimit = Math.max(currentReplicas, rateLimitOf(behavior.scaleUp, { ...rated, isUp: true }));
    const [most, why] = maxReplicas > rateLimit ? [rateLimit, TOO_FAST_UP] : [maxReplicas, TOO_MANY];
    if (desired > most) return { replicas: most, ...why };
  } else if (desired < currentReplicas) {
    const rateLimit = Math.min(currentReplicas, rateLimitOf(behavior.scaleDown, { ...rated, isUp: false }));
    const [fewest, why] = minReplicas < rateLimit ? [rateLimit, TOO_FAST_DOWN] : [minReplicas, TOO_FEW];
    if (desired < fewest) return { replicas: fewest, ...why };
  }
  return { replicas: desired, ...WITHIN_RANGE };
}

interface Rated {
  readonly currentReplicas: number;
  readonly memory: AutoscalerMemory;
  readonly nowMs: number;
  readonly isUp: boolean;
}

/** Returns the number of pods up to which the policies allow scaling now, in one direction. */
function rateLimitOf(rules: HPAScalingRules | undefined, { currentReplicas, memory, nowMs, isUp }: Rated): number {
  const { selectPolicy = 'Max', policies = [] } = rules ?? {};
  if (selectPolicy === 'Disabled') return currentReplicas;
  const proposals = policies.map(({ type, value, periodSeconds }) => {
    const sinceMs = nowMs - periodSeconds * 1000;
    const before = currentReplicas - changeSince(memory.scaledUp, sinceMs) + changeSince(memory.scaledDown, sinceMs);
    const sign = isUp ? 1 : -1;
    if (type === 'Pods') return before + sign * value;
    return isUp ? Math.ceil(before * (1 + value / 100)) : Math.trunc(before * (1 - value / 100));
  });
  // The policy that allows the greatest change, or the smallest.
  return (selectPolicy === 'Max') === isUp ? Math.max(...proposals) : Math.min(...proposals);
}

function changeSince(events: readonly TimedCount[], sinceMs: number): number {
  let sum = 0;
  for (const { atMs, count } of events) if (atMs > sinceMs) sum += count;
  return sum;
}

/** The memory with a change of the number of pods that was just made. */
export function rememberScaling(
  memory: AutoscalerMemory,
  change: TimedCount,
  behavior: HorizontalPodAutoscalerBehavior | undefined,
): AutoscalerMemory {
  if (!behavior || change.count === 0) return memory;
  const kept = (events: readonly TimedCount[], rules: HPAScalingRules | undefined): TimedCount[] => {
    const longestMs = Math.max(0, ...(rules?.policies ?? []).map(({ periodSeconds }) => periodSeconds * 1000));
    return events.filter(({ atMs }) => atMs > change.atMs - longestMs);
  };
  const { atMs, count } = change;
  if (count > 0) return { ...memory, scaledUp: [...kept(memory.scaledUp, behavior.scaleUp), change] };
  return { ...memory, scaledDown: [...kept(memory.scaledDown, behavior.scaleDown), { atMs, count: -count }] };
}
