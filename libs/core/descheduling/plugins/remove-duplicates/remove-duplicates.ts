import type { NodeView, PodView } from '../../cluster/cluster-views';
import type { PlacementShape } from '../../cluster/placement-shape';
import { namespaceTest } from '../../policy/namespaces';
import { evictFromNode, ListEnd } from '../../run/evict-pods';
import { DeschedulingPoint, strategyOf, type StrategyContext } from '../../run/strategy';
import { REMOVE_DUPLICATES_ARGS } from './args';
import { groupDuplicates, type DuplicateGroup, type NodePods, type ProtectedPod } from './duplicate-groups';

/** Evicts pods that share owner and images with an older pod of their node. */
export const removeDuplicates = strategyOf({
  name: 'RemoveDuplicates',
  point: DeschedulingPoint.Balance,
  args: REMOVE_DUPLICATES_ARGS,
  configure: ({ namespaces, excludeOwnerKinds }) => {
    const isNamed = namespaceTest(namespaces);
    const excludedKinds = new Set(excludeOwnerKinds);
    const isMeant = ({ namespace, owners }: PodView): boolean =>
      isNamed(namespace) && owners.length > 0 && !owners.some(({ kind }) => excludedKinds.has(kind));
    return async (context) => {
      const { groups, spared } = groupDuplicates(context.nodes, (node) =>
        candidatesOf(context, node.activePods().filter(isMeant)),
      );
      for (const { pod, obstacle } of spared) {
        context.spare(pod, 'another pod of the same owner and images is on the node', obstacle);
      }
      for (const group of groups) {
        if ((await spread(context, group)) === ListEnd.TotalLimit) return;
      }
    };
  },
});

function candidatesOf({ evictor }: StrategyContext, pods: readonly PodView[]): NodePods {
  const candidates: PodView[] = [];
  const protectedPods: ProtectedPod[] = [];
  for (const pod of pods) {
    const protections = evictor.protectedBecause(pod);
    const obstacle = protections.length > 0 ? protections.join(', ') : evictor.heldBackBecause(pod);
    if (obstacle === undefined) candidates.push(pod);
    else protectedPods.push({ pod, obstacle });
  }
  return { candidates, protectedPods };
}

/** Evicts what a node has too many of one group. */
async function spread(context: StrategyContext, group: DuplicateGroup): Promise<ListEnd> {
  const keep = podsPerNode(context, group);
  if (keep === undefined) return ListEnd.Done;
  for (const node of context.nodes) {
    const duplicates = group.duplicates.get(node);
    if (!duplicates || duplicates.length + 1 <= keep) continue;
    const reasonFor = (): string => `${duplicates.length + 1} pods of ${group.owner} on the node, ${keep} may stay`;
    const surplus = duplicates.slice(keep - 1).filter(({ isGone }) => !isGone);
    if ((await evictFromNode(context, surplus, reasonFor)) === ListEnd.TotalLimit) return ListEnd.TotalLimit;
  }
  return ListEnd.Done;
}

/** Returns how many pods of the group a node may keep; undefined if it should be left alone. */
function podsPerNode(context: StrategyContext, group: DuplicateGroup): number | undefined {
  const { duplicates } = context.behaviour;
  if (duplicates === 'OnePerNode') return 1;
  if (duplicates === 'UniformOverReady') return Math.ceil(group.total / context.nodes.length);
  const targets = countTargetNodes(context, group);
  return targets < 2 ? undefined : Math.ceil(group.total / targets);
}

/** Nodes that could run duplicates of the group; a kind of pod with a single such node contributes none. */
function countTargetNodes({ nodes, nodeFit }: StrategyContext, group: DuplicateGroup): number {
  const shapes = new Set<PlacementShape>();
  for (const pods of group.duplicates.values()) {
    for (const pod of pods) shapes.add(nodeFit.shapes.of(pod));
  }
  const targets = new Set<NodeView>();
  for (const shape of shapes) {
    const matching = nodes.filter((node) => shape.toleratesHardTaints(node) && shape.selects(node));
    if (matching.length > 1) matching.forEach((node) => targets.add(node));
  }
  return targets.size;
}
