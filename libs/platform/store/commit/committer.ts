import { conflict, unprocessable } from '@orrery/api-types';
import type { Change, ClusterCache } from '../log/cluster-cache';
import { CommitQueue } from './commit-queue';
import { Pending, Request, type Intent, type IntentOutcome } from './commit-request';
import type { Database } from '../server/database';
import type { LogFeed } from '../log/log-feed';
import { HeldWrites } from './held-writes';
import { forgetText } from './object-text';
import type { Origin } from './origin';
import {
  ClusterGoneError,
  DataRefusedError,
  FencedError,
  parseResource,
  RowOutcome,
  writeBatch,
  type Fence,
  type RowResult,
  type RowWrite,
} from './write-batch';

/** Maximum number of times that an intent is decided again after a write conflict. */
const MAX_ATTEMPTS = 12;
/** Urgency of a commit: background writes (events) wait until no other write is pending. */
export const Urgency = { Normal: 'normal', Background: 'background' } as const;
export type Urgency = (typeof Urgency)[keyof typeof Urgency];

/** The database did not answer; whether the write was committed is not known. */
export class StoreUnavailableError extends Error {}

/** Pause of a component's write after a fault of the database. */
const FAULT_PAUSE_MS = 250;
/** Items of one round trip at most. */
const BATCH_SIZE = 500;
/** Background batches up to this size are delayed until no other write has been in flight for a moment. */
const BULK_SIZE = 100;
const QUIET_MS = 40;
/** Maximum delay of background batches, however busy the store is. */
const MAX_BACKGROUND_WAIT_MS = 2000;
/** Batches on their way at once: while the database writes one, the next is decided. */
const MAX_IN_FLIGHT = 2;

/** A batch that is put together. */
interface Sorted {
  readonly batch: Pending[];
  /** Intents that wait for a write to their object. */
  readonly blocked: Pending[];
  /** The objects that are being written. */
  readonly keys: Set<string>;
}

const NOT_AWAITED = (_revision: number): void => undefined;

export interface CommitOptions {
  readonly fence?: Fence | undefined;
  readonly urgency?: Urgency;
  /** Origin of the writes, for the log. */
  readonly origin?: Origin | undefined;
}

/** Writes in rounds: all requests of the running work are committed together, in an order of its own. */
export interface Rounds {
  /** Returns whether writes are held now. */
  areOn(): boolean;
  /** Calls `act` once, when all that is under way waits. */
  whenQuiet(act: () => void): void;
  /** Counts a round; false if it must wait until {@link Committer.schedule} is called. */
  begin(): boolean;
  /** Counts the wait for the database as one for something outside. */
  outside<T>(ask: () => Promise<T>): Promise<T>;
  /**
   * Called when a write is held, where several processes share rounds. The writes are committed when
   * {@link Committer.commitLane} is called. Absent where this process alone decides when a round is over.
   */
  readonly held?: () => void;
}

export interface CommitterOptions {
  readonly cluster: string;
  /** The log that the cluster wrote to when it was loaded; any if absent. */
  readonly log?: number;
  readonly database: Database;
  readonly feed: LogFeed;
  readonly cache: () => ClusterCache;
  readonly nowMs: () => number;
  /**
   * True if other processes write too, so that this one's cache may be behind: before an intent is refused, or found to
   * have nothing to do, it is decided again with the cache caught up.
   */
  readonly hasOtherWriters?: boolean;
  /** Absent if every write is committed as soon as it can be. */
  readonly rounds?: Rounds;
  /** Called with the number of objects that each batch wrote. */
  readonly written?: (count: number) => void;
  /** Called for faults that are waited out. */
  readonly onFault?: (error: unknown) => void;
}

/**
 * Group commit for one cluster: writes that are requested at the same time, by any writer, are committed together. An
 * outcome is given only after the commit and after this process's cache has seen it, so that a client that gets an
 * answer reads its own write.
 */
export class Committer {
  private readonly queue = new CommitQueue();
  private readonly background: Pending[] = [];
  private readonly held = new HeldWrites();
  private isRoundComing = false;
  private readonly keysInFlight = new Set<string>();
  private inFlight = 0;
  private scheduled = false;
  /** Time at which the last batch of urgent writes was committed. */
  private lastNormalMs = 0;
  private lastBackgroundMs = 0;
  private quietTimer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(private readonly options: CommitterOptions) {}

  /** Commits the intents and answers per item; throws only when the database cannot be reached or the fence is lost. */
  async commit(intents: readonly Intent[], options: CommitOptions = {}): Promise<IntentOutcome[]> {
    // A round that would write it never comes.
    if (this.stopped && this.isInRounds) throw new FencedError('the process ends');
    const isBackground = options.urgency === Urgency.Background;
    const queue = isBackground ? this.background : this.queue;
    const request = new Request(intents.length, options.fence, options.origin);
    const pendings = intents.map((intent, place) => new Pending(intent, request, place));
    if (this.isInRounds) {
      const isByUnit = this.hasSharedRounds;
      for (const pending of pendings) this.held.push(pending, { isBackground, isByUnit });
    } else {
      for (const pending of pendings) queue.push(pending);
    }
    this.schedule();
    return request.answered;
  }

  private get isInRounds(): boolean {
    return this.options.rounds?.areOn() ?? false;
  }

  /** Rounds of several processes. */
  private get hasSharedRounds(): boolean {
    return this.isInRounds && this.options.rounds!.held !== undefined;
  }

  /** The lanes in which writes are held, in their order. */
  get lanes(): readonly string[] {
    return this.held.names;
  }

  /**
   * Commits the held writes of a lane, at most one batch, by the state that this process has seen. Resolves with the
   * last revision when they are in the log, 0 if there are none; they are answered when this process has seen them.
   */
  async commitLane(name: string): Promise<number> {
    // What another lane writes to the same objects is not seen, in whichever process it is: the second one is decided again.
    const batch = this.decideAll(this.held.takeFrom(name, BATCH_SIZE), new Set());
    if (batch.length === 0) return 0;
    return new Promise((stored) => void this.send(batch, false, stored));
  }

  /**
   * Waits for the end of this turn of the event loop, so that all its requests share the round trip. Called from
   * outside when a round that had to wait may begin.
   */
  schedule(): void {
    this.scheduleRound();
    if (this.scheduled || this.inFlight >= MAX_IN_FLIGHT) return;
    if (this.queue.isEmpty && !this.mayWriteBackground()) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      const isLaunched = this.launch();
      // Otherwise what is left waits for what is on its way, whose end schedules it.
      if (isLaunched || this.inFlight === 0) this.schedule();
    });
  }

  /** Schedules a round, one batch at a time: its consequences are requested before the next is assembled. */
  private scheduleRound(): void {
    if (this.isRoundComing || this.held.isEmpty || this.stopped) return;
    if (this.hasSharedRounds) return this.options.rounds!.held!();
    this.isRoundComing = true;
    this.options.rounds!.whenQuiet(() => {
      this.isRoundComing = false;
      if (this.stopped || !this.options.rounds!.begin()) return;
      const batch = this.decideAll(this.held.take(BATCH_SIZE));
      if (batch.length > 0) void this.options.rounds!.outside(() => this.send(batch, false));
      else this.scheduleRound();
    });
  }

  /** Returns true if background writes may be committed: no other write is in flight; many of them wait for a lull. */
  private mayWriteBackground(): boolean {
    if (this.background.length === 0 || this.inFlight > 0) return false;
    const now = performance.now();
    const isLull = now - this.lastNormalMs >= QUIET_MS || now - this.lastBackgroundMs >= MAX_BACKGROUND_WAIT_MS;
    if (this.background.length < BULK_SIZE || isLull) return true;
    this.quietTimer ??= setTimeout(() => {
      this.quietTimer = undefined;
      this.schedule();
    }, QUIET_MS);
    return false;
  }

  /** Sends a batch on its way; false if nothing may go. */
  private launch(): boolean {
    const isBackground = this.queue.isEmpty;
    if (isBackground) {
      for (const pending of this.background.splice(0, BATCH_SIZE)) this.queue.push(pending);
      this.lastBackgroundMs = performance.now();
    }
    const batch = this.nextBatch();
    if (batch.length === 0) return false;
    void this.send(batch, isBackground);
    return true;
  }

  /** @param stored receives the last revision of the batch, 0 if nothing of it was written */
  private async send(batch: readonly Pending[], isBackground: boolean, stored = NOT_AWAITED): Promise<void> {
    this.inFlight++;
    await this.write(batch, stored)
      .catch((error: unknown) => {
        stored(0);
        return this.failed(batch, error);
      })
      .finally(() => {
        this.inFlight--;
        if (!isBackground) this.lastNormalMs = performance.now();
        for (const { key } of batch) this.keysInFlight.delete(key);
        this.schedule();
      });
  }

  /** Takes what may go together: each object once, nothing whose previous write is still on its way. */
  private nextBatch(): Pending[] {
    const batch: Pending[] = [];
    const blocked: Pending[] = [];
    while (batch.length < BATCH_SIZE) {
      const pending = this.queue.take();
      if (!pending) break;
      this.sort(pending, { batch, blocked, keys: this.keysInFlight });
    }
    if (blocked.length > 0) this.queue.putBack(blocked);
    return batch;
  }

  private decideAll(pendings: readonly Pending[], keys = this.keysInFlight): Pending[] {
    const batch: Pending[] = [];
    const blocked: Pending[] = [];
    for (const pending of pendings) this.sort(pending, { batch, blocked, keys });
    if (blocked.length > 0) this.held.putBack(blocked);
    return batch;
  }

  /** Puts a write where it belongs: into the batch, back because its object is on its way, or nowhere if it is settled. */
  private sort(pending: Pending, { batch, blocked, keys }: Sorted): void {
    if (keys.has(pending.key)) return void blocked.push(pending);
    pending.write = this.decide(pending);
    if (!pending.write) return;
    keys.add(pending.key);
    batch.push(pending);
  }

  /** Back to where it waited, before everything else there. */
  private putBack(pendings: readonly Pending[]): void {
    this.queue.putBack(pendings.filter(({ lane }) => lane === undefined));
    this.held.putBack(pendings.filter(({ lane }) => lane !== undefined));
  }

  /** Asks the intent what to write; settles it at once if that is nothing. */
  private decide(pending: Pending): RowWrite | undefined {
    const current = this.options.cache().get(pending.intent.key);
    try {
      const decision = pending.intent.decide(current);
      if (decision.kind === 'write') {
        const expectedRevision = current ? Number(current.metadata.resourceVersion) : -1;
        const { intent, origin } = pending;
        return { operation: decision.operation, key: intent.key, object: decision.object, expectedRevision, origin };
      }
      if (this.options.hasOtherWriters && !this.isInRounds && pending.attempts === 0) {
        this.retry([pending]).catch((error: unknown) => pending.fail(error));
        return undefined;
      }
      pending.settle(decision.kind === 'refuse' ? decision.error : { object: decision.object, changed: false });
    } catch (error) {
      pending.fail(error);
    }
    return undefined;
  }

  private async write(batch: readonly Pending[], stored = NOT_AWAITED): Promise<void> {
    const { cluster, log, database, feed, nowMs } = this.options;
    const writes = batch.map((pending) => pending.write!);
    const wrote = feed.writing(cluster);
    let results: RowResult[] = [];
    const changes: Omit<Change, 'previous'>[] = [];
    try {
      results = await writeBatch(database, writes, { cluster, log, nowMs: nowMs(), fences: fencesOf(batch) });
      results.forEach((result, i) => {
        if (result.outcome === RowOutcome.Written) changes.push(changeOf(writes[i]!, result.revision));
      });
    } finally {
      wrote(changes);
      for (const { object } of writes) forgetText(object);
    }
    this.options.written?.(changes.length);
    stored(changes[changes.length - 1]?.revision ?? 0);
    await this.answer(batch, results);
  }

  private async answer(batch: readonly Pending[], results: readonly RowResult[]): Promise<void> {
    const lost: Pending[] = [];
    const highest = results.reduce((max, result) => Math.max(max, result.revision), 0);
    await this.options.cache().reached(highest);
    batch.forEach((pending, i) => {
      if (results[i]!.outcome === RowOutcome.Written) pending.settle({ object: pending.write!.object, changed: true });
      else lost.push(pending);
    });
    if (lost.length > 0) await this.retry(lost);
  }

  /**
   * The batch may or may not have been committed. A component's intents are decided again when the database is back:
   * what was committed then has nothing left to do. A client gets the error at once.
   */
  private async failed(batch: readonly Pending[], error: unknown): Promise<void> {
    if (error instanceof FencedError && !this.stopped) return this.fenced(batch, error);
    if (error instanceof DataRefusedError) return this.isolate(batch, error);
    const isFinal = error instanceof ClusterGoneError || this.stopped;
    for (const pending of batch) {
      if (isFinal) pending.fail(error);
      else if (!pending.fence) pending.fail(new StoreUnavailableError('the store cannot be reached', { cause: error }));
    }
    const again = isFinal ? [] : batch.filter((pending) => pending.fence);
    if (again.length === 0) return;
    this.options.onFault?.(error);
    await new Promise((resolve) => setTimeout(resolve, FAULT_PAUSE_MS));
    await this.options.feed.catchUp(this.options.cluster).catch(() => undefined);
    this.putBack(again);
  }

  /**
   * Finds the item because of which nothing was written. Each half is tried separately, until that item is left alone
   * and fails; all others are written.
   */
  private async isolate(batch: readonly Pending[], error: DataRefusedError): Promise<void> {
    if (batch.length === 1) return batch[0]!.settle(unprocessable(`the object cannot be stored: ${error.message}`));
    const middle = batch.length >> 1;
    for (const half of [batch.slice(0, middle), batch.slice(middle)]) {
      await this.write(half).catch((halfError: unknown) => this.failed(half, halfError));
    }
  }

  /** Fails the intents of a lost fence, because of which nothing was written; the rest of the batch is queued again. */
  private fenced(batch: readonly Pending[], error: FencedError): void {
    const isLost = ({ fence }: Pending): boolean =>
      fence !== undefined && fence.unit === error.fence?.unit && fence.epoch === error.fence.epoch;
    for (const pending of batch) if (isLost(pending)) pending.fail(error);
    this.putBack(batch.filter((pending) => !isLost(pending)));
  }

  /** Stops the committer. Pending writes fail: the process ends. */
  stop(): void {
    this.stopped = true;
    const ends = new FencedError('the process ends');
    for (let pending = this.queue.take(); pending; pending = this.queue.take()) pending.fail(ends);
    for (const pending of [...this.background.splice(0), ...this.held.take(Infinity)]) pending.fail(ends);
  }

  /** Decides intents again on the current version after a write conflict. */
  private async retry(lost: readonly Pending[]): Promise<void> {
    await this.options.feed.catchUp(this.options.cluster);
    const again: Pending[] = [];
    for (const pending of lost) {
      pending.attempts++;
      const { resource, name } = pending.intent.key;
      if (pending.attempts >= MAX_ATTEMPTS) pending.settle(conflict(parseResource(resource), name));
      else if (pending.lane === undefined) this.queue.push(pending);
      else again.push(pending);
    }
    // In the order in which they were asked for, as if no other writer had been first.
    this.held.putBack(again);
    this.schedule();
  }
}

function fencesOf(batch: readonly Pending[]): Fence[] {
  const fences = new Set<Fence>();
  for (const { fence } of batch) if (fence) fences.add(fence);
  return [...fences];
}

/** The written object gets its revision here: it has not been shared before. */
function changeOf(write: RowWrite, revision: number): Omit<Change, 'previous'> {
  const object = write.object;
  object.metadata.resourceVersion = String(revision);
  return { revision, operation: write.operation, key: write.key, object };
}
