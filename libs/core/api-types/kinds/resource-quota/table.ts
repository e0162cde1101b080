import type { ResourceQuota } from 'kubernetes-types/core/v1';
import type { KubeObject } from '../../objects';
import { ageSince } from '../../tables/age';
import { AGE, former, later, NAME, tableOf, text } from '../../tables/table-kind';

type Stored = Omit<ResourceQuota, 'metadata'> & Pick<KubeObject, 'metadata'>;

/** Columns of a ResourceQuota (`pkg/printers/internalversion` upstream). */
export const RESOURCE_QUOTA_TABLE = tableOf<Stored>(
  [
    NAME,
    former(AGE),
    text('Request', 'Request represents a minimum amount of cpu/memory that a container may consume.'),
    text(
      'Limit',
      'Limits control the maximum amount of cpu/memory that a container may use independent of contention on the node.',
    ),
    later(AGE),
  ],
  ({ metadata, status }, nowMs) => {
    const hard = (status?.hard ?? {}) as Record<string, string>;
    const used = (status?.used ?? {}) as Record<string, string>;
    const usage = (names: string[]): string =>
      names.map((name) => `${name}: ${used[name] ?? '0'}/${hard[name]}`).join(', ');
    const names = Object.keys(hard).sort();
    const age = ageSince(metadata.creationTimestamp, nowMs);
    return [
      metadata.name,
      age,
      usage(names.filter((name) => !name.startsWith('limits'))),
      usage(names.filter((name) => name.startsWith('limits'))),
      age,
    ];
  },
);
