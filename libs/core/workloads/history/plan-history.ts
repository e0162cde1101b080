import type { ControllerRevision } from '@orrery/api-types';
import { byRevision, newRevision, remembers, type RevisionOptions, type TemplateOwner } from './controller-revision';

export interface HistoryInput extends RevisionOptions {
  readonly owner: TemplateOwner;
  /** The owner's revisions, in any order. */
  readonly revisions: readonly ControllerRevision[];
}

/** Revision of the owner's present template, among all (spec api B3, B4). */
export interface HistoryPlan {
  /** The owner's revisions, the oldest first. */
  readonly sorted: readonly ControllerRevision[];
  /** The revision of the present template, as it shall be. */
  readonly update: ControllerRevision;
  /** Required write: a new object, or a higher number for one that came back. */
  readonly write: 'create' | 'renumber' | 'none';
}

/** Finds the revision of the present template. One that was in use before gets the highest number: it is the latest. */
export function planHistory({ owner, revisions, ...options }: HistoryInput): HistoryPlan {
  const sorted = [...revisions].sort(byRevision);
  const latest = sorted.at(-1);
  const next = (latest?.revision ?? 0) + 1;
  const { template } = owner.spec;
  if (latest && remembers(latest, template)) return { sorted, update: latest, write: 'none' };
  const former = sorted.filter((revision) => remembers(revision, template)).at(-1);
  if (former) return { sorted, update: { ...former, revision: next }, write: 'renumber' };
  return { sorted, update: newRevision(owner, next, options), write: 'create' };
}

/**
 * Returns the revisions to delete: the oldest of those not in use, beyond the limit. `isLive` returns true if a pod, or
 * the owner itself, still uses a revision.
 */
export function outdatedRevisions(
  sorted: readonly ControllerRevision[],
  limit: number,
  isLive: (revision: ControllerRevision) => boolean,
): ControllerRevision[] {
  const past = sorted.filter((revision) => !isLive(revision));
  return past.slice(0, Math.max(0, past.length - Math.max(0, limit)));
}
