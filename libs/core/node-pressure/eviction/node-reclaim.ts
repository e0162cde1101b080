import type { PressureSettings } from '../pressure-settings';
import { Signal } from '../signals';

/** Resources that a kubelet reclaims before it evicts pods. */
export type Reclaimable = 'containers' | 'images';

const BOTH: readonly Reclaimable[] = ['containers', 'images'];
const NOTHING: readonly Reclaimable[] = [];

/** Returns the resources that are reclaimed, in order, when a signal is below its threshold (spec nodes E6). */
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
