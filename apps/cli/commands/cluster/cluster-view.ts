import { DEFAULT_RELEASE } from '@orrery/api-types';
import type { ClusterPartsFragment } from '@orrery/sdk';
import { clockText } from '../../output/clock-text';
import type { ItemView } from '../../output/print-items';
import { sizeText } from '../../output/size-text';
import { unbroken } from '../../output/table';
import { countText } from '../../output/count-text';

interface Settings {
  readonly bundle?: string;
  readonly leftOut?: readonly string[];
}

/** Returns the size of a cluster's log, for a table. */
export function historyText({ changes, bytes }: NonNullable<ClusterPartsFragment['history']>): string {
  return [countText(changes, 'change'), sizeText(bytes)].map(unbroken).join(', ');
}

/** View of clusters. */
export const CLUSTER_VIEW: ItemView<ClusterPartsFragment> = {
  nameOf: ({ name }) => `cluster/${name}`,
  none: 'there is no cluster',
  columns: [
    { title: 'NAME', of: ({ name }) => name },
    { title: 'CLOCK', of: ({ clock }) => (clock === null ? '-' : clockText(clock)) },
    { title: 'CLUSTER TIME', of: ({ clock }) => clock?.now ?? '-' },
    { title: 'BUNDLE', of: ({ settings }) => (settings as Settings).bundle ?? DEFAULT_RELEASE },
    { title: 'LEFT OUT', of: ({ settings }) => (settings as Settings).leftOut?.join(',') || '-', isRare: true },
    { title: 'PROBLEM', of: ({ clock }) => (clock?.problem ? 'time stands' : '-'), isRare: true },
    { title: 'SEED', of: ({ seed }) => seed },
    { title: 'REVISION', of: ({ resourceVersion }) => resourceVersion ?? '-', isWide: true },
    { title: 'HISTORY', of: ({ history }) => (history === null ? '-' : historyText(history)), isWide: true },
    {
      title: 'FORKED FROM',
      of: ({ forkedFrom }) => (forkedFrom ? `${forkedFrom.cluster}@${forkedFrom.resourceVersion}` : '-'),
      isWide: true,
    },
    { title: 'CREATED', of: ({ createdAt }) => createdAt, isWide: true },
    { title: 'PATH', of: ({ path }) => path, isWide: true },
  ],
};
