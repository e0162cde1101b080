import type { HorizontalPodAutoscaler, Pod } from '@orrery/api-types';
import { formatTime } from '@orrery/time';
import type {
  HorizontalPodAutoscalerCondition,
  HorizontalPodAutoscalerStatus,
  MetricSpec,
  MetricStatus,
} from 'kubernetes-types/autoscaling/v2';
import { evaluateMetric, type MetricFailure, type MetricSource } from './evaluate-metric';
import {
  DOWN_STABILIZED,
  limitByDefault,
  limitByRules,
  NO_MEMORY,
  remember,
  stabilize,
  UP_STABILIZED,
  type AutoscalerMemory,
  type Limited,
} from './scaling-rules';

/** The target of an autoscaler as its `/scale` shows it. */
export interface ScaleTarget {
  readonly replicas: number;
  /** Text of the label selector; empty if there is none. */
  readonly selector: string;
  /** The pods that the selector finds. */
  readonly pods: readonly Pod[];
}

export interface AutoscalerInput {
  readonly autoscaler: HorizontalPodAutoscaler;
  /** The target, or why its scale cannot be read. */
  readonly target: ScaleTarget | { readonly failure: string };
  readonly samples: MetricSource;
  readonly nowMs: number;
  /** Undefined in the first pass. */
  readonly memory: AutoscalerMemory | undefined;
}

/** An event about the autoscaler. */
export interface AutoscalerNote {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** Result of a pass. */
export interface AutoscalerPlan {
  readonly status: HorizontalPodAutoscalerStatus;
  /** The number of pods that the target shall have, with the reason; undefined to leave it. */
  readonly rescale?: { readonly replicas: number; readonly reason: string };
  readonly notes: readonly AutoscalerNote[];
  readonly memory: AutoscalerMemory;
}

/** Changes conditions of a status; the time changes with the truth value. */
class Conditions {
  private readonly list: HorizontalPodAutoscalerCondition[];

  constructor(
    before: readonly HorizontalPodAutoscalerCondition[] = [],
    private readonly nowMs: number,
  ) {
    this.list = [...before];
  }

  set(type: string, status: 'True' | 'False', { reason, message }: { reason: string; message: string }): void {
    const at = this.list.findIndex((condition) => condition.type === type);
    const known = this.list[at];
    const isSame = known?.status === status;
    const lastTransitionTime = isSame ? known.lastTransitionTime! : formatTime(this.nowMs);
    const next = { type, status, lastTransitionTime, reason, message };
    if (at < 0) this.list.push(next);
    else this.list[at] = next;
  }

  get all(): HorizontalPodAutoscalerCondition[] {
    return this.list;
  }
}

/** Plans a pass of a HorizontalPodAutoscaler (`reconcileAutoscaler` upstream). */
export function planAutoscaler(input: AutoscalerInput): AutoscalerPlan {
  const { autoscaler, target, nowMs } = input;
  const { spec, status: before } = autoscaler;
  const conditions = new Conditions(before?.conditions, nowMs);
  const memory = input.memory ?? NO_MEMORY;
  if ('failure' in target) {
    const message = `the HPA controller was unable to get the target's current scale: ${target.failure}`;
    conditions.set('AbleToScale', 'False', { reason: 'FailedGetScale', message });
    const note = warning('FailedGetScale', target.failure);
    return { status: { ...statusBefore(before), conditions: conditions.all }, notes: [note], memory };
  }
  conditions.set('AbleToScale', 'True', {
    reason: 'SucceededGetScale',
    message: "the HPA controller was able to get the target's current scale",
  });
  const current = target.replicas;
  const known = input.memory ?? { ...NO_MEMORY, recommendations: [{ atMs: nowMs, count: current }] };
  const { minReplicas = 1, maxReplicas } = spec;
  const settled = (desired: number, found: Partial<Decision> = {}): AutoscalerPlan =>
    decided({ desired, current, conditions, before, nowMs, memory: known, ...found });
  if (current === 0 && minReplicas !== 0) {
    conditions.set('ScalingActive', 'False', {
      reason: 'ScalingDisabled',
      message: 'scaling is disabled since the replica count of the target is zero',
    });
    return settled(0);
  }
  if (current > maxReplicas) {
    return settled(maxReplicas, { reason: 'Current number of replicas above Spec.MaxReplicas' });
  }
  if (current < minReplicas) {
    return settled(minReplicas, { reason: 'Current number of replicas below Spec.MinReplicas' });
  }
  const found = combineMetrics(spec.metrics ?? [], { ...input, target }, conditions);
  const { statuses } = found;
  if ('failure' in found) {
    const status = {
      ...statusBefore(before),
      currentReplicas: current,
      currentMetrics: [...statuses],
      conditions: conditions.all,
    };
    const notes = [...found.notes, warning('FailedComputeMetricsReplicas', found.failure)];
    return { status, notes, memory: known };
  }
  const reason = found.replicas > current ? `${found.metric} above target` : 'All metrics below target';
  const { replicas, recommendations } = normalized(found.replicas, { ...input, target }, known, conditions);
  return settled(replicas, { reason, statuses, notes: found.notes, memory: { ...known, recommendations } });
}

interface Decision {
  readonly desired: number;
  readonly current: number;
  readonly conditions: Conditions;
  readonly before: HorizontalPodAutoscalerStatus | undefined;
  readonly nowMs: number;
  readonly memory: AutoscalerMemory;
  readonly reason: string;
  readonly statuses: readonly MetricStatus[];
  readonly notes: readonly AutoscalerNote[];
}

function decided(decision: Omit<Decision, 'reason' | 'statuses' | 'notes'> & Partial<Decision>): AutoscalerPlan {
  const { desired, current, conditions, before, nowMs, memory, reason = '', statuses = [], notes = [] } = decision;
  const isRescale = desired !== current;
  if (isRescale) {
    const message = `the HPA controller was able to update the target scale to ${desired}`;
    conditions.set('AbleToScale', 'True', { reason: 'SucceededRescale', message });
  }
  const lastScaleTime = isRescale ? formatTime(nowMs) : before?.lastScaleTime;
  const status: HorizontalPodAutoscalerStatus = {
    ...(lastScaleTime === undefined ? {} : { lastScaleTime }),
    currentReplicas: current,
    desiredReplicas: desired,
    ...(statuses.length === 0 ? {} : { currentMetrics: [...statuses] }),
    conditions: conditions.all,
  };
  if (!isRescale) return { status, notes, memory };
  const event: AutoscalerNote = {
    type: 'Normal',
    reason: 'SuccessfulRescale',
    message: `New size: ${desired}; reason: ${reason}`,
  };
  return { status, rescale: { replicas: desired, reason }, notes: [...notes, event], memory };
}

interface Combined {
  readonly replicas: number;
  readonly metric: string;
  readonly statuses: readonly MetricStatus[];
  readonly notes: readonly AutoscalerNote[];
}

type WithTarget = AutoscalerInput & { readonly target: ScaleTarget };

/** Returns the highest proposal of all metrics; a failure if none can be read, or if one cannot and the others propose fewer pods. */
function combineMetrics(
  metrics: readonly MetricSpec[],
  { target, samples, nowMs }: WithTarget,
  conditions: Conditions,
):
  | Combined
  | { readonly failure: string; readonly statuses: MetricStatus[]; readonly notes: readonly AutoscalerNote[] } {
  if (target.selector === '') {
    const message = "the HPA target's scale is missing a selector";
    conditions.set('ScalingActive', 'False', { reason: 'InvalidSelector', message });
    return {
      failure: 'selector is required',
      statuses: [],
      notes: [warning('SelectorRequired', 'selector is required')],
    };
  }
  const statuses: MetricStatus[] = [];
  const notes: AutoscalerNote[] = [];
  const failures: MetricFailure[] = [];
  let best = { replicas: 0, metric: '' };
  for (const metric of metrics) {
    const verdict = evaluateMetric(metric, { pods: target.pods, currentReplicas: target.replicas, samples, nowMs });
    if (verdict.kind === 'failure') {
      failures.push(verdict);
      notes.push(warning(verdict.reason, verdict.message));
      continue;
    }
    statuses.push(verdict.status);
    if (best.metric === '' || verdict.replicas > best.replicas) {
      best = { replicas: verdict.replicas, metric: verdict.name };
    }
  }
  const [first] = failures;
  if (first && (failures.length >= metrics.length || best.replicas < target.replicas)) {
    const message = `the HPA was unable to compute the replica count: ${first.message}`;
    conditions.set('ScalingActive', 'False', { reason: first.reason, message });
    const count = `${failures.length} invalid out of ${metrics.length}`;
    return { failure: `invalid metrics (${count}), first error is: ${first.message}`, statuses, notes };
  }
  const message = `the HPA was able to successfully calculate a replica count from ${best.metric}`;
  conditions.set('ScalingActive', 'True', { reason: 'ValidMetricFound', message });
  return { ...best, statuses, notes };
}

/** The recommendation held steady and within limits. */
function normalized(
  desired: number,
  { autoscaler, target, nowMs }: WithTarget,
  memory: AutoscalerMemory,
  conditions: Conditions,
): { readonly replicas: number; readonly recommendations: AutoscalerMemory['recommendations'] } {
  const { behavior, minReplicas = 1, maxReplicas } = autoscaler.spec;
  const present = { atMs: nowMs, count: desired };
  const currentReplicas = target.replicas;
  const stable = stabilize(memory.recommendations, present, { currentReplicas, behavior });
  const recommendations = remember(memory.recommendations, present, behavior);
  if (stable === desired) {
    const message = 'recommended size matches current size';
    conditions.set('AbleToScale', 'True', { reason: 'ReadyForNewScale', message });
  } else {
    const isUp = behavior !== undefined && desired >= currentReplicas;
    conditions.set('AbleToScale', 'True', isUp ? UP_STABILIZED : DOWN_STABILIZED);
  }
  const limits = { currentReplicas, minReplicas, maxReplicas };
  const limited: Limited = behavior
    ? limitByRules(stable, limits, { behavior, memory, nowMs })
    : limitByDefault(stable, limits);
  conditions.set('ScalingLimited', limited.replicas === stable ? 'False' : 'True', limited);
  return { replicas: limited.replicas, recommendations };
}

function statusBefore(status: HorizontalPodAutoscalerStatus | undefined): HorizontalPodAutoscalerStatus {
  return status ?? { currentReplicas: 0, desiredReplicas: 0, conditions: [] };
}

function warning(reason: string, message: string): AutoscalerNote {
  return { type: 'Warning', reason, message };
}
