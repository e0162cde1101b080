import { isTolerated, TaintEffect, type Taint } from '@orrery/api-types';
import type { FieldReader } from '../../policy/field-reader';
import { evictFromNode, keepEvictable, ListEnd } from '../../run/evict-pods';
import { readPodSelection } from '../../run/pod-selection';
import { DeschedulingPoint, type Strategy } from '../../run/strategy';

/** Evicts pods that do not tolerate a NoSchedule taint of their node. NoExecute is the node-lifecycle controller's. */
export const removePodsViolatingNodeTaints: Strategy = {
  name: 'RemovePodsViolatingNodeTaints',
  point: DeschedulingPoint.Deschedule,
  configure: (reader) => {
    const isSelected = readPodSelection(reader, { labelled: true });
    const counts = readTaintTest(reader);
    reader.refuseUnknown();
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
};

/** Which taints count: by effect, and by key or `key=value` in the lists. */
function readTaintTest(reader: FieldReader): (taint: Taint) => boolean {
  const includesPreferred = reader.bool('includePreferNoSchedule') ?? false;
  const excluded = reader.strings('excludedTaints') ?? [];
  const included = reader.strings('includedTaints') ?? [];
  if (excluded.length > 0 && included.length > 0) {
    reader.invalid('includedTaints', 'either includedTaints or excludedTaints can be set, but not both');
  }
  return (taint) => {
    const isKind =
      taint.effect === TaintEffect.NoSchedule || (includesPreferred && taint.effect === TaintEffect.PreferNoSchedule);
    return isKind && !isListed(excluded, taint) && (included.length === 0 || isListed(included, taint));
  };
}

function isListed(list: readonly string[], { key, value }: Taint): boolean {
  return list.includes(key) || (!!value && list.includes(`${key}=${value}`));
}
