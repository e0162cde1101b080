import type { KubeObject } from '@orrery/api-types';
import { EventCorrelator, type CorrelatorState } from '@orrery/events';
import { SnapshotError, withTrusted, type SnapshotRecord, type SnapshotSummary } from '@orrery/snapshots';
import { ClusterCache, parseBody, readSnapshotFile, writeRestored } from '@orrery/store';
import type { ForkContext, WrittenFork } from '../runtime/forks';
import { HandedStates, type ComponentState } from '../runtime/handed-states';

/** What a restored cluster is made with. */
export interface RestoreContext extends Pick<ForkContext, 'database' | 'isAlone'> {
  /** The authority that signs the server's certificate, in PEM. */
  readonly authority: string;
}

/** A cluster that is to be made. */
interface RestoreOptions {
  readonly name: string;
  readonly summary: SnapshotSummary;
  /** Of the file. */
  readonly pieces: AsyncIterable<Buffer>;
  /** Called for each line. */
  readonly line: () => void;
}

/** What Postgres says of rows that cannot be: values that do not fit, and keys that are there twice. */
const REFUSED = /^(22|23)/;

/**
 * Writes the cluster of a snapshot; undefined if its name is taken. Throws {@link SnapshotError} if the file is not one, and nothing is
 * written then.
 */
export async function restoreSnapshot(
  { database, isAlone, authority }: RestoreContext,
  { name, summary, pieces, line }: RestoreOptions,
): Promise<{ readonly memory?: WrittenFork['memory'] } | undefined> {
  const memory = new RestoredMemory(isAlone);
  const knows = isAlone && summary.components.length > 0;
  const { atMs, history } = summary;
  const moved = new Moved(authority);
  const cluster = { name, atMs, atRealMs: Date.now(), knows, history };
  try {
    const isWritten = await writeRestored(database, cluster, (take) =>
      readSnapshotFile(pieces, async (read) => {
        const record = moved.to(read);
        line();
        memory.add(record);
        await take(record);
      }),
    );
    if (!isWritten) return undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new SnapshotError(`the snapshot holds what no cluster has: ${error.message}`);
  }
  return knows ? { memory: memory.built(summary.revision) } : {};
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

/** What a process has of the cluster when it was written, in the order in which the other one had it. */
class RestoredMemory {
  private readonly entries: { resource: string; object: KubeObject }[] = [];
  private readonly states: ComponentState[] = [];
  private correlator: EventCorrelator | undefined;

  constructor(private readonly isWanted: boolean) {}

  add(record: SnapshotRecord): void {
    if (!this.isWanted) return;
    if (record.type === 'change' && record.uid !== undefined) {
      const { resource, body, revision } = record;
      this.entries.push({ resource, object: parseBody(body, revision) });
    } else if (record.type === 'component') {
      const { component, shard, state } = record;
      this.states.push({ component, shard, state });
    } else if (record.type === 'events') {
      // Its version is that of the file.
      this.correlator = EventCorrelator.fromState(record.state as CorrelatorState);
    }
  }

  built(revision: number): NonNullable<WrittenFork['memory']> {
    return {
      cache: new ClusterCache(revision, this.entries),
      states: new HandedStates(this.states, this.correlator),
    };
  }
}
