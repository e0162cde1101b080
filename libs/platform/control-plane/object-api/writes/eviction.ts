import {
  forbidden,
  internal,
  matchesLabelSelector,
  notFound,
  tooManyRequests,
  type ApiError,
  type KubeObject,
  type Pod,
  type PodDisruptionBudget,
} from '@orrery/api-types';
import type { ClusterCache, ObjectKey } from '@orrery/store';
import { formatTime } from '@orrery/time';
import type { ReviewedWrite } from '../dynamic-admission/write-review';
import type { Modification } from './modifications';
import type { WriteContext } from './write-context';
import { requireKind } from './stored-kinds';
import type { DeleteOptions, Target } from './requests';

/** Store operations of an eviction. */
export interface EvictionStore {
  modify(modifications: readonly Modification[]): Promise<unknown>;
  delete(target: Target, options: DeleteOptions): Promise<unknown>;
}

/** An eviction as clients ask for it. */
export interface EvictionInput {
  readonly namespace: string;
  readonly name: string;
  readonly deleteOptions?: DeleteOptions;
  readonly dryRun?: boolean;
  /** Annotations of the Eviction, which is not stored: the server's log has them. */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Called with each warning for the client. */
  readonly warn?: (message: string) => void;
}

/** Maximum number of entries; with more the budget's controller is assumed to have failed. */
const MAX_DISRUPTED_PODS = 2000;
const BUDGETS = 'poddisruptionbudgets.policy';
const POD = requireKind('v1', 'Pod');
const PODS = { group: '', resource: 'pods' };
const MESSAGE = "Cannot evict pod as it would violate the pod's disruption budget.";

const EVICTION = { apiVersion: 'policy/v1', kind: 'Eviction' };

/** The eviction as users' policies see it: a request of its own, and the object that its client sent. */
export function evictionReview(input: EvictionInput): [write: ReviewedWrite, body: KubeObject] {
  const { namespace, name, deleteOptions, dryRun = false, annotations, warn } = input;
  const metadata = { name, namespace, ...(annotations ? { annotations } : {}) };
  const options = { dryRun, ...(warn ? { warn } : {}) };
  const place = { kind: POD, subresource: 'eviction', body: EVICTION, namespace, name };
  const { warn: _warn, dryRun: isRehearsed, ...rest } = deleteOptions ?? {};
  const given = { ...rest, ...(isRehearsed ? { dryRun: ['All'] } : {}) };
  return [
    { operation: 'CREATE', ...place, optionsKind: 'CreateOptions', options },
    // What a client sends as metadata is less than that of a stored object.
    {
      ...EVICTION,
      metadata: metadata as KubeObject['metadata'],
      ...(Object.keys(given).length > 0 ? { deleteOptions: given } : {}),
    },
  ];
}

/** Deletes the pod if its disruption budgets allow it (spec api A10). Throws the client's error. */
export async function evict(context: WriteContext, store: EvictionStore, input: EvictionInput): Promise<void> {
  const { namespace, name, deleteOptions = {} } = input;
  const dryRun = input.dryRun ?? false;
  const key: ObjectKey = { resource: 'pods', namespace, name };
  const pod = context.cache().get(key) as Pod | undefined;
  if (!pod) throw notFound(PODS, name);
  const budget = requireOneBudget(context.cache(), pod);
  if (budget && !isFreeToGo(pod, budget)) await spendBudget(store, { budget, pod, nowMs: context.nowMs(), dryRun });
  if (!dryRun) await markDisrupted(store, key, pod, context.nowMs());
  await store.delete({ kind: POD, namespace, name }, { ...deleteOptions, dryRun });
}

/** Returns true for a pod that serves no client: it needs no budget. */
function isFreeToGo(pod: Pod, budget: PodDisruptionBudget): boolean {
  const phase = pod.status?.phase;
  if (phase === 'Succeeded' || phase === 'Failed' || phase === 'Pending' || pod.metadata.deletionTimestamp) return true;
  const isReady = pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false;
  if (isReady) return false;
  const { currentHealthy = 0, desiredHealthy = 0 } = budget.status ?? {};
  const policy = (budget.spec as { unhealthyPodEvictionPolicy?: string } | undefined)?.unhealthyPodEvictionPolicy;
  return policy === 'AlwaysAllow' || (currentHealthy >= desiredHealthy && desiredHealthy > 0);
}

function requireOneBudget(cache: ClusterCache, pod: Pod): PodDisruptionBudget | undefined {
  const budgets = (cache.list(BUDGETS, pod.metadata.namespace) as PodDisruptionBudget[]).filter((budget) =>
    matchesLabelSelector(budget.spec?.selector, pod.metadata.labels ?? {}),
  );
  if (budgets.length > 1) {
    throw internal('This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.');
  }
  return budgets[0];
}

interface Spending {
  readonly budget: PodDisruptionBudget;
  readonly pod: Pod;
  readonly nowMs: number;
  readonly dryRun: boolean;
}

/** Takes one allowed disruption out of the budget, or throws why that cannot be. */
async function spendBudget(store: EvictionStore, { budget, pod, nowMs, dryRun }: Spending): Promise<void> {
  const { namespace = '', name } = budget.metadata;
  let refusal = objection(budget);
  if (!refusal && !dryRun) {
    await store.modify([
      {
        key: { resource: BUDGETS, namespace, name },
        change: (object) => {
          const current = object as PodDisruptionBudget;
          refusal = objection(current);
          if (refusal) return undefined;
          const disruptedPods = { ...current.status?.disruptedPods, [pod.metadata.name]: formatTime(nowMs) };
          const disruptionsAllowed = (current.status?.disruptionsAllowed ?? 0) - 1;
          return { ...object, status: { ...current.status, disruptionsAllowed, disruptedPods } };
        },
      },
    ]);
  }
  if (refusal) throw refusal;
}

function objection(budget: PodDisruptionBudget): ApiError | undefined {
  const { name, generation = 0 } = budget.metadata;
  const { observedGeneration = 0, disruptionsAllowed = 0, disruptedPods = {} } = budget.status ?? {};
  const group = { group: 'policy', resource: 'poddisruptionbudgets' };
  const cause = (message: string) => [{ reason: 'DisruptionBudget', message }];
  if (observedGeneration < generation) {
    return tooManyRequests(MESSAGE, 10, cause(`The disruption budget ${name} is still being processed by the server.`));
  }
  if (disruptionsAllowed < 0) return forbidden(group, name, 'pdb disruptions allowed is negative');
  if (Object.keys(disruptedPods).length > MAX_DISRUPTED_PODS) {
    return forbidden(group, name, 'DisruptedPods map too big - too many evictions not confirmed by PDB controller');
  }
  if (disruptionsAllowed > 0) return undefined;
  const { desiredHealthy = 0, currentHealthy = 0 } = budget.status ?? {};
  return tooManyRequests(
    MESSAGE,
    0,
    cause(`The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`),
  );
}

/** Says in the pod's status that it was asked to go. */
async function markDisrupted(store: EvictionStore, key: ObjectKey, { metadata }: Pod, nowMs: number): Promise<void> {
  const condition = {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
    lastTransitionTime: formatTime(nowMs),
  };
  await store.modify([
    {
      key,
      change: (object: KubeObject) => {
        const current = object as Pod;
        if (current.metadata.uid !== metadata.uid) return undefined;
        const others = (current.status?.conditions ?? []).filter(({ type }) => type !== condition.type);
        return { ...object, status: { ...current.status, conditions: [...others, condition] } };
      },
    },
  ]);
}
