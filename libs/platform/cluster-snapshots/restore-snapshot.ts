import type { KubeObject } from '@orrery/api-types';
import { EventCorrelator, type CorrelatorState } from '@orrery/events';
import {
  SnapshotError,
  withTrusted,
  type SnapshotRecord,
  type SnapshotRecordOf,
  type SnapshotSummary,
} from '@orrery/snapshots';
import {
  ClusterCache,
  parseBody,
  readSnapshotFile,
  writeRestored,
  type ComponentPart,
  type HandedState,
} from '@orrery/store';
import { HandedStates, type ForkContext, type KnownElsewhere, type WrittenFork } from '@orrery/control-plane';

/** Parts that restored clusters are made with. */
export interface RestoreContext extends Pick<ForkContext, 'database' | 'isAlone' | 'handover'> {
  /** The authority that signs the server's certificate, in PEM. */
  readonly authority: string;
}

/** Cluster to restore. */
interface RestoreOptions {
  readonly name: string;
  readonly summary: SnapshotSummary;
  /** Pieces of the file. */
  readonly pieces: AsyncIterable<Buffer>;
  /** Called for each line. */
  readonly line: () => void;
}

/** SQLSTATE classes in which Postgres rejects rows: values that do not fit, and duplicate keys. */
const REFUSED = /^(22|23)/;

/**
 * Writes the cluster of a snapshot; undefined if its name is taken. Throws {@link SnapshotError} if the file is not one, and nothing is
 * written then.
 */
export async function restoreSnapshot(
  { database, isAlone, authority, handover }: RestoreContext,
  { name, summary, pieces, line }: RestoreOptions,
): Promise<{ readonly memory?: WrittenFork['memory'] } | undefined> {
  const knows = summary.components.length > 0;
  const known = isAlone ? new RestoredMemory() : new KnownOfFile();
  const { atMs, history } = summary;
  const moved = new Moved(authority);
  const cluster = { name, atMs, atRealMs: Date.now(), knows, history };
  try {
    const isWritten = await writeRestored(database, cluster, (take) =>
      readSnapshotFile(pieces, async (read) => {
        const record = moved.to(read);
        line();
        if (knows) known.add(record);
        await take(record);
      }),
    );
    if (!isWritten) return undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new SnapshotError(`the snapshot holds what no cluster has: ${error.message}`);
  }
  if (!knows) return {};
  if (known instanceof RestoredMemory) return { memory: known.built(summary.revision) };
  await handover.hand(name, known.handed());
  return {};
}

function isRefusal(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && REFUSED.test(error.code);
}

/** Makes the lines of a snapshot those of a cluster at this server. */
class Moved {
  private trusted = { from: '', to: '' };

  constructor(private readonly authority: string) {}

  to(record: SnapshotRecord): SnapshotRecord {
    if (record.type === 'cluster') {
      this.trusted = { from: record.trusted, to: this.authority + record.authorities.clients.certificate };
    }
    return withTrusted(record, this.trusted.from, this.trusted.to);
  }
}

/** State of a cluster in the file besides its rows. */
class KnownOfFile {
  protected readonly states = new Map<string, HandedState>();
  /** Correlator states of recorded events: those of numbered units, and all others. */
  protected readonly correlators: CorrelatorState[] = [];
  private rest: CorrelatorState | undefined;
  private readonly order: number[] = [];

  add(record: SnapshotRecord): void {
    if (record.type === 'change' && record.uid !== undefined) this.addObject(record);
    else if (record.type === 'component') this.addTo(partOf(record, record.component), { state: record.state });
    else if (record.type === 'events') this.addEvents(record);
  }

  /** Returns the state for the components of all processes. */
  handed(): KnownElsewhere {
    return { states: [...this.states.values()], order: this.order, correlator: this.rest };
  }

  protected addObject({ revision }: SnapshotRecordOf<'change'>): void {
    this.order.push(revision);
  }

  private addEvents(record: SnapshotRecordOf<'events'>): void {
    // Its version is that of the file.
    const correlator = record.state as CorrelatorState;
    this.correlators.push(correlator);
    if (record.component === undefined) this.rest = correlator;
    else this.addTo(partOf(record, record.component), { events: correlator });
  }

  private addTo(part: ComponentPart, known: Partial<HandedState>): void {
    const name = `${part.component}/${part.shard}`;
    this.states.set(name, { state: undefined, events: undefined, ...this.states.get(name), ...part, ...known });
  }
}

/** Returns the part of a state's work; by default it is the only one. */
function partOf(
  { shard = 0, shards = 1 }: { readonly shard?: number | undefined; readonly shards?: number | undefined },
  component: string,
): ComponentPart {
  return { component, shard, shards };
}

/** Memory of a process that is alone, restored in the order of the process that wrote the file. */
class RestoredMemory extends KnownOfFile {
  private readonly entries: { resource: string; object: KubeObject }[] = [];

  built(revision: number): NonNullable<WrittenFork['memory']> {
    const { correlators, states } = this;
    const correlator = correlators.length > 0 ? EventCorrelator.fromState(allOf(correlators)) : undefined;
    return {
      cache: new ClusterCache(revision, this.entries),
      states: new HandedStates([...states.values()], correlator),
    };
  }

  protected override addObject({ resource, body, revision }: SnapshotRecordOf<'change'>): void {
    this.entries.push({ resource, object: parseBody(body, revision) });
  }
}

/** Returns one state for all units: its numbers begin at the highest of the given ones. */
function allOf(correlators: readonly CorrelatorState[]): CorrelatorState {
  const sequence = Math.max(...correlators.map((each) => each.sequence));
  return { sequence, subjects: correlators.flatMap(({ subjects }) => subjects) };
}
