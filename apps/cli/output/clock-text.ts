import type { ClusterPartsFragment } from '@orrery/sdk';

/** A clock as options name it: `real`, `manual`, `60x`. */
export function clockText({ mode, rate }: NonNullable<ClusterPartsFragment['clock']>): string {
  return mode === 'PAUSED' ? 'manual' : mode === 'REALTIME' ? 'real' : `${rate}x`;
}
