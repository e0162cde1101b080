import { storageCapacityOf } from '@orrery/api-types';
import { curveOf } from '../node-resources-fit/resource-scorer';
import type { ShapePoint } from '../node-resources-fit/args';
import type { VolumeChoice } from './node-volumes';

/** Score of a node by how well the claims fill the volumes that they would get there. */
export type UtilizationScorer = (bindings: readonly VolumeChoice[]) => number;

/**
 * A scorer for a shape; `scale` is the highest score. Each class counts alike, with all its claims together.
 * As v1.34 `buildScorerFunction` of `plugins/volumebinding/scorer.go`.
 */
export function utilizationScorer(shape: readonly ShapePoint[], scale: number): UtilizationScorer {
  const curve = curveOf(shape, scale / 10);
  return (bindings) => {
    const classes = new Map<string, { requested: bigint; capacity: bigint }>();
    for (const { request, volume } of bindings) {
      let sums = classes.get(request.className);
      if (!sums) classes.set(request.className, (sums = { requested: 0n, capacity: 0n }));
      sums.requested += request.request;
      sums.capacity += storageCapacityOf(volume);
    }
    if (classes.size === 0) return 0;
    let sum = 0;
    for (const { requested, capacity } of classes.values()) {
      const isFull = capacity === 0n || requested > capacity;
      sum += curve(isFull ? 100 : Number((requested * 100n) / capacity));
    }
    return Math.round(sum / classes.size);
  };
}
