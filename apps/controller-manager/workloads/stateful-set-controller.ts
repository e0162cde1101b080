import {
  ApiError,
  type ControllerRevision,
  type KubeObject,
  type LabelSelector,
  type PersistentVolumeClaim,
  type Pod,
  type StatefulSet,
} from '@orrery/api-types';
import { requireKind } from '@orrery/control-plane';
import type { Change } from '@orrery/store';
import {
  ordinalOf,
  planStatefulSet,
  REVISION_HASH,
  REVISION_LABEL,
  statefulSetStatus,
  type StatefulSetPlan,
} from '@orrery/workloads';
import { claimPods, replacement } from './claim-pods';
import { changesReplicas } from './pod-updates';
import { isNamespaceTerminating, isTaken, type Creation, type Reconciliation } from './reconciliation';
import { keepHistory, REVISIONS, trimHistory } from './template-history';
import type { WorkloadController } from './workload-controller';

const POD = requireKind('v1', 'Pod');
const CLAIM = requireKind('v1', 'PersistentVolumeClaim');
const PODS = 'pods';
const CLAIMS = 'persistentvolumeclaims';

/** Revisions of one step. */
interface Revisions {
  readonly sorted: readonly ControllerRevision[];
  readonly current: ControllerRevision;
  readonly update: ControllerRevision;
}

/** Keeps pods with names and storage of their own. */
export class StatefulSetController implements WorkloadController {
  readonly resource = 'statefulsets.apps';
  readonly component = 'statefulset-controller';
  readonly does = 'statefulset-controller';
  readonly dependents = [PODS, REVISIONS];

  selectorOf({ spec }: KubeObject): LabelSelector | undefined {
    return (spec as { selector?: LabelSelector } | undefined)?.selector;
  }

  concerns(change: Change): boolean {
    return change.key.resource !== PODS || changesReplicas(change);
  }

  async reconcile(object: KubeObject, reconciliation: Reconciliation): Promise<void> {
    const set = object as StatefulSet;
    const { state, knobs, nowMs } = reconciliation;
    const selector = this.selectorOf(object);
    const pods = await claimPods(object, reconciliation, {
      selector,
      fits: (pod) => ordinalOf(set, pod) !== undefined,
    });
    const collisionCount = set.status?.collisionCount ?? 0;
    const options = { selector, collisionCount, hashLabel: REVISION_LABEL };
    const history = await keepHistory(object, reconciliation, options);
    if (history === 'failed') return;
    if (history === 'nameTaken') {
      await reconciliation.writeStatus({ replicas: 0, ...set.status, collisionCount: collisionCount + 1 });
      reconciliation.recheckNow();
      return;
    }
    const { sorted, update } = history;
    const current = sorted.find(({ metadata }) => metadata.name === set.status?.currentRevision) ?? update;
    const { namespace = '' } = object.metadata;
    const claim = (name: string): PersistentVolumeClaim | undefined =>
      state.get({ resource: CLAIMS, namespace, name }) as PersistentVolumeClaim | undefined;
    const plan = planStatefulSet({ set, pods, current, update, claim, knobs, nowMs });
    await carryOut(plan, reconciliation);
    await this.conclude(set, reconciliation, { sorted, current, update });
    reconciliation.recheckAt(plan.recheckAtMs);
  }

  /** Counts what there is now, and forgets what is over. */
  private async conclude(
    set: StatefulSet,
    reconciliation: Reconciliation,
    { sorted, current, update }: Revisions,
  ): Promise<void> {
    const pods = reconciliation.state.index<Pod>(PODS).ownedBy(set.metadata.uid);
    const currentRevision = current.metadata.name;
    const updateRevision = update.metadata.name;
    const collisionCount = set.status?.collisionCount ?? 0;
    const { nowMs } = reconciliation;
    const status = statefulSetStatus({ set, pods, currentRevision, updateRevision, collisionCount, nowMs });
    if (status) await reconciliation.writeStatus(status);
    const live = new Set<string | undefined>(pods.map(({ metadata }) => metadata.labels?.[REVISION_HASH]));
    live.add(currentRevision).add(updateRevision);
    const limit = set.spec.revisionHistoryLimit ?? 10;
    await trimHistory(sorted, reconciliation, { limit, isLive: ({ metadata }) => live.has(metadata.name) });
  }
}

async function carryOut(plan: StatefulSetPlan, reconciliation: Reconciliation): Promise<void> {
  await reconciliation.update([
    ...plan.claimUpdates.map(({ seen, next }) => ({
      seen: seen,
      next: next,
    })),
    ...plan.podUpdates.map(({ seen, next }) => replacement(seen, next)),
  ]);
  for (const { type, reason, message } of plan.notes) {
    if (type === 'Warning') reconciliation.warn(reason, message);
    else reconciliation.announce(reason, message);
  }
  const creations: Creation[] = [];
  for (const { claims, pod } of plan.creations) {
    const answers = await Promise.all(claims.map((input) => reconciliation.create({ kind: CLAIM, input })));
    const refusal = answers.find((answer): answer is ApiError => answer instanceof ApiError && !isTaken(answer));
    if (!refusal) {
      creations.push({ kind: POD, input: pod });
      continue;
    }
    if (isNamespaceTerminating(refusal)) return;
    reconciliation.warn('FailedCreate', `Error creating: ${refusal.message}`);
    reconciliation.retryLater();
    break;
  }
  const { failure } = await reconciliation.createSlowly(creations, { namesAreGiven: true });
  const refused = await reconciliation.remove(plan.deletions);
  if (failure !== undefined || refused !== undefined) reconciliation.retryLater();
}
