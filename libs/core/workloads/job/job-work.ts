import type { Pod } from '@orrery/api-types';
import { rankForDeletion } from '../pods/deletion-ranking';
import type { WorkloadKnobs } from '../workload-knobs';
import { failuresAfter, failuresBefore, type IndexFailures } from './index-failures';
import type { JobStanding } from './job-ending';
import { endedAtMs, indexOf, replacesOnlyFailed, type JobPods } from './job-pods';
import type { Job } from './job-constants';

/** Pods that one step creates or deletes at most. */
const MAX_PODS_PER_STEP = 500;
/** Wait of a job after a failure; doubled with every further one. */
const BACKOFF_MS = 10_000;
const MAX_BACKOFF_MS = 360_000;

/** A pod to be made. */
export interface JobCreation {
  /** Index, where the job is Indexed. */
  readonly index?: number;
  /** Failures, where each index has its own back-off limit. */
  readonly failures?: IndexFailures;
}

/** Writes after which the job has the pods that it wants. */
export interface JobWork {
  readonly creations: readonly JobCreation[];
  readonly deletions: readonly Pod[];
  readonly recheckAtMs: number | undefined;
}

/** Ends all that runs. */
export function stopAll({ active }: JobPods): JobWork {
  return { creations: [], deletions: active, recheckAtMs: undefined };
}

/** Brings the number of active pods to what it should be. */
export function manageJob(standing: JobStanding, knobs: WorkloadKnobs): JobWork {
  const { job, pods, done, nowMs } = standing;
  const { active, terminating } = pods;
  if (job.metadata.deletionTimestamp) return nothing();
  const wanted = wantedActive(standing);
  const deletions = surplus(standing, wanted, knobs);
  if (deletions.length > 0) return { ...nothing(), deletions: deletions.slice(0, MAX_PODS_PER_STEP) };
  const waiting = replacesOnlyFailed(job) ? terminating.length : 0;
  const missing = Math.min(wanted - active.length - waiting, MAX_PODS_PER_STEP);
  if (missing <= 0) return nothing();
  if (standing.indexes) return replaceByIndex(standing, missing);
  const waitUntilMs = backoffUntilMs(pods);
  if (waitUntilMs > nowMs) return nothing(waitUntilMs);
  if (!done) return { ...nothing(), creations: Array.from({ length: missing }, () => ({})) };
  return { ...nothing(), creations: freeIndexes(standing, missing).map((index) => ({ index })) };
}

function nothing(recheckAtMs?: number): JobWork {
  return { creations: [], deletions: [], recheckAtMs };
}

function wantedActive({ job, pods, succeededCount }: JobStanding): number {
  const { parallelism = 1, completions } = job.spec;
  if (completions === undefined || completions === null) return succeededCount > 0 ? pods.active.length : parallelism;
  return Math.max(0, Math.min(parallelism, completions - succeededCount));
}

/** Active pods beyond the best of an index, those without one, and then as many as are too many. */
function surplus({ job, pods, done }: JobStanding, wanted: number, { usesDeletionCost }: WorkloadKnobs): Pod[] {
  const { active } = pods;
  const isPlain = !done || isOneEach(job, active);
  if (active.length <= wanted && isPlain) return [];
  const ranked = rankForDeletion({ pods: active, related: active, usesDeletionCost });
  const doubled = isPlain ? [] : duplicates(job, ranked);
  const atLeast = active.length - wanted;
  if (doubled.length >= atLeast) return doubled;
  const taken = new Set(doubled);
  const others = ranked.filter((pod) => !taken.has(pod));
  return [...doubled, ...others.slice(0, atLeast - doubled.length)];
}

function isOneEach({ spec }: Job, active: readonly Pod[]): boolean {
  const seen = new Set(active.map(indexOf));
  if (seen.size !== active.length || seen.has(undefined)) return false;
  for (const index of seen) if (index! >= (spec.completions ?? 0)) return false;
  return true;
}

/** Ranked from the least dear on: the last pod of an index stays. */
function duplicates({ spec }: Job, ranked: readonly Pod[]): Pod[] {
  const seen = new Set<number>();
  const doubled: Pod[] = [];
  for (let i = ranked.length - 1; i >= 0; i--) {
    const index = indexOf(ranked[i]!);
    if (index === undefined || index >= (spec.completions ?? 0) || seen.has(index)) doubled.push(ranked[i]!);
    else seen.add(index);
  }
  return doubled.reverse();
}

/** The first indexes that are neither done nor failed nor have a pod. */
function freeIndexes({ job, pods, done, indexes }: JobStanding, count: number): number[] {
  const taken = new Set(pods.active.map(indexOf));
  if (replacesOnlyFailed(job)) for (const pod of pods.terminating) taken.add(indexOf(pod));
  const free: number[] = [];
  for (let index = 0; index < (job.spec.completions ?? 0) && free.length < count; index++) {
    if (!done!.has(index) && !taken.has(index) && !indexes?.failed.has(index)) free.push(index);
  }
  return free;
}

/** Replaces pods of an Indexed job, in which each index has its own back-off. */
function replaceByIndex(standing: JobStanding, missing: number): JobWork {
  const { job, indexes, nowMs } = standing;
  const creations: JobCreation[] = [];
  let recheckAtMs: number | undefined;
  for (const index of freeIndexes(standing, missing)) {
    const before = indexes!.held.get(index);
    const fromMs = before ? endedAtMs(before) + delayMs(totalFailures(before) + 1) : -Infinity;
    if (fromMs <= nowMs) creations.push({ index, failures: failuresAfter(job, before) });
    else recheckAtMs = Math.min(recheckAtMs ?? Infinity, fromMs);
  }
  return { creations, deletions: [], recheckAtMs };
}

function totalFailures(pod: Pod): number {
  const { counted, ignored } = failuresBefore(pod);
  return counted + ignored;
}

/** Returns the end of the back-off after the last of consecutive failures; a success resets it. */
function backoffUntilMs({ allFailed, allSucceeded }: JobPods): number {
  let lastSuccessMs = -Infinity;
  for (const pod of allSucceeded) lastSuccessMs = Math.max(lastSuccessMs, endedAtMs(pod));
  let [count, lastMs] = [0, -Infinity];
  for (const pod of allFailed) {
    const atMs = endedAtMs(pod);
    if (atMs <= lastSuccessMs) continue;
    count++;
    lastMs = Math.max(lastMs, atMs);
  }
  return count === 0 ? -Infinity : lastMs + delayMs(count);
}

/** 10 s * 2^(k-1) after the k-th failure in a row, 6 min at most. */
function delayMs(failures: number): number {
  return Math.min(BACKOFF_MS * 2 ** (failures - 1), MAX_BACKOFF_MS);
}
