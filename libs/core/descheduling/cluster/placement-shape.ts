import { findUntoleratedTaint, type Pod } from '@orrery/api-types';
import { requiredNodeAffinityOf, type RequiredNodeAffinity } from '@orrery/scheduling';
import type { NodeView, PodView } from './cluster-views';

/** Common part of pods with the same requirements on a node: results are computed once per node, not once per pod. */
export class PlacementShape {
  private readonly affinity: RequiredNodeAffinity;
  private readonly selected = new Map<number, boolean>();
  private readonly tolerated = new Map<number, boolean>();

  constructor(
    /** Number of the shape, for keys. */
    readonly id: number,
    private readonly example: Pod,
  ) {
    this.affinity = requiredNodeAffinityOf(example);
  }

  /** nodeSelector and required node affinity match. */
  selects(node: NodeView): boolean {
    if (this.affinity.isEmpty) return true;
    let verdict = this.selected.get(node.index);
    if (verdict === undefined) this.selected.set(node.index, (verdict = this.affinity.matches(node.node)));
    return verdict;
  }

  /** Every NoSchedule and NoExecute taint is tolerated. */
  toleratesHardTaints(node: NodeView): boolean {
    const taints = node.node.spec?.taints;
    if (!taints || taints.length === 0) return true;
    let verdict = this.tolerated.get(node.index);
    if (verdict === undefined) {
      verdict = findUntoleratedTaint(taints, this.example.spec.tolerations) === undefined;
      this.tolerated.set(node.index, verdict);
    }
    return verdict;
  }
}

/** Gives each pod the shape of its nodeSelector, required node affinity and tolerations. */
export class PlacementShapes {
  private readonly byKey = new Map<string, PlacementShape>();
  private readonly byPod = new Map<PodView, PlacementShape>();

  of(pod: PodView): PlacementShape {
    let shape = this.byPod.get(pod);
    if (shape) return shape;
    const { nodeSelector, affinity, tolerations } = pod.pod.spec;
    const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
    const key = nodeSelector || required || tolerations ? JSON.stringify([nodeSelector, required, tolerations]) : '';
    shape = this.byKey.get(key);
    if (!shape) this.byKey.set(key, (shape = new PlacementShape(this.byKey.size, pod.pod)));
    this.byPod.set(pod, shape);
    return shape;
  }
}
