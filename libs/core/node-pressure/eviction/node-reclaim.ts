import type { PressureSettings } from '../pressure-settings';
import { Signal } from '../signals';

/** What a kubelet clears away before it evicts pods. */
export type Reclaimable = 'containers' | 'images';

const BOTH: readonly Reclaimable[] = ['containers', 'images'];
const NOTHING: readonly Reclaimable[] = [];

/** What is cleared away, in order, when less than wanted is left of a signal (spec nodes E6). */
export function reclaimables(
  signal: Signal,
  table: PressureSettings['nodeReclaimTable'],
  hasDedicatedImagefs: boolean,
): readonly Reclaimable[] {
  switch (signal) {
    case Signal.NodefsAvailable:
    case Signal.NodefsInodesFree:
      if (!hasDedicatedImagefs) return BOTH;
      return table === 'seed' ? ['containers'] : NOTHING;
    case Signal.ImagefsAvailable:
    case Signal.ImagefsInodesFree:
      return hasDedicatedImagefs && table === 'seed' ? ['images'] : BOTH;
    default:
      return NOTHING;
  }
}
