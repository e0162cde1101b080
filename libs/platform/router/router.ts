import { CompactedError, nameOf, Operation, type Change } from '@orrery/store';
import {
  everyInterval,
  type Component,
  type ComponentContext,
  type ComponentKind,
  type IdentityPort,
  type RecordPort,
  type CachePort,
  type ClockPort,
  type QueuesPort,
  type LogPort,
  type RecordsPort,
  type HealthPort,
  type SettingsPort,
} from '@orrery/control-plane';
import { LogShortener } from './log-shortener';
import { ROUTES_BY_RESOURCE, type Destination } from './routing-table';

/** Ports used by this class. */
type Ports = IdentityPort &
  RecordPort &
  CachePort &
  ClockPort &
  QueuesPort &
  LogPort &
  RecordsPort &
  HealthPort &
  SettingsPort;

/** Keys of one job at most. */
const KEYS_PER_JOB = 500;
/** Interval at which the position in the log is saved: after a crash, work since then is queued once more. */
const SAVE_EVERY_MS = 1000;
const RETRY_MS = 250;
/** Changes that the log keeps at least: several times what a cache remembers, for processes that fell behind. */
const KEPT_CHANGES = 50_000;

/**
 * Follows the log and queues the work of changes. Its place is stored, so that no work is lost when it stops; work may
 * come twice, which consumers tolerate. It never reads the results of a consumer. It shortens the log that it has
 * passed: a process that needs removed changes reloads the state.
 */
class Router implements Component {
  private pending: Change[] = [];
  private routing = false;
  private stopped = false;
  private routed: number;
  /** Revision up to which all work is done, or on queues: work that was only handed over within the process ends with it. */
  private safe: number;
  /** Stored position in the log. */
  private saved: number;
  private unsubscribe: () => void = () => undefined;
  private endLooking: () => void = () => undefined;
  private readonly shortener: LogShortener;
  private isLookingAfter = false;
  /** Position in the log at its last maintenance. */
  private lookedAfter = -1;

  constructor(
    private readonly context: ComponentContext<Ports>,
    usualChanges: number,
  ) {
    const captured = context.captured as ReturnType<Router['capture']> | undefined;
    this.routed = captured?.routed ?? context.cluster.record.routed;
    this.safe = this.routed;
    this.saved = this.routed;
    this.shortener = new LogShortener(context.cluster, usualChanges);
  }

  async start(): Promise<void> {
    const { cluster } = this.context;
    this.unsubscribe = cluster.cache.subscribe((changes) => this.take(changes));
    const head = cluster.cache.revision;
    const { captured } = this.context;
    // All jobs of what was captured were done.
    if (captured) await cluster.queues.remember();
    if (this.routed >= 0 && (await cluster.queues.remembers())) await this.catchUp(head);
    else await this.rebuild();
    this.endLooking = everyInterval(SAVE_EVERY_MS, () => void this.lookAfter().catch(() => undefined));
  }

  /** The settled state has been routed to its end. */
  capture(): { readonly routed: number } {
    return { routed: this.routed };
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.unsubscribe();
    this.endLooking();
    void this.handled();
    await this.shortener.stop();
    await this.save().catch(() => undefined);
  }

  /** Routes what happened while no router ran: from the log, or, if that is compacted, from the state itself. */
  private async catchUp(head: number): Promise<void> {
    const { cluster } = this.context;
    let from = this.routed;
    try {
      while (from < head) {
        // What a cache of this process remembers, as that of a new cluster does, need not be read.
        const page = cluster.cache.changesAfter(from) ?? (await cluster.records.routing.changesAfter(from));
        if (page.length === 0) break;
        await this.send(page.filter((change) => change.revision <= head));
        from = page[page.length - 1]!.revision;
      }
    } catch (error) {
      if (!(error instanceof CompactedError)) throw error;
      await this.send(this.stateAsChanges(head));
    }
    this.routed = Math.max(this.routed, head);
  }

  /** The queues are empty, or new: their jobs are derived from the state. */
  private async rebuild(): Promise<void> {
    const { cache, queues } = this.context.cluster;
    const head = cache.revision;
    await queues.remember();
    await this.send(this.stateAsChanges(head));
    this.routed = Math.max(this.routed, head);
  }

  /** Checks the log, one check at a time: a slow database must not get more and more queries. */
  private async lookAfter(): Promise<void> {
    if (this.isLookingAfter) return;
    this.isLookingAfter = true;
    try {
      await this.lookOnce();
    } finally {
      this.isLookingAfter = false;
    }
  }

  /** Now and then: writes down how far it has come, shortens the log, and sees whether the queues lost everything. */
  private async lookOnce(): Promise<void> {
    const { cluster } = this.context;
    void this.handled();
    await this.save();
    const isQuiet = this.routed === this.lookedAfter;
    this.lookedAfter = this.routed;
    if (!this.stopped) this.shortener.look(this.routed, isQuiet);
    if (this.stopped || (await cluster.queues.remembers())) return;
    cluster.log.warn({ cluster: cluster.id }, 'the queues lost their jobs: work is routed again from the state');
    await cluster.activity.track(() => this.rebuild());
  }

  private stateAsChanges(revision: number): Change[] {
    const { cache } = this.context.cluster;
    return [...ROUTES_BY_RESOURCE.keys()].flatMap((resource) =>
      cache.list(resource).map((object) => ({
        revision,
        operation: Operation.Create,
        key: { resource, namespace: object.metadata.namespace ?? '', name: object.metadata.name },
        object,
      })),
    );
  }

  private take(changes: readonly Change[]): void {
    for (const change of changes) this.pending.push(change);
    if (this.routing) return;
    this.routing = true;
    const { cluster } = this.context;
    void cluster.activity.track(() => this.drain());
  }

  /** Changes that come while a batch is being sent form the next one; a batch that cannot be sent is sent again. */
  private async drain(): Promise<void> {
    const { cluster } = this.context;
    while (this.pending.length > 0 && !this.stopped) {
      const changes = this.pending;
      this.pending = [];
      try {
        await this.send(changes);
        this.routed = changes[changes.length - 1]!.revision;
      } catch (err) {
        cluster.log.warn({ err, cluster: cluster.id }, 'work could not be routed and is routed again');
        this.pending = [...changes, ...this.pending];
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
    this.routing = false;
  }

  private async send(changes: readonly Change[]): Promise<void> {
    const work = new Work(this.context);
    for (const change of changes) {
      for (const route of ROUTES_BY_RESOURCE.get(change.key.resource) ?? []) {
        const destination = route.to(change);
        if (destination) work.add(destination, change);
      }
    }
    await work.send();
  }

  /** Notes that what has been routed by now is safe, as soon as it is. */
  private async handled(): Promise<void> {
    const { routed } = this;
    if (routed === this.safe) return;
    if (await this.context.cluster.queues.handled()) this.safe = Math.max(this.safe, routed);
  }

  private async save(): Promise<void> {
    const { safe } = this;
    if (safe === this.saved) return;
    await this.context.cluster.records.routing.save(safe);
    this.saved = safe;
  }
}

/** The jobs of one batch of changes, each key once. */
class Work {
  private revision = 0;
  private readonly scheduling = new Set<string>();
  private readonly kubelet = new Map<number, { pods: Set<string>; nodes: Set<string> }>();
  private readonly reconcile = new Map<string, Set<string>>();

  constructor(private readonly context: ComponentContext<Ports>) {}

  add(destination: Destination, change: Change): void {
    this.revision = Math.max(this.revision, change.revision);
    const key = nameOf(change.key.namespace, change.key.name);
    if (destination.queue === 'scheduling') {
      this.scheduling.add(key);
    } else if (destination.queue === 'kubelet') {
      const shard = this.context.cluster.queues.shardOfNode(destination.node);
      let work = this.kubelet.get(shard);
      if (!work) this.kubelet.set(shard, (work = { pods: new Set(), nodes: new Set() }));
      (destination.carries === 'pod' ? work.pods : work.nodes).add(key);
    } else {
      let keys = this.reconcile.get(destination.controller);
      if (!keys) this.reconcile.set(destination.controller, (keys = new Set()));
      keys.add(key);
    }
  }

  async send(): Promise<void> {
    const { queues } = this.context.cluster;
    const { revision } = this;
    const sent: Promise<void>[] = [];
    for (const pods of slices([...this.scheduling])) {
      sent.push(queues.send('scheduling', { revision, pods }));
    }
    for (const [kubelet, { pods, nodes }] of this.kubelet) {
      for (const slice of slices([...pods])) {
        sent.push(queues.sendTo('kubelet', kubelet, { revision, pods: slice, nodes: [] }));
      }
      for (const slice of slices([...nodes])) {
        sent.push(queues.sendTo('kubelet', kubelet, { revision, pods: [], nodes: slice }));
      }
    }
    for (const [controller, keys] of this.reconcile) {
      sent.push(queues.send('reconcile', { revision, controller, keys: [...keys] }));
    }
    await Promise.all(sent);
  }
}

function slices<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / KEYS_PER_JOB) }, (_, i) =>
    all.slice(i * KEYS_PER_JOB, (i + 1) * KEYS_PER_JOB),
  );
}

/**
 * Makes the router of a set-up whose clusters are split over `shards` API servers. Logs keep at least `keptChanges` by
 * default.
 */
export function routerKind(shards: number, keptChanges = KEPT_CHANGES): ComponentKind {
  const create = (context: ComponentContext<Ports>): Component => new Router(context, keptChanges);
  return { name: 'router', shards, split: 'clusters', queues: [], create };
}
