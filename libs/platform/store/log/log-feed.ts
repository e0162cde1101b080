import { CompactedError, loadCache, readLog } from './change-log';
import type { ArrivingChange, ClusterCache } from './cluster-cache';
import type { Database } from '../server/database';
import { NotificationLine } from './notification-line';

/** Poll interval of the log: notifications are a wake-up, not the truth, so the log is also read without one. */
const SAFETY_POLL_MS = 2000;
/** Poll interval where this process makes all writes and learns of them by their answers. */
const POLL_ALONE_MS = 10_000;

/** The user of a cache that the feed keeps up to date. */
export interface Follower {
  /** Receives the cluster time of other processes' writes, in ms since the Unix epoch, before they are in the cache. */
  hearOf?(writtenAtMs: number): void;
  /** The log was compacted: from now on this cache is kept up to date instead. */
  replaced?(cache: ClusterCache): void;
  /** The log has more than the cache may see; see {@link LogFeed.hold}. */
  beyond?(revision: number): void;
}

export interface FeedEvents {
  /** The cache could not be continued from the log (compacted): its follower has this one now, and its users start over. */
  reloaded(cluster: string, cache: ClusterCache): void;
  failed(error: unknown): void;
  /** A listener of a cache threw at changes, which all others have seen. */
  broken(fault: unknown): void;
}

interface Followed {
  cache: ClusterCache;
  readonly follower: Follower;
  /** Batches of this process that are on their way to the database: their changes arrive without reading the log. */
  writing: number;
  /** Commits of this process that arrived before an earlier one. */
  stash: ArrivingChange[][];
  /** Changes that follow on the cache without a gap, and may not be visible yet. */
  ahead: ArrivingChange[];
  /** Revision up to which the cache advances, when everything up to there has arrived, and no further. */
  gate: number;
  /** Highest revision that was requested: a hold that begins later lets the cache advance to it. */
  opened: number;
  /** Highest announced revision. */
  announced: number;
  reading: Promise<void> | undefined;
}

/** Keeps the caches of one process up to date: by its own commits directly, by those of others through the log. */
export class LogFeed {
  private readonly followed = new Map<string, Followed>();
  /** Line of notifications; where no other process writes it only reports that the database is reachable again. */
  private readonly line: NotificationLine;
  private poll: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly database: Database,
    private readonly events: FeedEvents,
  ) {
    this.line = new NotificationLine({
      url: database.url,
      channel: 'orrery_log',
      received: (payload) => this.heard(payload),
      reconnected: () => this.pollAll(),
      failed: (error) => events.failed(error),
    });
  }

  async start(): Promise<void> {
    await this.line.start();
    this.poll = setInterval(() => this.pollAll(), this.database.ownNotifications ? POLL_ALONE_MS : SAFETY_POLL_MS);
    this.poll.unref();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.poll);
    await this.line.stop();
    await Promise.all([...this.followed.values()].map((followed) => followed.reading));
  }

  /** Keeps this cache up to date instead of the one that was followed before, until the answered function is called. */
  follow(cluster: string, cache: ClusterCache, follower: Follower = {}): () => void {
    const followed: Followed = {
      cache,
      follower,
      writing: 0,
      stash: [],
      ahead: [],
      gate: Infinity,
      opened: cache.revision,
      announced: cache.revision,
      reading: undefined,
    };
    this.followed.set(cluster, followed);
    return () => {
      // A cluster that is loaded again while it is being forgotten is followed from its new cache by now.
      if (this.followed.get(cluster) === followed) this.followed.delete(cluster);
    };
  }

  /**
   * A batch of this process leaves for the database. The answered function takes what came back: its changes, none if it
   * failed.
   */
  writing(cluster: string): (changes: ArrivingChange[]) => void {
    const followed = this.followed.get(cluster);
    if (!followed) return () => undefined;
    followed.writing++;
    return (changes) => {
      followed.writing--;
      if (changes.length > 0) followed.stash.push(changes);
      this.applyStash(followed);
      this.closeGap(cluster, followed);
    };
  }

  /** Resolves when the cache of the cluster has seen everything that was committed before the call. */
  async catchUp(cluster: string): Promise<void> {
    const followed = this.followed.get(cluster);
    if (!followed) return;
    const row = await this.database.prisma.cluster.findUnique({ where: { id: cluster }, select: { revision: true } });
    if (row) this.announce(cluster, Number(row.revision));
    await followed.cache.reached(Number(row?.revision ?? 0));
  }

  /**
   * Lets the cache of the cluster see nothing more, not even what this process writes, until {@link open} or
   * {@link release}; what was opened before is still seen.
   */
  hold(cluster: string): void {
    const followed = this.followed.get(cluster);
    if (followed?.gate === Infinity) followed.gate = Math.max(followed.cache.revision, followed.opened);
  }

  /** Lets the cache advance up to a revision, in one step; resolves when it is there. */
  async open(cluster: string, revision: number): Promise<void> {
    const followed = this.followed.get(cluster);
    if (!followed || revision <= followed.cache.revision) return;
    followed.gate = Math.max(followed.gate, revision);
    followed.opened = Math.max(followed.opened, revision);
    this.applyStash(followed);
    this.announce(cluster, revision);
    await followed.cache.reached(revision);
  }

  /** Lets the cache see everything as it comes, as it does from the start. */
  release(cluster: string): void {
    const followed = this.followed.get(cluster);
    if (!followed || followed.gate === Infinity) return;
    followed.gate = Infinity;
    this.applyStash(followed);
    this.closeGap(cluster, followed);
  }

  private announce(cluster: string, revision: number): void {
    const followed = this.followed.get(cluster);
    if (!followed) return;
    followed.announced = Math.max(followed.announced, revision);
    this.closeGap(cluster, followed);
    if (followed.announced > followed.gate) followed.follower.beyond?.(followed.announced);
  }

  private applyStash(followed: Followed): void {
    const { stash, ahead, cache, gate } = followed;
    stash.sort((a, b) => a[0]!.revision - b[0]!.revision);
    while (stash.length > 0 && stash[0]![0]!.revision <= arrived(followed) + 1) {
      const known = arrived(followed);
      for (const change of stash.shift()!) if (change.revision > known) ahead.push(change);
    }
    if (gate === Infinity) this.apply(cache, ahead.splice(0));
    else if (gate > cache.revision && arrived(followed) >= gate) {
      this.apply(cache, ahead.splice(0, gate - cache.revision));
    }
  }

  /** Applies committed changes: the failure of a listener fails no write. */
  private apply(cache: ClusterCache, changes: readonly ArrivingChange[]): void {
    for (const fault of cache.apply(changes)) this.events.broken(fault);
  }

  /** Reads the log if something is missing that no batch of our own will bring. */
  private closeGap(cluster: string, followed: Followed): void {
    const isBehind = arrived(followed) < Math.min(followed.announced, followed.gate) || hasHole(followed);
    if (!isBehind || followed.writing > 0 || followed.reading || this.followed.get(cluster) !== followed) return;
    followed.reading = this.readOn(cluster, followed)
      .catch((error: unknown) => this.events.failed(error))
      .finally(() => {
        followed.reading = undefined;
        if (!this.stopped) this.closeGap(cluster, followed);
      });
  }

  private async readOn(cluster: string, followed: Followed): Promise<void> {
    try {
      const page = await readLog(this.database, cluster, arrived(followed));
      if (!page) return followed.cache.end();
      const { changes, writtenAtMs } = page;
      followed.follower.hearOf?.(writtenAtMs);
      if (changes.length === 0) followed.announced = Math.min(followed.announced, arrived(followed));
      else followed.stash.push(changes);
      this.applyStash(followed);
    } catch (error) {
      if (!(error instanceof CompactedError)) throw error;
      const cache = await loadCache(this.database, cluster);
      // A follower that took its place meanwhile has a cache of its own.
      if (!cache || this.followed.get(cluster) !== followed) return;
      followed.cache.succeededBy(cache);
      followed.cache = cache;
      followed.stash = [];
      followed.ahead = [];
      // While it was loaded, more may have been opened than it had then.
      const known = Math.max(cache.revision, followed.opened);
      if (followed.gate !== Infinity) followed.gate = known;
      followed.announced = known;
      followed.follower.replaced?.(cache);
      this.events.reloaded(cluster, cache);
    }
  }

  private pollAll(): void {
    const quiet = [...this.followed.entries()].filter(([, followed]) => followed.writing === 0 && !followed.reading);
    if (quiet.length === 0) return;
    const clusters = quiet.map(([cluster]) => cluster);
    this.database.prisma.$queryRaw<{ id: string; revision: bigint }[]>`
      SELECT id, revision FROM cluster WHERE id = ANY(${clusters}::TEXT[])`
      .then((rows) => {
        for (const row of rows) this.announce(row.id, Number(row.revision));
        const stored = new Set(rows.map(({ id }) => id));
        for (const [cluster, { cache }] of quiet) if (!stored.has(cluster)) cache.end();
      })
      .catch((error: unknown) => this.events.failed(error));
  }

  private heard(payload: string): void {
    const [cluster, revision] = payload.split(' ');
    if (cluster && revision) this.announce(cluster, Number(revision));
  }
}

/** The revision up to which everything has arrived. */
function arrived({ cache, ahead }: Followed): number {
  return cache.revision + ahead.length;
}

/** Commits of this process wait for earlier ones, and may be seen when these are there. */
function hasHole({ stash, gate, cache }: Followed): boolean {
  return stash.length > 0 && gate > cache.revision;
}
