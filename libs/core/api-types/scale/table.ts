import type { KubeObject } from '../objects';
import { ageSince } from '../tables/age';
import { AGE, integer, NAME, of, tableOf } from '../tables/table-kind';

type Scale = KubeObject & {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly replicas?: number };
};

/** Columns of a Scale (`pkg/printers/internalversion` upstream, since 1.24). */
export const SCALE_TABLE = tableOf<Scale>(
  [
    { ...NAME, format: '' },
    integer('Desired', of('V1ScaleSpec', 'replicas')),
    integer('Available', of('V1ScaleStatus', 'replicas')),
    AGE,
  ],
  ({ metadata, spec, status }, nowMs) => [
    metadata.name,
    spec?.replicas ?? 0,
    status?.replicas ?? 0,
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);
