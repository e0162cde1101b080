import type { ControllerRevision } from '@orrery/api-types';
import { byRevision, remembers, type TemplateOwner } from './controller-revision';

/** Revision to which an owner is rolled back, with a mark if it is the current one; or the reason for which a rollback is impossible. */
export type TemplateRollback =
  | { readonly ok: true; readonly revision: ControllerRevision; readonly isThere: boolean }
  | { readonly ok: false; readonly message: string };

/** The way back to the template of this number, 0 for the one before the present (as `kubectl rollout undo`). */
export function planTemplateRollback(
  owner: TemplateOwner,
  revisions: readonly ControllerRevision[],
  toRevision: number,
): TemplateRollback {
  if (toRevision === 0 && revisions.length <= 1) return { ok: false, message: 'no last revision to roll back to' };
  const sorted = [...revisions].sort(byRevision);
  const target = toRevision === 0 ? sorted.at(-2) : sorted.find(({ revision }) => revision === toRevision);
  if (!target) return { ok: false, message: `unable to find specified revision ${toRevision} in history` };
  return { ok: true, revision: target, isThere: remembers(target, owner.spec.template) };
}
