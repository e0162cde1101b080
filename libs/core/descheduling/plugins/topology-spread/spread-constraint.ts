import { compileLabelSelector, findUntoleratedTaint, type LabelMatcher, type LabelSelector } from '@orrery/api-types';
import type { NodeFit } from '../../cluster/node-fit';
import type { NodeView, PodView } from '../../cluster/cluster-views';
import type { PlacementShape } from '../../cluster/placement-shape';

type PodConstraint = NonNullable<PodView['pod']['spec']['topologySpreadConstraints']>[number];

/** A constraint of pods of one namespace, with the pod fields that its meaning depends on. */
export interface SpreadConstraint {
  readonly topologyKey: string;
  readonly maxSkew: number;
  /** A label pair that every selected pod has, if the selector names one. */
  readonly pair: readonly [string, string] | undefined;
  readonly selects: LabelMatcher;
  /** Constraints with the same key include the same nodes in the same domains. */
  readonly inclusionKey: string;
  /** Returns whether a node's domain counts although no pod is there. */
  readonly includes: (node: NodeView) => boolean;
}

/** The distinct constraints of some pods, in the order in which they are found. */
export function distinctConstraints(
  pods: readonly PodView[],
  actions: ReadonlySet<string>,
  nodeFit: NodeFit,
): SpreadConstraint[] {
  const found = new Map<string, SpreadConstraint>();
  for (const pod of pods) {
    for (const constraint of pod.pod.spec.topologySpreadConstraints ?? []) {
      if (!actions.has(constraint.whenUnsatisfiable)) continue;
      const key = identityOf(constraint, pod);
      if (!found.has(key)) found.set(key, read(constraint, pod, nodeFit.shapes.of(pod)));
    }
  }
  return [...found.values()];
}

function honours(policy: string | undefined, byDefault: 'Honor' | 'Ignore'): boolean {
  return (policy ?? byDefault) === 'Honor';
}

/** Returns the identity of a constraint by the parts that decide its meaning; `minDomains` is not one of them. */
function identityOf(constraint: PodConstraint, { pod }: PodView): string {
  const { spec } = pod;
  return JSON.stringify([
    constraint.maxSkew,
    constraint.topologyKey,
    constraint.labelSelector,
    matchedLabels(constraint, pod.metadata.labels),
    constraint.nodeAffinityPolicy,
    constraint.nodeTaintsPolicy,
    honours(constraint.nodeAffinityPolicy, 'Honor') && [
      spec.nodeSelector,
      spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution,
    ],
    honours(constraint.nodeTaintsPolicy, 'Ignore') && spec.tolerations,
  ]);
}

function matchedLabels(
  { matchLabelKeys }: PodConstraint,
  labels: Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  const matched: Record<string, string> = {};
  for (const key of matchLabelKeys ?? []) {
    if (labels && Object.hasOwn(labels, key)) matched[key] = labels[key]!;
  }
  return matched;
}

function read(constraint: PodConstraint, { pod }: PodView, shape: PlacementShape): SpreadConstraint {
  const selector: LabelSelector | undefined = constraint.labelSelector && {
    ...constraint.labelSelector,
    matchLabels: { ...constraint.labelSelector.matchLabels, ...matchedLabels(constraint, pod.metadata.labels) },
  };
  const { tolerations } = pod.spec;
  const respectsAffinity = honours(constraint.nodeAffinityPolicy, 'Honor');
  const respectsTaints = honours(constraint.nodeTaintsPolicy, 'Ignore');
  return {
    topologyKey: constraint.topologyKey,
    maxSkew: constraint.maxSkew,
    pair: Object.entries(selector?.matchLabels ?? {})[0],
    selects: compileLabelSelector(selector),
    inclusionKey: JSON.stringify([constraint.topologyKey, respectsAffinity && shape.id, respectsTaints && tolerations]),
    includes: (node) =>
      (!respectsAffinity || shape.selects(node)) &&
      (!respectsTaints || findUntoleratedTaint(node.node.spec?.taints, tolerations) === undefined),
  };
}
