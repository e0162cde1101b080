import type { ClusterPartsFragment } from '@orrery/sdk';

/** A clock as options name it: `real`, `manual`, `auto:1000x`, `60x`. */
export function clockText({ mode, rate }: NonNullable<ClusterPartsFragment['clock']>): string {
  if (mode === 'MANUAL') return 'manual';
  if (mode === 'REALTIME') return 'real';
  return mode === 'AUTO' ? `auto:${rate}x` : `${rate}x`;
}
