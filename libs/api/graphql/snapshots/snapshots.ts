import { notFound } from '@orrery/api-types';
import type { ClockMode } from '@orrery/clock';
import { snapshotNameProblem, type ControlPlane } from '@orrery/control-plane';
import type { KeptSnapshot } from '@orrery/store';
import { formatMicroTime } from '@orrery/time';
import { CLUSTERS, clusterView, requireName } from '../clusters/clusters';
import { badUserInput } from '../errors/request-errors';
import type { Snapshot } from './snapshot-types';

/** Where the file of a snapshot is. */
export function snapshotPath(name: string): string {
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
export async function saveSnapshot(
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
  return { snapshot: snapshotView(await plane.snapshots.save(runtime, { name: chosen, history })) };
}

/** Makes a cluster of a snapshot. */
export async function restoreSnapshot(
  plane: ControlPlane,
  { snapshot, name }: { readonly snapshot: string; readonly name: string },
): Promise<{ cluster: unknown }> {
  requireName(name);
  return { cluster: clusterView((await plane.snapshots.restore(snapshot, name)).record) };
}

/** Throws BAD_USER_INPUT for what cannot be the name of a snapshot. */
function requireSnapshotName(name: string): void {
  const problem = snapshotNameProblem(name);
  if (problem !== undefined) throw badUserInput(`name: ${problem}`, ['name']);
}

/** `20261126-130501` */
function stamp(time: Date): string {
  return time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}
