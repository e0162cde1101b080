import type { KubeObject } from '@orrery/api-types';
import { requireKind, select, type ClusterRuntime } from '@orrery/control-plane';
import { ErrorCode, userErrors, type UserError } from '../errors/user-errors';
import { deleteOptionsOf } from '../objects/write-options';
import { planDrain } from './drain-plan';
import { cordon } from './edit-node';
import { oneOf } from '../access/access-rules';
import { clusterAction } from '../action';
import { flag, input, int64, text, type InputOf } from '../input/inputs';
import { many, one } from '../input/results';
import { WRITTEN } from '../objects/write-inputs';
import { NODE_NAME } from './node-inputs';

/** Outcome of a drain for one pod of the node. */
export const DrainOutcome = {
  EVICTED: 'EVICTED',
  LEFT: 'LEFT',
  REFUSED_BY_PDB: 'REFUSED_BY_PDB',
  FAILED: 'FAILED',
} as const;
export type DrainOutcome = (typeof DrainOutcome)[keyof typeof DrainOutcome];

export interface DrainedPod {
  readonly pod: KubeObject;
  readonly outcome: DrainOutcome;
  readonly reason?: string;
}

const POD = requireKind('v1', 'Pod');

const DRAIN_NODE = input('A node to drain.', {
  required: NODE_NAME,
  optional: {
    ...WRITTEN,
    force: flag('Also evicts pods without a controller.'),
    ignoreDaemonSets: flag('Ignores pods of DaemonSets instead of refusing the drain.'),
    deleteEmptyDirData: flag('Also evicts pods with emptyDir volumes, whose data is lost.'),
    gracePeriodSeconds: int64('Grace period of the pods in seconds (default: their own).'),
    podSelector: text('Label selector of the pods to evict.'),
  },
});
type DrainNodeInput = InputOf<typeof DRAIN_NODE>;

export const drainNodeAction = clusterAction({
  name: 'drainNode',
  about: 'Marks a node unschedulable and evicts its pods as far as disruption budgets allow.',
  right: oneOf('patch', requireKind('v1', 'Node')),
  input: DRAIN_NODE,
  result: {
    name: 'DrainNodePayload',
    about: 'Result of draining a node.',
    fields: {
      node: one('Node', 'The node, marked unschedulable.'),
      pods: many('DrainedPod', 'Its pods; empty if a pod stopped the drain.'),
      isDrained: one('Boolean', 'Whether all pods that had to leave were evicted.'),
    },
  },
  perform: ({ runtime }, given) => drainNode(runtime, given),
});

/**
 * Cordons the node and evicts its pods once, in key order. A pod that must not be evicted stops the drain before the
 * first eviction; a pod whose budget does not allow it stays: drain again later.
 */
export async function drainNode(
  runtime: ClusterRuntime,
  input: DrainNodeInput,
): Promise<{ node: KubeObject; pods: DrainedPod[]; isDrained: boolean; errors: UserError[] }> {
  const selection = select(POD, { labelSelector: input.podSelector ?? undefined });
  const node = await cordon(runtime, input, true);
  const pods = runtime.cache.podsOn(input.name).filter((pod) => selection.matches(pod));
  const steps = planDrain(pods.sort(byKey), {
    force: input.force ?? false,
    ignoreDaemonSets: input.ignoreDaemonSets ?? false,
    deleteEmptyDirData: input.deleteEmptyDirData ?? false,
  });
  const refusals = steps.flatMap((step) => (step.kind === 'refuse' ? [refusalOf(step)] : []));
  if (refusals.length > 0) return { node, pods: [], isDrained: false, errors: refusals };
  const drained: DrainedPod[] = [];
  const errors: UserError[] = [];
  for (const step of steps) {
    const { outcome, problems, reason } =
      step.kind === 'evict'
        ? await evict(runtime, input, step.pod)
        : { outcome: DrainOutcome.LEFT, problems: [], reason: step.reason };
    drained.push({ pod: step.pod, outcome, ...(reason === undefined ? {} : { reason }) });
    errors.push(...problems);
  }
  return { node, pods: drained, isDrained: errors.length === 0, errors };
}

interface Evicted {
  readonly outcome: DrainOutcome;
  readonly problems: readonly UserError[];
  readonly reason?: string;
}

async function evict(runtime: ClusterRuntime, input: DrainNodeInput, { metadata }: KubeObject): Promise<Evicted> {
  const { dryRun, gracePeriodSeconds } = input;
  const deleteOptions = deleteOptionsOf({ ...(gracePeriodSeconds == null ? {} : { gracePeriodSeconds }) });
  try {
    const target = { namespace: metadata.namespace ?? '', name: metadata.name };
    await runtime.store.evict({ ...target, deleteOptions, dryRun: dryRun ?? false });
    return { outcome: DrainOutcome.EVICTED, problems: [] };
  } catch (error) {
    const problems = userErrors(error);
    const isBudget = problems.some(({ code }) => code === ErrorCode.DISRUPTION_BUDGET);
    const reason = problems[0]?.cause ?? problems[0]?.message ?? '';
    return { outcome: isBudget ? DrainOutcome.REFUSED_BY_PDB : DrainOutcome.FAILED, problems, reason };
  }
}

function refusalOf({ pod, reason }: { readonly pod: KubeObject; readonly reason: string }): UserError {
  const { namespace, name } = pod.metadata;
  return { code: ErrorCode.FORBIDDEN, message: `cannot evict pod ${namespace}/${name}: ${reason}` };
}

function byKey(a: KubeObject, b: KubeObject): number {
  const left = `${a.metadata.namespace}/${a.metadata.name}`;
  return left < `${b.metadata.namespace}/${b.metadata.name}` ? -1 : 1;
}
