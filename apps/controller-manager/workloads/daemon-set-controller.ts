import type { ControllerRevision, DaemonSet, KubeObject, LabelSelector, Node, Pod } from '@orrery/api-types';
import { requireKind } from '@orrery/control-plane';
import { nameOf, Operation, type Change } from '@orrery/store';
import {
  daemonNodes,
  daemonPod,
  daemonSetStatus,
  FailedPodBackOff,
  nodeEligibility,
  planDaemonSet,
  REVISION_HASH,
  type Eligibility,
} from '@orrery/workloads';
import { claimPods } from './claim-pods';
import { changesReplicas } from './pod-updates';
import type { Creation, Reconciliation } from './reconciliation';
import { keepHistory, REVISIONS, trimHistory } from './template-history';
import type { WorkloadController } from './workload-controller';
import type { WorkloadState } from './workload-state';

const POD = requireKind('v1', 'Pod');
const PODS = 'pods';
const NODES = 'nodes';

/** Nodes change often; what a set wants of them is read once for each version of its spec. */
const eligibilities = new WeakMap<object, (node: Node) => Eligibility>();

/** Keeps one pod on every node that fits. */
export class DaemonSetController implements WorkloadController {
  readonly resource = 'daemonsets.apps';
  readonly component = 'daemonset-controller';
  readonly does = 'daemonset-controller';
  readonly dependents = [PODS, REVISIONS];
  readonly watched = [NODES];
  private readonly backOff = new FailedPodBackOff();

  selectorOf({ spec }: KubeObject): LabelSelector | undefined {
    return (spec as { selector?: LabelSelector } | undefined)?.selector;
  }

  concerns(change: Change): boolean {
    return change.key.resource !== PODS || changesReplicas(change);
  }

  /** A node that came, went, or fits otherwise than before is work for the sets that see it so. */
  *touchedBy({ operation, object, previous }: Change, state: WorkloadState): Iterable<string> {
    const before = previous as Node | undefined;
    const after = object as Node;
    const isUpdate = operation === Operation.Update && before !== undefined;
    if (isUpdate && before.spec === after.spec && before.metadata.labels === after.metadata.labels) return;
    for (const set of state.list(this.resource)) {
      const eligibility = eligibilityOf(set);
      const now = eligibility(after);
      const then = isUpdate ? eligibility(before) : undefined;
      const differs = then ? then.shouldRun !== now.shouldRun || then.mayStay !== now.mayStay : now.mayStay;
      if (differs) yield nameOf(set.metadata.namespace ?? '', set.metadata.name);
    }
  }

  forget({ metadata }: KubeObject): void {
    this.backOff.forget(metadata.uid);
  }

  async reconcile(object: KubeObject, reconciliation: Reconciliation): Promise<void> {
    const set = object as DaemonSet;
    const selector = this.selectorOf(object);
    const pods = await claimPods(object, reconciliation, { selector });
    const collisionCount = set.status?.collisionCount ?? 0;
    const history = await keepHistory(object, reconciliation, { selector, collisionCount, hashLabel: REVISION_HASH });
    if (history === 'failed') return;
    if (history === 'nameTaken') {
      await reconciliation.writeStatus({ ...EMPTY_STATUS, ...set.status, collisionCount: collisionCount + 1 });
      reconciliation.recheckNow();
      return;
    }
    const { sorted, update } = history;
    const hash = hashOf(update) ?? update.metadata.name;
    const { state, nowMs } = reconciliation;
    const nodes = daemonNodes(set, nodesOf(state), pods);
    const plan = planDaemonSet({ set, nodes, hash, backOff: this.backOff, nowMs });
    for (const { type, reason, message } of plan.notes) {
      if (type === 'Warning') reconciliation.warn(reason, message);
      else reconciliation.announce(reason, message);
    }
    const refused = await reconciliation.remove(plan.deletions);
    const creations = plan.creations.map((nodeName): Creation => {
      const isBound = reconciliation.knobs.bindsDaemonPods;
      return { kind: POD, input: daemonPod(set, { podName: reconciliation.newPodName(), nodeName, hash, isBound }) };
    });
    const { failure } = await reconciliation.createSlowly(creations);
    await conclude(set, reconciliation, { sorted, hash });
    reconciliation.recheckAt(plan.recheckAtMs);
    if (failure !== undefined || refused !== undefined) reconciliation.retryLater();
  }
}

const EMPTY_STATUS = { currentNumberScheduled: 0, desiredNumberScheduled: 0, numberMisscheduled: 0, numberReady: 0 };

/** Counts what there is now, and forgets what is over. */
async function conclude(
  set: DaemonSet,
  reconciliation: Reconciliation,
  { sorted, hash }: { readonly sorted: readonly ControllerRevision[]; readonly hash: string },
): Promise<void> {
  const { state, nowMs } = reconciliation;
  const pods = state.index<Pod>(PODS).ownedBy(set.metadata.uid);
  const nodes = daemonNodes(set, nodesOf(state), pods);
  const collisionCount = set.status?.collisionCount ?? 0;
  const { status, recheckAtMs } = daemonSetStatus({ set, nodes, hash, collisionCount, nowMs });
  if (status) await reconciliation.writeStatus(status);
  reconciliation.recheckAt(recheckAtMs);
  const live = new Set<string | undefined>(pods.map(({ metadata }) => metadata.labels?.[REVISION_HASH])).add(hash);
  const limit = set.spec.revisionHistoryLimit ?? 10;
  await trimHistory(sorted, reconciliation, { limit, isLive: (revision) => live.has(hashOf(revision)) });
}

function hashOf({ metadata }: ControllerRevision): string | undefined {
  return metadata.labels?.[REVISION_HASH];
}

function nodesOf(state: WorkloadState): readonly Node[] {
  return state.list(NODES) as readonly Node[];
}

function eligibilityOf(set: KubeObject): (node: Node) => Eligibility {
  const spec = set.spec as object;
  let eligibility = eligibilities.get(spec);
  if (!eligibility) eligibilities.set(spec, (eligibility = nodeEligibility(set as DaemonSet)));
  return eligibility;
}
