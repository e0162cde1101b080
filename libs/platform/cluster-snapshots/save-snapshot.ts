import { notFound } from '@orrery/api-types';
import {
  SNAPSHOT_FORMAT,
  SNAPSHOT_VERSION,
  SnapshotCounts,
  type SnapshotRecord,
  type SnapshotSummary,
} from '@orrery/snapshots';
import { ClusterReading, writeSnapshotFile } from '@orrery/store';
import {
  atRest,
  CAPTURE_ATTEMPTS,
  comesToRest,
  unitsOf,
  type Captured,
  type ClusterRuntime,
  type ForkContext,
  type StateHandover,
} from '@orrery/control-plane';

/** Content and receiver of a snapshot that is saved. */
interface SaveOptions {
  readonly history: boolean;
  /** Gets the file piece by piece. */
  readonly take: (piece: Buffer) => Promise<void>;
  /** Called for each line. */
  readonly line: () => void;
}

/** State of the database and of the components at one instant. */
interface Reading {
  readonly reading: ClusterReading;
  /** Undefined if components of other processes know more. */
  readonly captured?: Captured | undefined;
}

/**
 * Writes the file of a cluster as it is now. The cluster stops for one query to the database; everything else is read
 * while it runs.
 */
export async function saveSnapshot(
  context: ForkContext,
  runtime: ClusterRuntime,
  { history, take, line }: SaveOptions,
): Promise<SnapshotSummary> {
  const nowMs = Date.now();
  const { reading, captured } = await begin(context, runtime);
  try {
    const counts = new SnapshotCounts();
    const records = recordsOf({ runtime, reading, captured, history, savedAt: new Date(nowMs).toISOString() });
    await writeSnapshotFile(counted(records, counts, line), take);
    return counts.summary();
  } finally {
    await reading.close();
  }
}

async function begin(context: ForkContext, runtime: ClusterRuntime): Promise<Reading> {
  const { database, hosts, isAlone, handover } = context;
  const reading = async (): Promise<ClusterReading> => {
    const begun = await ClusterReading.begin(database, runtime.id);
    if (!begun) throw notFound({ group: 'orrery.dev', resource: 'clusters' }, runtime.id);
    return begun;
  };
  const isResting = await comesToRest(runtime);
  for (let attempt = 0; isResting && isAlone && attempt < CAPTURE_ATTEMPTS; attempt++) {
    const found = await atRest(runtime, await unitsOf(hosts, runtime.id), async (captured) => {
      await runtime.writeHeartbeats();
      const begun = await reading();
      if (begun.cluster.revision === captured.revision) return { reading: begun, captured };
      await begun.close();
      return undefined;
    });
    if (found) return found;
  }
  const shared = isResting && runtime.rounds.areShared && (await beginShared(handover, runtime, reading));
  if (shared) return shared;
  await runtime.caughtUp();
  await runtime.writeHeartbeats();
  return { reading: await reading() };
}

/** Does the same where several processes hold state; undefined if the cluster never settles. */
async function beginShared(
  handover: StateHandover,
  runtime: ClusterRuntime,
  reading: () => Promise<ClusterReading>,
): Promise<Reading | undefined> {
  for (let attempt = 0; attempt < CAPTURE_ATTEMPTS; attempt++) {
    const place = await handover.captureAll(runtime);
    if (!place) return undefined;
    const begun = await reading();
    const captured = await handover.taken(place);
    if (captured && begun.cluster.revision === place.revision) return { reading: begun, captured };
    await begun.close();
  }
  return undefined;
}

interface Sections extends Reading {
  readonly runtime: ClusterRuntime;
  readonly history: boolean;
  readonly savedAt: string;
}

async function* recordsOf({
  runtime: { id, clock, certificates },
  reading,
  captured,
  history,
  savedAt,
}: Sections): AsyncIterable<SnapshotRecord> {
  const { cluster } = reading;
  yield { type: 'header', format: SNAPSHOT_FORMAT, version: SNAPSHOT_VERSION, cluster: id, savedAt, history };
  // A clock that follows the real one has gone on since it was stored.
  const atMs = captured?.atMs ?? clock.now();
  yield { ...cluster, clock: { ...cluster.clock, atMs }, trusted: certificates.trusted };
  const order = captured && [...captured.cache.entries()].map(({ object }) => Number(object.metadata.resourceVersion));
  yield* reading.records({ order, history });
  if (!captured) return;
  for (const { state, events, ...part } of captured.states.remaining()) {
    if (state !== undefined) yield { type: 'component', ...part, state };
    if (events !== undefined) yield { type: 'events', ...part, state: events };
  }
  if (captured.states.correlator) yield { type: 'events', state: captured.states.correlator.toState() };
}

async function* counted(
  records: AsyncIterable<SnapshotRecord>,
  counts: SnapshotCounts,
  line: () => void,
): AsyncIterable<SnapshotRecord> {
  for await (const record of records) {
    counts.add(record);
    line();
    yield record;
  }
}
