import { isTolerated, TaintEffect, type Taint } from '@orrery/api-types';
import { evictFromNode, keepEvictable, ListEnd } from '../../run/evict-pods';
import { podSelection } from '../../run/pod-selection';
import { DeschedulingPoint, strategyOf } from '../../run/strategy';
import { NODE_TAINTS_ARGS, type NodeTaintsArgs } from './args';

/** Evicts pods that do not tolerate a NoSchedule taint of their node. NoExecute is the node-lifecycle controller's. */
export const removePodsViolatingNodeTaints = strategyOf({
  name: 'RemovePodsViolatingNodeTaints',
  point: DeschedulingPoint.Deschedule,
  args: NODE_TAINTS_ARGS,
  configure: (args) => {
    const isSelected = podSelection(args);
    const counts = taintTest(args);
    return async (context) => {
      for (const node of context.nodes) {
        const taints = (node.node.spec?.taints ?? []).filter(counts);
        if (taints.length === 0) continue;
        const pods = context.behaviour.taintsOfFinishedPods === 'considered' ? node.alivePods() : node.activePods();
        const violating = pods.filter(
          (pod) => isSelected(pod) && taints.some((taint) => !isTolerated(taint, pod.pod.spec.tolerations)),
        );
        const reasonFor = (): string => 'node has a taint that the pod does not tolerate';
        const evictable = keepEvictable(context, violating, reasonFor);
        if ((await evictFromNode(context, evictable, reasonFor)) === ListEnd.TotalLimit) return;
      }
    };
  },
});

/** Returns the test for the taints that count: by effect, and by key or `key=value` in the lists. */
function taintTest(args: NodeTaintsArgs): (taint: Taint) => boolean {
  const { includePreferNoSchedule: includesPreferred, excludedTaints: excluded, includedTaints: included } = args;
  return (taint) => {
    const isKind =
      taint.effect === TaintEffect.NoSchedule || (includesPreferred && taint.effect === TaintEffect.PreferNoSchedule);
    return isKind && !isListed(excluded, taint) && (included.length === 0 || isListed(included, taint));
  };
}

function isListed(list: readonly string[], { key, value }: Taint): boolean {
  return list.includes(key) || (!!value && list.includes(`${key}=${value}`));
}
