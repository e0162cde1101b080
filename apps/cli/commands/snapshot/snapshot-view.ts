import type { SnapshotPartsFragment } from '@orrery/sdk';
import type { ItemView } from '../../output/print-items';
import { sizeText } from '../../output/size-text';
import { countText } from '../../output/count-text';

/** The number of a snapshot's objects of a resource. */
function countOf({ resources }: SnapshotPartsFragment, resource: string): string {
  return String(resources.find((each) => each.resource === resource)?.count ?? 0);
}

/** View of snapshots. */
export const SNAPSHOT_VIEW: ItemView<SnapshotPartsFragment> = {
  nameOf: ({ name }) => `snapshot/${name}`,
  none: 'there is no snapshot',
  columns: [
    { title: 'NAME', of: ({ name }) => name },
    { title: 'CLUSTER', of: ({ cluster }) => cluster },
    { title: 'CLUSTER TIME', of: ({ time }) => time },
    { title: 'NODES', of: (snapshot) => countOf(snapshot, 'nodes') },
    { title: 'PODS', of: (snapshot) => countOf(snapshot, 'pods') },
    { title: 'SIZE', of: ({ bytes }) => sizeText(bytes) },
    { title: 'SAVED', of: ({ savedAt }) => savedAt },
    { title: 'REVISION', of: ({ resourceVersion }) => resourceVersion, isWide: true },
    { title: 'CLOCK', of: ({ clockMode }) => clockMode.toLowerCase(), isWide: true },
    { title: 'HISTORY', of: ({ history, changes }) => (history ? countText(changes, 'change') : 'no'), isWide: true },
    { title: 'SEED', of: ({ seed }) => seed, isWide: true },
  ],
};

/** Returns the description of one snapshot for people. */
export function snapshotText(snapshot: SnapshotPartsFragment): string {
  const { name, cluster, savedAt, time, clockMode, resourceVersion, seed, bytes, formatVersion } = snapshot;
  const { history, changes, decisions, faults, resources, components } = snapshot;
  const lines: readonly (readonly [string, string])[] = [
    ['Name', name],
    ['Cluster', cluster],
    ['Saved', savedAt],
    ['Size', `${sizeText(bytes)} (version ${formatVersion} of the format)`],
    ['Cluster time', `${time} (clock: ${clockMode.toLowerCase()})`],
    ['Revision', resourceVersion],
    ['Seed', seed],
    ['History', history ? `yes, ${countText(changes, 'change')}` : 'no'],
    ['Decisions', String(decisions)],
    ['Faults', String(faults)],
    ['Components', components.length > 0 ? components.join(', ') : 'none: they begin with the objects'],
    ['Objects', String(resources.reduce((sum, { count }) => sum + count, 0))],
    ...resources.map(({ resource, count }) => [`  ${resource}`, String(count)] as const),
  ];
  const width = Math.max(...lines.map(([title]) => title.length));
  return lines.map(([title, text]) => `${`${title}:`.padEnd(width + 2)}${text}\n`).join('');
}
