import { snapshotsOf, snapshotNameProblem } from '@orrery/cluster-snapshots';
import { notFound } from '@orrery/api-types';
import type { ClockMode } from '@orrery/clock';
import { type ControlPlane } from '@orrery/control-plane';
import type { KeptSnapshot } from '@orrery/store';
import { formatMicroTime } from '@orrery/time';
import { CLUSTERS, clusterView, requireClusterName } from '../clusters/clusters';
import { badUserInput } from '../errors/input-error';
import { clusterAccess, onServer, snapshotAccess, type AccessRule } from '../access/access-rules';
import { serverAction } from '../action';
import { CLUSTER } from '../clusters/named-cluster';
import { flag, input, text, type InputOf } from '../input/inputs';
import { one, type ResultSchema } from '../input/results';

const SAVE_SNAPSHOT = input('A cluster to save.', {
  optional: {
    cluster: text('The cluster (default: the requested cluster).'),
    name: text(
      'Name of the snapshot: lower case letters, digits, `-` and `.` (default: that of the cluster and the real time).',
    ),
    history: flag('Saves the history of the cluster, too (default: false).'),
  },
});

const RESTORE_SNAPSHOT = input('A cluster to make of a snapshot.', {
  required: {
    snapshot: text('Name of the snapshot.'),
    name: text('Name of the cluster: lower case letters, digits, `-` and `.` (at most 63 characters).'),
  },
});

const DELETE_SNAPSHOT = input('A snapshot to delete.', { required: { name: text('Its name.') } });

/** A file has everything of a cluster, its keys included. */
const SAVE: AccessRule = {
  text: 'on the server: create snapshots.orrery.dev, update clusters.orrery.dev of the cluster',
  rights: ({ input: given }, { clusterName }) => {
    const { cluster, name } = given as InputOf<typeof SAVE_SNAPSHOT>;
    const accesses = [snapshotAccess('create', name ?? ''), clusterAccess('update', cluster ?? clusterName)];
    return accesses.map((access) => ({ on: 'server', access }));
  },
};

const RESTORE: AccessRule = {
  text: 'on the server: get snapshots.orrery.dev, create clusters.orrery.dev',
  rights: ({ input: given }) => {
    const { snapshot, name } = given as InputOf<typeof RESTORE_SNAPSHOT>;
    const accesses = [snapshotAccess('get', snapshot), clusterAccess('create', name)];
    return accesses.map((access) => ({ on: 'server', access }));
  },
};

const SNAPSHOT: ResultSchema = {
  name: 'SnapshotPayload',
  about: 'Result of a mutation of a snapshot.',
  fields: { snapshot: one('Snapshot', 'The snapshot; after its deletion, what it was.') },
};

export const SNAPSHOT_ACTIONS = [
  serverAction({
    name: 'saveSnapshot',
    about:
      'Saves a cluster as it is now to a file that the server keeps: objects, states of components, clock, faults, decisions, settings, keys. The cluster keeps running.',
    right: SAVE,
    input: SAVE_SNAPSHOT,
    result: SNAPSHOT,
    perform: ({ plane, clusterName }, { cluster, name, history }) =>
      saveSnapshot(plane, { cluster: cluster ?? clusterName, name, history: history ?? false }),
  }),
  serverAction({
    name: 'restoreSnapshot',
    about:
      'Creates a cluster from a snapshot. If its clock is manual, it behaves exactly as the saved cluster did when it receives the same requests.',
    right: RESTORE,
    input: RESTORE_SNAPSHOT,
    result: CLUSTER,
    perform: ({ plane }, given) => restoreSnapshot(plane, given),
  }),
  serverAction({
    name: 'deleteSnapshot',
    about: 'Deletes a snapshot.',
    right: onServer('delete snapshots.orrery.dev', ({ input: given }) =>
      snapshotAccess('delete', (given as InputOf<typeof DELETE_SNAPSHOT>).name),
    ),
    input: DELETE_SNAPSHOT,
    result: SNAPSHOT,
    perform: async ({ plane }, { name }) => ({ snapshot: snapshotView(await snapshotsOf(plane).delete(name)) }),
  }),
];

/** A snapshot as clients see it. */
export interface Snapshot extends Omit<KeptSnapshot['summary'], 'version' | 'revision' | 'atMs' | 'clockMode'> {
  readonly name: string;
  readonly bytes: number;
  /** Path of its file on the server. */
  readonly path: string;
  readonly formatVersion: number;
  readonly resourceVersion: string;
  readonly time: string;
  readonly clockMode: ClockMode;
}

/** Returns the URL path of the file of a snapshot. */
function snapshotPath(name: string): string {
  return `/snapshots/${name}`;
}

/** A snapshot in the shape of its GraphQL type. */
export function snapshotView({ name, bytes, summary }: KeptSnapshot): Snapshot {
  const { version, revision, atMs, clockMode, ...rest } = summary;
  return {
    ...rest,
    name,
    bytes,
    path: snapshotPath(name),
    formatVersion: version,
    resourceVersion: String(revision),
    time: formatMicroTime(atMs),
    // Nothing else is saved.
    clockMode: clockMode as ClockMode,
  };
}

/** Keeps a cluster as it is. */
async function saveSnapshot(
  plane: ControlPlane,
  {
    cluster,
    name,
    history,
  }: { readonly cluster: string; readonly name: string | null | undefined; readonly history: boolean },
): Promise<{ snapshot: Snapshot }> {
  const chosen = name ?? `${cluster}-${stamp(new Date())}`;
  requireSnapshotName(chosen);
  const runtime = await plane.cluster(cluster);
  if (!runtime) throw notFound(CLUSTERS, cluster);
  return { snapshot: snapshotView(await snapshotsOf(plane).save(runtime, { name: chosen, history })) };
}

/** Makes a cluster of a snapshot. */
async function restoreSnapshot(
  plane: ControlPlane,
  { snapshot, name }: { readonly snapshot: string; readonly name: string },
): Promise<{ cluster: unknown }> {
  requireClusterName(name);
  return { cluster: clusterView((await snapshotsOf(plane).restore(snapshot, name)).record) };
}

/** Throws BAD_USER_INPUT for an invalid name of a snapshot. */
function requireSnapshotName(name: string): void {
  const problem = snapshotNameProblem(name);
  if (problem !== undefined) throw badUserInput(`name: ${problem}`, ['name']);
}

/** `20261126-130501` */
function stamp(time: Date): string {
  return time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}
