import type { Pod } from '@orrery/api-types';
import { isReady } from '../pods/pod-state';
import { formatIndexes } from './completed-indexes';
import type { Ending } from './job-conditions';
import type { JobStanding } from './job-ending';
import { hasFinalizer, indexOf } from './job-pods';
import type { JobStatus } from './job-constants';
import { countsAsFailure } from './pod-failure-policy';

/** Pods that one step accounts for at most, so that a status stays small. */
const MAX_UNCOUNTED = 500;

/** Pods that a step of a tracked job accounts for. */
export interface JobAccounts {
  /** Pods to count: listed in the status until their finalizer is gone. */
  readonly succeeded: readonly Pod[];
  readonly failed: readonly Pod[];
  /** Pods whose finalizer can be removed once the status is written: those above, and those that do not count. */
  readonly letGo: readonly Pod[];
}

/** Accounts without pods. */
export const NOTHING: JobAccounts = Object.freeze({ succeeded: [], failed: [], letGo: [] });

export interface AccountsInput extends JobStanding {
  readonly ending: Pick<Ending, 'isSuccess'> | undefined;
  /** Pods that the job itself ends; only those of a job that fails count as failed. */
  readonly deletions: readonly Pod[];
}

/**
 * Sorts out what counts (`trackJobStatusAndRemoveFinalizers` of `pkg/controller/job/job_controller.go`): when a job
 * fails, all that has not ended well has failed; pods that it has too many of, or that a success makes needless, do not.
 */
export function accountFor(input: AccountsInput): JobAccounts {
  const { job, pods, ending, deletions, indexes } = input;
  const hasFailed = ending?.isSuccess === false;
  const held = new Set(ending || job.metadata.deletionTimestamp ? [] : indexes?.held.values());
  const failed = pods.failed.filter((pod) => !held.has(pod));
  const unended = hasFailed ? [...pods.active, ...pods.terminating].filter(hasFinalizer) : [];
  const known = new Set(failed);
  const lost = [...failed, ...unended.filter((pod) => !known.has(pod))];
  const leaving = job.metadata.deletionTimestamp ? [...pods.active, ...pods.terminating] : deletions;
  const needless = hasFailed ? [] : leaving.filter((pod) => hasFinalizer(pod) && !known.has(pod));
  const settled = [...pods.succeeded, ...lost];
  const now = new Set(settled.slice(0, MAX_UNCOUNTED));
  const isIndexed = input.done !== undefined;
  return {
    succeeded: isIndexed ? [] : pods.succeeded.filter((pod) => now.has(pod)),
    failed: lost.filter((pod) => now.has(pod) && countsAsFailure(job, pod) && (!isIndexed || isOfIndex(input, pod))),
    letGo: [...now, ...needless],
  };
}

/**
 * The numbers of a job's status; those that are 0 are left out, as Go leaves them. Tracked pods that have ended are
 * listed until their finalizer is gone, and only then counted: whenever the controller dies in between, once.
 */
export function countsOf(standing: JobStanding, accounts: JobAccounts | undefined): JobStatus {
  const { pods, done, indexes } = standing;
  const { active, terminating, countedSucceeded, countedFailed } = pods;
  const succeeded = done ? done.size : countedSucceeded;
  return {
    ...(active.length > 0 ? { active: active.length } : {}),
    ...(succeeded > 0 ? { succeeded } : {}),
    ...(countedFailed > 0 ? { failed: countedFailed } : {}),
    ...(done && done.size > 0 ? { completedIndexes: formatIndexes(done) } : {}),
    ...(indexes ? { failedIndexes: formatIndexes(indexes.failed) } : {}),
    ...(accounts
      ? {
          ready: active.filter(isReady).length,
          terminating: terminating.length,
          uncountedTerminatedPods: { ...listed('succeeded', accounts), ...listed('failed', accounts) },
        }
      : {}),
  };
}

function listed(name: 'succeeded' | 'failed', accounts: JobAccounts): object {
  const pods = accounts[name];
  return pods.length > 0 ? { [name]: pods.map(({ metadata }) => metadata.uid) } : {};
}

function isOfIndex({ job }: JobStanding, pod: Pod): boolean {
  const index = indexOf(pod);
  return index !== undefined && index < (job.spec.completions ?? 0);
}
