import type { Pod } from '@orrery/api-types';
import { parseIndexes } from './completed-indexes';
import { endedAtMs, indexOf } from './job-pods';
import { INDEX_FAILURES, INDEX_IGNORED_FAILURES, type Job } from './job-constants';
import { countsAsFailure, evaluateFailure } from './pod-failure-policy';

/** Number of failures of an index. */
export interface IndexFailures {
  readonly counted: number;
  /** Number of failures that the pod failure policy ignores: these only lengthen the back-off. */
  readonly ignored: number;
}

/** The indexes of a job that has a back-off limit for each of them. */
export interface IndexFailureState {
  /** Failed for good. */
  readonly failed: ReadonlySet<number>;
  /**
   * The last pod of each index that failed and has no other yet: it stays uncounted until then, because only it knows
   * how often its index failed.
   */
  readonly held: ReadonlyMap<number, Pod>;
}

export interface IndexFailureInput {
  readonly job: Job;
  /** Failed pods that carry the finalizer of job tracking still. */
  readonly failedPods: readonly Pod[];
  readonly active: readonly Pod[];
  readonly done: ReadonlySet<number>;
}

/** Returns the failed indexes, and the pods they wait for; undefined if the job has one limit for all. */
export function indexFailures({ job, failedPods, active, done }: IndexFailureInput): IndexFailureState | undefined {
  const { backoffLimitPerIndex: limit, completions } = job.spec;
  if (limit === undefined || job.spec.completionMode !== 'Indexed') return undefined;
  const end = completions ?? 0;
  const failed = new Set(parseIndexes(job.status?.failedIndexes, end));
  const ended = failedPods.flatMap((pod) => {
    const index = indexOf(pod);
    return index === undefined || index >= end ? [] : [{ pod, index }];
  });
  for (const { pod, index } of ended) if (isLastFailure(job, pod, limit)) failed.add(index);
  const running = new Set(active.map(indexOf));
  const held = new Map<number, Pod>();
  for (const { pod, index } of ended) {
    if (done.has(index) || failed.has(index) || running.has(index)) continue;
    const other = held.get(index);
    if (!other || isLater(pod, other)) held.set(index, pod);
  }
  return { failed, held };
}

/** Returns the failure counts that the next pod of an index carries. */
export function failuresAfter(job: Job, before: Pod | undefined): IndexFailures {
  if (!before) return { counted: 0, ignored: 0 };
  const { counted, ignored } = failuresBefore(before);
  return countsAsFailure(job, before) ? { counted: counted + 1, ignored } : { counted, ignored: ignored + 1 };
}

/** Returns the number of failures of a pod's index before it. */
export function failuresBefore({ metadata }: Pod): IndexFailures {
  const read = (name: string): number => {
    const count = Number(metadata.annotations?.[name] ?? 0);
    return Number.isInteger(count) && count >= 0 && count < 2 ** 31 ? count : 0;
  };
  return { counted: read(INDEX_FAILURES), ignored: read(INDEX_IGNORED_FAILURES) };
}

function isLastFailure(job: Job, pod: Pod, limit: number): boolean {
  if (job.spec.podFailurePolicy) {
    const { action } = evaluateFailure(job, pod);
    if (action === 'FailIndex') return true;
    if (action === 'Ignore') return false;
  }
  return failuresBefore(pod).counted >= limit;
}

function isLater(pod: Pod, other: Pod): boolean {
  const [a, b] = [failuresBefore(other), failuresBefore(pod)];
  return a.counted + a.ignored <= b.counted + b.ignored && endedAtMs(pod) >= endedAtMs(other);
}
