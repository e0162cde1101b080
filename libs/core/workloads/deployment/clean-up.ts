import { byCreation, byRevision, type ReplicaSetDraft } from './replica-set-draft';
import type { RolloutDraft } from './rollout-draft';

/** Deletes ReplicaSets of the past beyond `revisionHistoryLimit`, oldest first; none that still has pods. */
export function cleanUp(draft: RolloutDraft): void {
  const limit = draft.deployment.spec.revisionHistoryLimit;
  if (limit === undefined) return;
  const alive = draft.oldSets.filter(({ object }) => !object.metadata.deletionTimestamp);
  const surplus = alive.length - limit;
  if (surplus <= 0) return;
  const oldestFirst = [...alive].sort((a, b) => byRevision(a.object, b.object) || byCreation(a, b));
  draft.deletions.push(...oldestFirst.slice(0, surplus).filter(isSpent));
}

function isSpent({ object, replicas }: ReplicaSetDraft): boolean {
  const { generation = 0 } = object.metadata;
  const { replicas: existing = 0, observedGeneration = 0 } = object.status ?? {};
  return existing === 0 && replicas === 0 && generation <= observedGeneration;
}
