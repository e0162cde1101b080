import type { KubeObject } from '@orrery/api-types';
import { ClusterCache, parseBody, readSnapshotFile } from '@orrery/store';
import { bundleOf, ClusterKinds } from '@orrery/control-plane';

/** The objects of a snapshot. */
export interface SnapshotState {
  readonly cache: ClusterCache;
  readonly kinds: ClusterKinds;
  /** Clock that shows the cluster's time at the snapshot. */
  readonly clock: { now(): number };
}

/** Reads the objects of a snapshot's file. */
export async function readSnapshotState(pieces: AsyncIterable<Buffer>): Promise<SnapshotState> {
  const entries: { resource: string; object: KubeObject }[] = [];
  let [revision, atMs] = [0, 0];
  let settings: Record<string, unknown> = {};
  await readSnapshotFile(pieces, (record) => {
    if (record.type === 'cluster') {
      ({ revision, settings } = record);
      ({ atMs } = record.clock);
    }
    if (record.type === 'change' && record.uid !== undefined) {
      entries.push({ resource: record.resource, object: parseBody(record.body, record.revision) });
    }
  });
  const cache = new ClusterCache(revision, entries);
  const kinds = new ClusterKinds({ cache, release: bundleOf(settings), onCacheReplaced: () => () => undefined });
  return { cache, kinds, clock: { now: () => atMs } };
}
