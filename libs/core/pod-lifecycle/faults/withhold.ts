import type { KubeletActions } from '../shard/kubelet-actions';
import type { NodeFaults } from './node-faults';

/**
 * Takes out what nodes behind a partition wanted written and notes whose word it was; events are lost. Nothing is
 * copied while there is nothing to take out.
 */
export function withhold(actions: KubeletActions, faults: NodeFaults): KubeletActions {
  if (!faults.isAnyoneCutOff) return actions;
  const isCutOff = ({ nodeName }: { readonly nodeName: string }): boolean => faults.missedBy(nodeName) !== undefined;
  if (!Object.values(actions).some((list) => (list as { nodeName: string }[]).some(isCutOff))) return actions;
  for (const ref of [...actions.patchPodStatuses, ...actions.deletePods]) {
    faults.missedBy(ref.nodeName)?.withheld.add(ref.uid);
  }
  const heard = <T extends { readonly nodeName: string }>(list: readonly T[]): T[] =>
    list.filter((each) => !isCutOff(each));
  return {
    patchPodStatuses: heard(actions.patchPodStatuses),
    patchPodFinalizers: heard(actions.patchPodFinalizers),
    deletePods: heard(actions.deletePods),
    createMirrors: heard(actions.createMirrors),
    patchNodeStatuses: heard(actions.patchNodeStatuses),
    annotateNodes: heard(actions.annotateNodes),
    renewLeases: heard(actions.renewLeases),
    events: heard(actions.events),
    nodeEvents: heard(actions.nodeEvents),
  };
}
