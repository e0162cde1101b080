import {
  ApiError,
  type Deployment,
  type KubeObject,
  type LabelSelector,
  type Pod,
  type ReplicaSet,
} from '@orrery/api-types';
import { requireKind } from '@orrery/control-plane';
import { nameOf, Operation, type Change } from '@orrery/store';
import {
  afterCollision,
  afterFailedCreation,
  claim,
  controllerOf,
  creationFailureMessage,
  isSameReplicaSet,
  planDeployment,
  ProgressReason,
} from '@orrery/workloads';
import { isNamespaceTerminating, isTaken, type Reconciliation, type Replacement } from './reconciliation';
import type { WorkloadController } from './workload-controller';
import type { WorkloadState } from './workload-state';

const REPLICA_SET = requireKind('apps/v1', 'ReplicaSet');
const REPLICA_SETS = 'replicasets.apps';
const PODS = 'pods';
const NONE: readonly string[] = [];

/** Rolls templates out by ReplicaSets. */
export class DeploymentController implements WorkloadController {
  readonly resource = 'deployments.apps';
  readonly component = 'deployment-controller';
  readonly does = 'deployment-controller';
  readonly dependents = [REPLICA_SETS];
  readonly watched = [PODS];

  selectorOf({ spec }: KubeObject): LabelSelector | undefined {
    return (spec as { selector?: LabelSelector } | undefined)?.selector;
  }

  /** A Deployment with the strategy Recreate waits for the end of its old pods, which belong to its ReplicaSets. */
  touchedBy({ key, operation, object }: Change, state: WorkloadState): readonly string[] {
    if (operation !== Operation.Delete) return NONE;
    const set = ownerAmong(REPLICA_SETS, object, state);
    const deployment = set && (ownerAmong(this.resource, set, state) as Deployment | undefined);
    if (deployment?.spec.strategy?.type !== 'Recreate') return NONE;
    return [nameOf(key.namespace, deployment.metadata.name)];
  }

  async reconcile(object: KubeObject, reconciliation: Reconciliation): Promise<void> {
    const { state, knobs, nowMs } = reconciliation;
    const deployment = object as Deployment;
    const replicaSets = await this.claimReplicaSets(object, reconciliation);
    const pods = state.index<Pod>(PODS);
    const podsOf = (uid: string): readonly Pod[] => pods.ownedBy(uid);
    const plan = planDeployment({ deployment, replicaSets, podsOf, knobs, nowMs });
    if (plan.creation && !(await create(plan.creation, deployment, reconciliation))) return;
    const [isDone] = await Promise.all([
      reconciliation.update(plan.updates.map(({ seen, next }) => replacement(seen, next))),
      plan.deployment && write(deployment, plan.deployment, reconciliation),
      reconciliation.remove(plan.deletions, { announces: false }),
    ]);
    for (const { type, reason, message } of isDone ? plan.notes : []) {
      if (type === 'Warning') reconciliation.warn(reason, message);
      else reconciliation.announce(reason, message);
    }
    reconciliation.recheckAt(plan.recheckAtMs);
  }

  /** The Deployment's ReplicaSets, after those that match came and those that do not went. */
  private async claimReplicaSets(object: KubeObject, reconciliation: Reconciliation): Promise<readonly ReplicaSet[]> {
    const { namespace = '', uid } = object.metadata;
    const index = reconciliation.state.index<ReplicaSet>(REPLICA_SETS);
    const selector = this.selectorOf(object);
    const owned = index.ownedBy(uid);
    const orphans = index.orphansFor(namespace, selector);
    const claimed = claim({ owner: object, selector, owned, orphans });
    if (claimed.adopted.length === 0 && claimed.released.length === 0) return claimed.kept;
    await reconciliation.changeOwners(claimed);
    return index.ownedBy(uid);
  }
}

function ownerAmong(resource: string, object: KubeObject, state: WorkloadState): KubeObject | undefined {
  const reference = controllerOf(object);
  if (!reference) return undefined;
  const owner = state.get({ resource, namespace: object.metadata.namespace ?? '', name: reference.name });
  return owner?.metadata.uid === reference.uid ? owner : undefined;
}

function replacement(seen: ReplicaSet, next: ReplicaSet): Replacement {
  return { seen: seen, next: next };
}

/** Creates the ReplicaSet of a new template; returns true if this step may continue. */
async function create(wanted: ReplicaSet, deployment: Deployment, reconciliation: Reconciliation): Promise<boolean> {
  const answer = await reconciliation.create({ kind: REPLICA_SET, input: wanted });
  if (!(answer instanceof ApiError)) return true;
  if (isNamespaceTerminating(answer)) return false;
  const { name, namespace = '' } = wanted.metadata;
  if (isTaken(answer)) {
    const found = reconciliation.state.get({ resource: REPLICA_SETS, namespace, name });
    if (found && isSameReplicaSet(deployment, found as ReplicaSet)) return true;
    await write(deployment, afterCollision(deployment), reconciliation);
    reconciliation.recheckNow();
    return false;
  }
  const message = creationFailureMessage(name, answer.message);
  const failed = afterFailedCreation(deployment, message, reconciliation.nowMs);
  if (failed) await write(deployment, failed, reconciliation);
  reconciliation.warn(ProgressReason.ReplicaSetCreateError, message);
  reconciliation.retryLater();
  return false;
}

/** Writes a Deployment. If only the status is new, it is written regardless of other changes since. */
async function write(seen: Deployment, next: Deployment, reconciliation: Reconciliation): Promise<void> {
  const isStatusOnly = next.metadata.annotations === seen.metadata.annotations;
  if (isStatusOnly) await reconciliation.writeStatus(next.status);
  else await reconciliation.update([{ seen: seen, next: next }]);
}
