import { randomUUID } from 'node:crypto';
import type { Authority } from '@orrery/authority';
import { Bus } from '@orrery/bus';
import { ClockMode, answerClockSteps, standsStill } from '@orrery/clock';
import { ControlChannel, type ControlMessage, RequestReply } from '@orrery/messaging';
import { PLUGIN_REGISTRY, type PluginRegistry } from '@orrery/scheduling';
import type { Logger, Metrics } from '@orrery/service';
import {
  ClusterCache,
  completeAuthorities,
  deleteCluster,
  insertCluster,
  listClusters,
  LogFeed,
  openDatabase,
  readCluster,
  readLogSizes,
  writeState,
  type ClusterRecord,
  type Database,
  type RowWrite,
} from '@orrery/store';
import { AuthorizationMode } from '../object-api/access/cluster-access';
import { clusterSecrets } from './cluster-certificates';
import { newSecret, openInstallation, type Installation } from './installation';
import { repetitionOf } from './cluster-queues';
import { ClusterRuntime, type OpenedRecord } from './cluster-runtime';
import type { ClusterServices } from './cluster-services';
import { DatabaseWatch, withoutDatabaseFaults } from './health/database-watch';
import { Host, type HostServices } from './component-host';
import { MANUAL_START_MS, type ClusterOptions, type ControlPlaneOptions } from './control-plane-options';
import { withTimeout } from './timeout';
import { Turns } from './turns';
import { Moments } from '../moments/moments';
import { DATABASE_CHECK, ProcessHealth } from './health/process-health';
import type { Shards } from './sharding';

/** One process of the control plane: its connections, the clusters it has in memory and the components it runs. */
export class ControlPlane implements ClusterServices, HostServices {
  readonly processId = randomUUID().replaceAll('-', '').slice(0, 16);
  /** The latest time that each cluster was loaded again. */
  private readonly reloads = new Map<string, Promise<void>>();
  private readonly runtimes = new Map<string, Promise<ClusterRuntime | undefined>>();
  private readonly hosts: Host[];
  /** Open watches and the like, to be ended before the process stops. */
  readonly streams = new Set<{ close(): void }>();
  /** Jobs of an earlier process were on the queues when this one started. */
  hasLeftovers = false;
  /** Connections are going to break on purpose. */
  private stopping = false;
  /** What only one process knows, for all to ask. */
  readonly requests: RequestReply;
  /** Views of what clusters were. */
  readonly moments: Moments;
  /** For those who follow the table of clusters and those who delete one. */
  private readonly clusterTurns = new Turns();
  private known = new Set<string>();
  private stopListening: (() => void)[] = [];

  private constructor(
    private readonly options: ControlPlaneOptions,
    readonly logger: Logger,
    /** What keeps this process from its work, for readiness and the log. */
    readonly health: ProcessHealth,
    readonly databaseWatch: DatabaseWatch,
    readonly database: Database,
    private readonly installation: Installation,
    readonly bus: Bus,
    readonly line: ControlChannel,
    readonly feed: LogFeed,
  ) {
    this.hosts = options.components.map((kind) => new Host(this, kind));
    this.moments = new Moments(database);
    this.requests = new RequestReply(line, options.isAlone, (err) =>
      this.logger.warn({ err }, 'a request could not be answered'),
    );
  }

  static async open(options: ControlPlaneOptions): Promise<ControlPlane> {
    const { databaseUrl, components } = options;
    const database = openDatabase(databaseUrl);
    const health = new ProcessHealth(options.logger);
    const watch = new DatabaseWatch(database, health);
    const logger = withoutDatabaseFaults(options.logger, (error) => watch.note(error));
    const holder: { plane?: ControlPlane } = {};
    const onError = (err: unknown): void => {
      if (!holder.plane?.stopping) logger.warn({ err }, 'background work failed and will be tried again');
    };
    const maxConsumers = components.reduce((sum, kind) => sum + kind.shards * kind.queues.length, 0);
    const prefix = options.queuePrefix === undefined ? {} : { prefix: options.queuePrefix };
    const bus = await Bus.open({ backend: options.queues, maxConsumers, onError, ...prefix });
    const line = new ControlChannel(databaseUrl, onError);
    await line.start();
    const feed = new LogFeed(database, {
      reloaded: (cluster, cache) => void holder.plane?.reloaded(cluster, cache).catch(onError),
      failed: onError,
    });
    await feed.start();
    const installation = await openInstallation(database);
    const plane = new ControlPlane(options, logger, health, watch, database, installation, bus, line, feed);
    holder.plane = plane;
    options.metrics.counted(
      'orrery_database_round_trips_total',
      'Statements sent to the database.',
      () => database.roundTrips.count,
    );
    const sizes = async (part: 'changes' | 'bytes'): Promise<[string, number][]> =>
      [...(await readLogSizes(database))].map(([cluster, size]) => [cluster, size[part]]);
    options.metrics.measuredByCluster('orrery_log_changes', 'Changes in the log of a cluster.', () => sizes('changes'));
    options.metrics.measuredByCluster('orrery_log_bytes', 'Bytes of the objects in the log.', () => sizes('bytes'));
    options.metrics.counted('orrery_queue_round_trips_total', 'Commands sent to the queues.', () => bus.roundTrips);
    return plane;
  }

  get metrics(): Metrics {
    return this.options.metrics;
  }

  /** Sets the units of this control plane apart from those of others on the same database. */
  get unitPrefix(): string {
    return this.options.queuePrefix === undefined ? '' : `${this.options.queuePrefix}.`;
  }

  get plugins(): PluginRegistry {
    return this.options.plugins ?? PLUGIN_REGISTRY;
  }

  get authorizationMode(): AuthorizationMode {
    return this.options.authorizationMode ?? AuthorizationMode.Rbac;
  }

  get isAlone(): boolean {
    return this.options.isAlone;
  }

  get shards(): Shards {
    return this.options.shards;
  }

  /** The clusters whose components this process looks after. */
  knownClusters(): readonly string[] {
    return [...this.known];
  }

  /** Names what keeps this process from doing its work at the moment. */
  unready(): readonly string[] {
    const failing = this.health.failing();
    return this.line.isConnected || failing.includes(DATABASE_CHECK) ? failing : [DATABASE_CHECK, ...failing];
  }

  /** Loads the clusters there are, claims work and starts it. */
  async start(): Promise<void> {
    if (!this.options.onlyOwnClusters) {
      this.known = new Set((await listClusters(this.database)).map((cluster) => cluster.id));
      await Promise.all([...this.known].map((cluster) => this.cluster(cluster)));
    }
    this.hasLeftovers = this.isAlone && (await this.bus.hasOpenJobs(this.shards));
    this.stopListening = [
      this.line.listen(
        (message) => void this.heard(message).catch((err: unknown) => this.logger.warn({ err }, 'message lost')),
      ),
      this.line.onMissed(() => void this.hearAll().catch((err: unknown) => this.logger.warn({ err }, 'message lost'))),
      answerClockSteps({
        line: this.line,
        process: this.processId,
        participantOf: (cluster) => this.cluster(cluster),
        onError: (err) => this.logger.warn({ err }, 'a step of the clock was not answered'),
      }),
    ];
    await Promise.all(this.hosts.map((host) => host.announce()));
    await this.tell({ type: 'joined', process: this.processId });
    for (const host of this.hosts) await host.start();
  }

  /** The error that a client gets for a failure: that of the database, if it cannot be reached. */
  asApiError(error: unknown): unknown {
    return this.databaseWatch.asApiError(error);
  }

  /** Gives the work back while still playing along, so that time stands still until others have taken it. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.databaseWatch.stop();
    for (const stream of this.streams) stream.close();
    const runtimes = (await Promise.all(this.runtimes.values())).filter((runtime) => runtime !== undefined);
    for (const runtime of runtimes) runtime.clock.stop();
    await Promise.all(runtimes.map((runtime) => runtime.finishWriting()));
    await this.ended('components', Promise.all(this.hosts.map((host) => host.stop())), 4000);
    await this.tell({ type: 'left', process: this.processId });
    for (const stop of this.stopListening) stop();
    await this.ended('queues', this.bus.close(), 2000);
    await this.ended('log', this.feed.stop());
    await this.ended('messages', this.line.stop());
    await this.ended('database', this.database.close());
  }

  /** A server that answers nothing must not hold up the end of this process: others take over what it left. */
  private async ended(part: string, work: Promise<unknown>, limitMs = 1000): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), limitMs)));
    const outcome = await Promise.race([work, late]).finally(() => clearTimeout(timer));
    if (outcome === 'late') this.logger.warn({ part, limitMs }, 'a part of the process did not end in time');
  }

  /** The cluster in this process's memory, loaded when first asked for; undefined if there is none of that name. */
  cluster(name: string): Promise<ClusterRuntime | undefined> {
    let runtime = this.runtimes.get(name);
    if (!runtime) {
      runtime = this.load(name);
      this.runtimes.set(name, runtime);
      const forget = (): void => {
        if (this.runtimes.get(name) === runtime) this.runtimes.delete(name);
      };
      runtime.then((loaded) => loaded ?? forget(), forget);
    }
    return runtime;
  }

  /** Who signs the certificate of the server, for the clients of all clusters. */
  get authority(): Authority {
    return this.installation.authority;
  }

  async clusters(): Promise<ClusterRecord[]> {
    return listClusters(this.database);
  }

  /** Makes a cluster with what every cluster has from the start; undefined if the name is taken. */
  async createCluster(options: ClusterOptions): Promise<ClusterRuntime | undefined> {
    const nowMs = Date.now();
    const mode = options.clock?.mode ?? ClockMode.Real;
    const anchorMs = options.startMs ?? (standsStill({ mode }) ? MANUAL_START_MS : nowMs);
    const seed = options.seed ?? options.name;
    // Only who repeats a cluster wants keys again that others may have seen.
    const identity = standsStill({ mode }) ? `${seed} ${options.name}` : newSecret();
    const secrets = clusterSecrets(this.installation.secret, identity);
    const record = await insertCluster(this.database, {
      id: options.name,
      seed,
      settings: options.settings ?? {},
      ...secrets,
      clock: { mode, rate: options.clock?.rate ?? 1, anchorMs, anchorRealMs: nowMs },
      ...(options.firstNodes ? { firstNodes: options.firstNodes } : {}),
    });
    if (!record) return undefined;
    const runtime = await this.opened({ ...record, authorities: secrets.authorities });
    await runtime.store.bootstrap({ trusted: runtime.certificates.trusted, release: runtime.release });
    await this.added(options.name);
    await this.tell({ type: 'clusters' });
    return runtime;
  }

  /** Deletes the cluster and everything in it; false if there is none of that name. */
  async deleteCluster(name: string): Promise<boolean> {
    const deleted = await this.clusterTurns.take(async () => {
      await this.removed(name);
      return deleteCluster(this.database, name);
    });
    await withTimeout(this.bus.repetitions.remove(repetitionOf('descheduling', name, this.shards)));
    await this.tell({ type: 'clusters' });
    return deleted;
  }

  /** Says something to the other processes, if there can be any; a message that cannot leave now is dropped. */
  async tell(message: ControlMessage): Promise<void> {
    // After a reconnect every process reads the tables anyway.
    if (!this.isAlone) await withTimeout(this.line.send(message));
  }

  /**
   * Lets a component of a cluster lose its memory and start again from the state, wherever it runs. Resolves when this
   * process has done its part; the clock waits for the others.
   */
  async restartComponent(cluster: string, component: string): Promise<void> {
    await this.restarted(cluster, component);
    if (!this.isAlone) await this.line.send({ type: 'restart', process: this.processId, cluster, component });
  }

  /**
   * Replaces a component of a cluster that has settled by one that knows what it knew, as a fork or another process would
   * go on with its work.
   */
  async handOver(cluster: string, component: string): Promise<void> {
    const runtime = await this.cluster(cluster);
    await runtime?.activity.track(async () => {
      for (const host of this.hosts.filter(({ name }) => name === component)) {
        const captured = await host.capture(cluster);
        await host.clusterRemoved(cluster);
        await host.clusterAdded(cluster, captured);
      }
    });
  }

  /** Writes a whole state at once and resolves when components run from it; throws `StateChangedError` if others were first. */
  async takeState(runtime: ClusterRuntime, writes: readonly RowWrite[]): Promise<void> {
    const cluster = runtime.id;
    await runtime.turnOfClient();
    await runtime.activity.track(async () => {
      await writeState(this.database, writes, { cluster, nowMs: runtime.clock.now() });
      // The log cannot be continued, here and in the other processes: each loads the state, and its components start over.
      await this.feed.catchUp(cluster);
      await this.reloads.get(cluster);
    });
  }

  private async restarted(cluster: string, component: string): Promise<void> {
    const hosts = this.hosts.filter(({ name }) => name === component);
    const runtime = await this.cluster(cluster);
    await runtime?.activity.track(() => Promise.all(hosts.map((host) => host.clusterReloaded(cluster))));
  }

  /** The memory of a cluster that was just made: there is nothing to be loaded yet. */
  private async opened(record: OpenedRecord): Promise<ClusterRuntime> {
    // A request during its creation loads it, or has found nothing yet.
    for (let asked = this.runtimes.get(record.id); asked; asked = this.runtimes.get(record.id)) {
      const loaded = await asked.catch(() => undefined);
      if (loaded) return loaded;
    }
    const runtime = ClusterRuntime.open(this, record, new ClusterCache(record.revision, []));
    this.runtimes.set(record.id, Promise.resolve(runtime));
    return runtime;
  }

  private async completed(name: string): Promise<OpenedRecord['authorities'] | undefined> {
    const { authorities } = clusterSecrets(this.installation.secret, newSecret());
    return completeAuthorities(this.database, name, authorities);
  }

  private async load(name: string): Promise<ClusterRuntime | undefined> {
    const record = await readCluster(this.database, name);
    // A cluster of an earlier release has none yet.
    const authorities = record?.authorities ?? (await this.completed(name));
    return record && authorities && ClusterRuntime.load(this, { ...record, authorities });
  }

  private async added(cluster: string): Promise<void> {
    if (this.known.has(cluster)) return;
    this.known.add(cluster);
    await Promise.all(this.hosts.map((host) => host.clusterAdded(cluster)));
  }

  private async removed(cluster: string): Promise<void> {
    this.known.delete(cluster);
    this.reloads.delete(cluster);
    const runtime = await this.runtimes.get(cluster);
    this.runtimes.delete(cluster);
    await Promise.all(this.hosts.map((host) => host.clusterRemoved(cluster)));
    runtime?.stop();
    this.bus.counts.forget(cluster);
  }

  private reloaded(cluster: string, cache: ClusterRuntime['cache']): Promise<void> {
    const reload = (async () => {
      (await this.cluster(cluster))?.replaceCache(cache);
      await Promise.all(this.hosts.map((host) => host.clusterReloaded(cluster)));
    })();
    this.reloads.set(cluster, reload);
    return reload;
  }

  /** The connection was broken for a while: the tables have what the lost messages said. */
  private async hearAll(): Promise<void> {
    await this.heard({ type: 'clusters' });
    for (const cluster of this.runtimes.keys()) {
      await (await this.cluster(cluster))?.rereadClock();
      await this.heard({ type: 'faults', cluster });
      await this.heard({ type: 'settings', cluster });
    }
  }

  private async heard(message: ControlMessage): Promise<void> {
    if (message.type === 'setting') {
      if (message.process !== this.processId) await (await this.cluster(message.cluster))?.clockWasSet();
    } else if (message.type === 'settings') {
      await (await this.cluster(message.cluster))?.heardOfSettings();
    } else if (message.type === 'faults') {
      await (await this.cluster(message.cluster))?.heardOfFaults();
    } else if (message.type === 'release') {
      (await this.cluster(message.cluster))?.clients.release(message.hold);
    } else if (message.type === 'restart') {
      if (message.process !== this.processId) await this.restarted(message.cluster, message.component);
    } else if (message.type === 'vacated' || message.type === 'left') {
      await Promise.all(this.hosts.map((host) => host.claim()));
    } else if (message.type === 'clusters' && !this.options.onlyOwnClusters) {
      await this.clusterTurns.take(() => this.followClusters());
    }
  }

  /**
   * Takes up the clusters that are stored and drops those that are not. What is created here while the list is read is
   * not in it: only what was known before is dropped.
   */
  private async followClusters(): Promise<void> {
    const before = [...this.known];
    const stored = new Set((await listClusters(this.database)).map((cluster) => cluster.id));
    for (const cluster of stored) await this.added(cluster);
    for (const cluster of before) if (!stored.has(cluster)) await this.removed(cluster);
  }
}
