import { formatTime } from '@orrery/time';
import type { WorkloadKnobs } from '../workload-knobs';
import { JobReason, type JobCondition, type JobStatus, type JobNote } from './job-constants';

/** Ending of a job. */
export interface Ending {
  readonly isSuccess: boolean;
  readonly reason: string;
  readonly message: string;
}

export interface ConditionsInput {
  readonly status: JobStatus | undefined;
  readonly ending: Ending | undefined;
  readonly isSuspended: boolean;
  /** True if no pod of the job is active or terminating any more. */
  readonly isIdle: boolean;
  readonly nowMs: number;
  readonly knobs: WorkloadKnobs;
}

/** The fields of the status that conditions are in, with the events of their changes. */
export interface SettledConditions {
  readonly fields: Pick<JobStatus, 'conditions' | 'completionTime'>;
  readonly notes: readonly JobNote[];
}

/**
 * Conditions of a job. Today the end is announced by SuccessCriteriaMet or FailureTarget, and Complete or Failed
 * follow when all pods have ended; 1.20 knows only the latter, which come at once.
 */
export function settleConditions(input: ConditionsInput): SettledConditions {
  const { status, ending, isIdle, nowMs, knobs } = input;
  const conditions = [...(status?.conditions ?? [])];
  const notes: JobNote[] = [];
  settleSuspension(input, conditions, notes);
  let completionTime = status?.completionTime;
  if (ending) {
    const { isSuccess, reason, message } = ending;
    const add = (type: JobCondition['type']): void => {
      if (!conditions.some((condition) => condition.type === type)) {
        const why = knobs.tracksJobPods || !isSuccess ? { reason, message } : {};
        conditions.push(condition(type, 'True', nowMs, why));
      }
    };
    if (knobs.tracksJobPods) add(isSuccess ? 'SuccessCriteriaMet' : 'FailureTarget');
    if (isIdle) {
      add(isSuccess ? 'Complete' : 'Failed');
      if (isSuccess) completionTime = formatTime(nowMs);
      notes.push(
        isSuccess
          ? { type: 'Normal', reason: 'Completed', message: 'Job completed' }
          : { type: 'Warning', reason, message },
      );
    }
  }
  return {
    fields: { ...(conditions.length > 0 ? { conditions } : {}), ...(completionTime ? { completionTime } : {}) },
    notes,
  };
}

function settleSuspension(
  { isSuspended, ending, nowMs }: ConditionsInput,
  conditions: JobCondition[],
  notes: JobNote[],
): void {
  if (ending) return;
  const at = conditions.findIndex(({ type }) => type === 'Suspended');
  const was = at >= 0 && conditions[at]!.status === 'True';
  if (isSuspended === was) return;
  const next = isSuspended
    ? condition('Suspended', 'True', nowMs, { reason: JobReason.Suspended, message: 'Job suspended' })
    : condition('Suspended', 'False', nowMs, { reason: JobReason.Resumed, message: 'Job resumed' });
  if (at >= 0) conditions[at] = next;
  else conditions.push(next);
  notes.push({ type: 'Normal', reason: isSuspended ? 'Suspended' : 'Resumed', message: next.message! });
}

function condition(
  type: JobCondition['type'],
  status: JobCondition['status'],
  nowMs: number,
  why: { readonly reason?: string; readonly message?: string },
): JobCondition {
  const now = formatTime(nowMs);
  return { type, status, lastProbeTime: now, lastTransitionTime: now, ...why };
}
