import { ApiError, type ControllerRevision, type KubeObject, type LabelSelector } from '@orrery/api-types';
import { requireKind } from '@orrery/control-plane';
import {
  claim,
  outdatedRevisions,
  planHistory,
  remembers,
  type HistoryPlan,
  type TemplateOwner,
} from '@orrery/workloads';
import { isNamespaceTerminating, isTaken, type Reconciliation, type Replacement } from './reconciliation';

const REVISION = requireKind('apps/v1', 'ControllerRevision');
/** Resource of the revisions of StatefulSets and DaemonSets. */
export const REVISIONS = 'controllerrevisions.apps';

export interface HistoryOptions {
  readonly selector: LabelSelector | undefined;
  readonly collisionCount: number;
  readonly hashLabel: string;
}

/** Result of looking up the revision of a template. */
export type HistoryVerdict = Pick<HistoryPlan, 'sorted' | 'update'> | 'nameTaken' | 'failed';

/**
 * Returns the revisions of an owner, including that of its present template, which is written if it is new or has
 * returned. If its name belongs to another object, the owner has to count the collision and choose another name.
 */
export async function keepHistory(
  object: KubeObject,
  reconciliation: Reconciliation,
  { selector, collisionCount, hashLabel }: HistoryOptions,
): Promise<HistoryVerdict> {
  const revisions = await claimRevisions(object, selector, reconciliation);
  const owner = object as TemplateOwner;
  const { writesNullCreation } = reconciliation.knobs;
  const options = { collisionCount, hashLabel, writesNullCreation };
  const { sorted, update, write } = planHistory({ owner, revisions, ...options });
  if (write === 'none' || object.metadata.deletionTimestamp) return { sorted, update };
  if (write === 'renumber') {
    const seen = sorted.find(({ metadata }) => metadata.uid === update.metadata.uid)!;
    if (!(await reconciliation.update([replacement(seen, update)]))) return 'failed';
    return { sorted: [...sorted.filter((other) => other !== seen), update], update };
  }
  const answer = await reconciliation.create({ kind: REVISION, input: update });
  if (!(answer instanceof ApiError)) {
    const created = answer as ControllerRevision;
    return { sorted: [...sorted, created], update: created };
  }
  if (isNamespaceTerminating(answer)) return 'failed';
  if (isTaken(answer)) return taken(update, owner, reconciliation);
  reconciliation.warn('FailedCreate', `Error creating: ${answer.message}`);
  reconciliation.retryLater();
  return 'failed';
}

/** Deletes unused revisions beyond the history limit. */
export async function trimHistory(
  sorted: readonly ControllerRevision[],
  reconciliation: Reconciliation,
  { limit, isLive }: { readonly limit: number; readonly isLive: (revision: ControllerRevision) => boolean },
): Promise<void> {
  const outdated = outdatedRevisions(sorted, limit, isLive);
  await reconciliation.remove(outdated, { announces: false });
}

/**
 * Returns `failed`, so that the step is retried, if the revision of this name is this very one, left by a process that
 * died before it was adopted; else `nameTaken`.
 */
function taken({ metadata }: ControllerRevision, owner: TemplateOwner, { state }: Reconciliation): HistoryVerdict {
  const found = state.get({ resource: REVISIONS, namespace: metadata.namespace ?? '', name: metadata.name });
  const isOwn = found && remembers(found as ControllerRevision, owner.spec.template);
  const owners = found?.metadata.ownerReferences ?? [];
  return isOwn && owners.some(({ uid }) => uid === owner.metadata.uid) ? 'failed' : 'nameTaken';
}

async function claimRevisions(
  owner: KubeObject,
  selector: LabelSelector | undefined,
  reconciliation: Reconciliation,
): Promise<readonly ControllerRevision[]> {
  const { namespace = '', uid } = owner.metadata;
  const index = reconciliation.state.index<ControllerRevision>(REVISIONS);
  const orphans = index.orphansFor(namespace, selector);
  const claimed = claim({ owner, selector, owned: index.ownedBy(uid), orphans });
  if (claimed.adopted.length === 0 && claimed.released.length === 0) return claimed.kept;
  await reconciliation.changeOwners(claimed);
  return index.ownedBy(uid);
}

function replacement(seen: ControllerRevision, next: ControllerRevision): Replacement {
  return { seen: seen, next: next };
}
