import type { ClusterRuntime, DecisionRecord } from '@orrery/control-plane';
import { KEPT_DECISIONS, type StoredDecision } from '@orrery/store';

/** Decisions kept of one pod: one that is tried again and again shall not push out the others. */
const KEPT_PER_POD = 20;
/** Time, in real time, for which an index is kept after the last question. */
const IDLE_MS = 5 * 60_000;

/** A decision with its number. */
export interface NumberedDecision extends DecisionRecord {
  readonly number: number;
}

/** Index entry of a decision; the rest is read from its text when it is shown. */
type Entry = Pick<NumberedDecision, 'number' | 'namespace' | 'pod' | 'uid' | 'node' | 'outcome' | 'profile'> & {
  readonly text: string;
};

/** Filter of decisions; null and absent fields do not restrict. */
export interface DecisionQuery {
  readonly pod?: string | null;
  readonly namespace?: string | null;
  readonly node?: string | null;
  readonly outcome?: string | null;
  readonly schedulerName?: string | null;
}

/** The history of one cluster in memory, brought up to date from the database with every question. */
export class DecisionIndex {
  private readonly entries = new Map<number, Entry>();
  private readonly byUid = new Map<string, Entry[]>();
  private last = 0;
  private reading: Promise<void> = Promise.resolve();

  /** `readAfter` reads what is newer than a number, oldest first. */
  constructor(private readonly readAfter: (number: number) => Promise<readonly StoredDecision[]>) {}

  /** Resolves when everything written before the call is here. */
  async refresh(): Promise<void> {
    const reading = this.reading.catch(() => undefined).then(() => this.readOn());
    this.reading = reading;
    await reading;
  }

  /** The number of the newest decision; 0 if there is none. */
  get newest(): number {
    return this.last;
  }

  /** The matching decisions, newest first. */
  find(options: DecisionQuery): readonly Entry[] {
    return [...this.entries.values()].filter((entry) => matches(entry, options)).reverse();
  }

  /** The decisions about one pod, newest first. */
  about(uid: string): readonly Entry[] {
    return [...(this.byUid.get(uid) ?? [])].reverse();
  }

  /** The matching decisions with numbers above `number`, oldest first. */
  after(number: number, options: DecisionQuery): readonly Entry[] {
    const found: Entry[] = [];
    for (let i = number + 1; i <= this.last; i++) {
      const entry = this.entries.get(i);
      if (entry && matches(entry, options)) found.push(entry);
    }
    return found;
  }

  private async readOn(): Promise<void> {
    for (const { number, text } of await this.readAfter(this.last)) {
      this.last = number;
      const { namespace, pod, uid, node, outcome, profile } = JSON.parse(text) as DecisionRecord;
      this.add({ number, namespace, pod, uid, node, outcome, profile, text });
    }
  }

  private add(entry: Entry): void {
    this.entries.set(entry.number, entry);
    const ofPod = this.byUid.get(entry.uid);
    if (ofPod) ofPod.push(entry);
    else this.byUid.set(entry.uid, [entry]);
    if (ofPod && ofPod.length > KEPT_PER_POD) this.remove(ofPod[0]!);
    for (const oldest of this.entries.values()) {
      if (oldest.number > entry.number - KEPT_DECISIONS) break;
      this.remove(oldest);
    }
  }

  private remove(entry: Entry): void {
    this.entries.delete(entry.number);
    const left = this.byUid.get(entry.uid)?.filter((other) => other !== entry) ?? [];
    if (left.length > 0) this.byUid.set(entry.uid, left);
    else this.byUid.delete(entry.uid);
  }
}

/** The whole decision behind an entry. */
export function readEntry({ number, text }: Pick<Entry, 'number' | 'text'>): NumberedDecision {
  return { ...(JSON.parse(text) as DecisionRecord), number };
}

function matches(entry: Entry, { pod, namespace, node, outcome, schedulerName }: DecisionQuery): boolean {
  return (
    (pod == null || entry.pod === pod) &&
    (namespace == null || entry.namespace === namespace) &&
    (node == null || entry.node === node) &&
    (outcome == null || entry.outcome === outcome) &&
    (schedulerName == null || entry.profile === schedulerName)
  );
}

interface KeptIndex {
  readonly index: DecisionIndex;
  readonly idle?: NodeJS.Timeout;
}

/**
 * Indexes: of a past moment by its view, which lives as long as its request; else by the record that the views of a
 * cluster share.
 */
const indexes = new WeakMap<object, KeptIndex>();

/** Returns the history of a cluster, up to date or as of the given moment. */
export async function decisionsOf(runtime: ClusterRuntime): Promise<DecisionIndex> {
  const key = runtime.moment ? runtime : runtime.record;
  const known = indexes.get(key);
  clearTimeout(known?.idle);
  const index = known?.index ?? new DecisionIndex((number) => runtime.records.decisions.read(number));
  indexes.set(key, { index, ...(runtime.moment ? {} : { idle: idleTimer(key) }) });
  await index.refresh();
  return index;
}

function idleTimer(key: object): NodeJS.Timeout {
  const idle = setTimeout(() => indexes.delete(key), IDLE_MS);
  idle.unref();
  return idle;
}
