import type { Authority } from '@orrery/authority';
import { Bus } from '@orrery/bus';
import { ControlChannel, type ControlMessage, RequestReply } from '@orrery/messaging';
import { Members } from '@orrery/rounds';
import type { PluginRegistry } from '@orrery/scheduling';
import type { Logger, Metrics } from '@orrery/service';
import {
  deleteCluster,
  deleteUnfinished,
  finishCluster,
  ForkOutcome,
  insertCluster,
  listClusters,
  liveProcesses,
  LogFeed,
  openDatabase,
  readCluster,
  rewindCluster,
  type ClusterRecord,
  type Database,
  OwnershipRounds,
  type RowWrite,
} from '@orrery/store';
import { AuthorizationMode } from '../../object-api/access/cluster-access';
import { ClusterMemory } from '../cluster/cluster-memory';
import { openInstallation, type Installation } from './installation';
import { ClusterInbox, isForCluster } from '../cluster/cluster-inbox';
import { ComponentRestarts } from './component-restarts';
import { repetitionOf } from '../work/cluster-queues';
import type { ClusterRuntime } from '../cluster/cluster-runtime';
import type { ClusterServices } from '../cluster/cluster-services';
import { forkPast, forkPresent, type ForkContext, type PastState, type WrittenFork } from '../transfer/forks';
import type { OutsideAnswers } from '../../inputs/outside-answers';
import { endInThePast, requireRecordable } from '../../inputs/recording-life';
import { Repetitions } from '../../inputs/repetitions';
import { DatabaseWatch, withoutDatabaseFaults } from './health/database-watch';
import { Host, type HostServices } from './component-host';
import type { ClusterOptions, ControlPlaneOptions } from './control-plane-options';
import { newCluster, writeBeginning, type MadeRow } from '../cluster/new-cluster';
import { heardByRuntimes, REREAD, toRuntime } from './runtime-messages';
import { endedInTime, partsEndedInTime, withTimeout } from './timeout';
import { measureConnections } from './process-metrics';
import { DATABASE_CHECK, ProcessHealth } from './health/process-health';
import type { Shards } from './sharding';
import { replaceState } from '../transfer/replace-state';
import { StateHandover } from '../transfer/state-handover';

/** Time after which messages about clusters wait no longer for the handling of earlier ones: as long as rounds wait for a process. */
const MESSAGE_WAIT_MS = 10_000;

/** Process of the control plane: its connections, the clusters it has in memory and the components it runs. */
export class ControlPlane implements ClusterServices, HostServices {
  private readonly memory: ClusterMemory;
  private readonly inbox: ClusterInbox<ClusterRuntime>;
  private readonly handover: StateHandover;
  readonly restarts: ComponentRestarts;
  readonly forking: ForkContext;
  /** Ends when this process runs the clusters that were last announced. */
  private following: Promise<void> = Promise.resolve();
  /** The processes that take part in rounds. */
  readonly members: Members;
  readonly hosts: readonly Host[];
  readonly ownershipRounds: OwnershipRounds;
  /** Open watches and the like, to be ended before the process stops. */
  readonly streams = new Set<{ close(): void }>();
  /** Jobs of an earlier process were on the queues when this one started. */
  hasLeftovers = false;
  /** Connections are going to break on purpose. */
  private stopping = false;
  /** The clusters in which this process repeats others. */
  private readonly repetitions: Repetitions;
  /** Requests to the one process that holds the requested state. */
  readonly requests: RequestReply;
  private stopListening: (() => void)[] = [];

  private constructor(
    private readonly options: ControlPlaneOptions,
    readonly logger: Logger,
    /** Problems that keep this process from its work, for readiness and the log. */
    readonly health: ProcessHealth,
    readonly databaseWatch: DatabaseWatch,
    readonly database: Database,
    private readonly installation: Installation,
    readonly bus: Bus,
    readonly line: ControlChannel,
    readonly feed: LogFeed,
  ) {
    this.members = new Members(
      this.processId,
      () => liveProcesses(database),
      () => this.workChangesHands(),
    );
    this.ownershipRounds = new OwnershipRounds({
      database,
      processId: this.processId,
      isAlone: options.isAlone,
      onError: (err) => logger.warn({ err }, 'ownership could not be renewed'),
    });
    this.hosts = options.components.map((kind) => new Host(this, kind));
    const { hosts, members } = this;
    const hasOpenJobs = (): Promise<boolean> => bus.hasOpenJobs(options.shards);
    this.handover = new StateHandover({ database, hosts, line, members, hasOpenJobs });
    this.forking = { database, hosts, isAlone: options.isAlone, handover: this.handover };
    this.memory = new ClusterMemory(this, { hosts, installation, known: (name) => this.handover.knownOf(name) });
    const cluster = (name: string): Promise<ClusterRuntime | undefined> => this.cluster(name);
    const send = async (message: ControlMessage): Promise<void> => (options.isAlone ? undefined : line.send(message));
    this.restarts = new ComponentRestarts({ hosts, processId: this.processId, cluster, send });
    this.inbox = new ClusterInbox<ClusterRuntime>({
      line,
      capture: (message, runtime) => this.handover.capture(message, runtime),
      cluster,
      act: (message) => this.receive(message),
      upToDate: () => this.following,
      isConductedHere: () => this.members.isConductedHere,
      onError: (err) => this.logger.warn({ err }, 'a message about a cluster was not answered'),
    });
    this.requests = new RequestReply(line, options.isAlone, (err) =>
      this.logger.warn({ err }, 'a request could not be answered'),
    );
    this.repetitions = new Repetitions(this.requests);
  }

  static async open(options: ControlPlaneOptions): Promise<ControlPlane> {
    const { databaseUrl, components } = options;
    const database = openDatabase(databaseUrl, { isAlone: options.isAlone });
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
      reloaded: (cluster, cache) => void holder.plane?.memory.reloaded(cluster, cache).catch(onError),
      failed: onError,
      broken: (err) => logger.error({ err }, 'a component failed at changes of its cluster'),
    });
    await feed.start();
    const installation = await openInstallation(database);
    const plane = new ControlPlane(options, logger, health, watch, database, installation, bus, line, feed);
    holder.plane = plane;
    measureConnections(options.metrics, database, bus);
    return plane;
  }

  get processId(): string {
    return this.line.process;
  }

  get metrics(): Metrics {
    return this.options.metrics;
  }

  /** Sets the units of this control plane apart from those of others on the same database. */
  get unitPrefix(): string {
    return this.options.queuePrefix === undefined ? '' : `${this.options.queuePrefix}.`;
  }

  get plugins(): PluginRegistry {
    return this.options.plugins;
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

  /** Returns the clusters whose components this process runs. */
  knownClusters(): readonly string[] {
    return this.memory.known;
  }

  /** Names what keeps this process from doing its work at the moment. */
  unready(): readonly string[] {
    const failing = this.health.failing();
    return this.line.isConnected || failing.includes(DATABASE_CHECK) ? failing : [DATABASE_CHECK, ...failing];
  }

  /** Loads the clusters there are, claims work and starts it. */
  async start(): Promise<void> {
    if (this.isAlone && !this.options.onlyOwnClusters) await deleteUnfinished(this.database);
    if (!this.options.onlyOwnClusters) await this.memory.loadAll();
    this.hasLeftovers = this.isAlone && (await this.bus.hasOpenJobs(this.shards));
    this.bus.mayHaveStalledJobs = !this.isAlone || this.hasLeftovers;
    const lost = (err: unknown): void => this.logger.warn({ err }, 'message lost');
    this.stopListening = [
      this.line.listen((message) => {
        this.members.receive(message);
        this.handover.receive(message);
        this.inbox.receive(message);
      }),
      this.line.listen((message) => void (isForCluster(message) || this.receive(message).catch(lost))),
      this.line.onMissed(() => void this.rereadAll().catch(lost)),
    ];
    await this.ownershipRounds.announce(this.hosts.map(({ name }) => name));
    await this.members.refresh();
    await this.broadcast({ type: 'joined', process: this.processId });
    for (const host of this.hosts) await host.start();
    if (!this.isAlone) void this.repetitions.removeAbandoned(this);
  }

  /** Recordings end where components know less than they would. */
  workChangesHands(): void {
    if (!this.isAlone) void this.memory.breakOffRecordings('a process was started or ended').catch(() => undefined);
  }

  /** The error that a client gets for a failure: that of the database, if it cannot be reached. */
  asApiError(error: unknown): unknown {
    return this.databaseWatch.asApiError(error);
  }

  /** Releases the work while still taking part in rounds, so that time does not advance until others have taken it. */
  async stop(): Promise<void> {
    this.stopping = true;
    const ended = partsEndedInTime(this.logger);
    this.databaseWatch.stop();
    for (const stream of this.streams) stream.close();
    const runtimes = await this.memory.loaded();
    for (const runtime of runtimes) runtime.clock.stop();
    await Promise.all(runtimes.map((runtime) => runtime.finishWriting()));
    await ended('components', Promise.all(this.hosts.map((host) => host.stop())), 4000);
    await this.broadcast({ type: 'left', process: this.processId });
    for (const stop of this.stopListening) stop();
    await ended('queues', this.bus.close(), 2000);
    await ended('log', this.feed.stop());
    await ended('messages', this.line.stop());
    await ended('database', this.database.close());
  }

  /** Returns the cluster in this process's memory, loaded on first use; undefined if there is none of that name. */
  cluster(name: string): Promise<ClusterRuntime | undefined> {
    return this.memory.cluster(name);
  }

  /** Authority that signs the server's certificate, for the clients of all clusters. */
  get authority(): Authority {
    return this.installation.authority;
  }

  async clusters(): Promise<ClusterRecord[]> {
    return listClusters(this.database);
  }

  /** Makes a cluster with what every cluster has from the start; undefined if the name is taken. */
  async createCluster(options: ClusterOptions): Promise<ClusterRuntime | undefined> {
    const row = newCluster(options, this.installation.secret);
    if (!options.isRecorded) return this.make(row);
    requireRecordable(row.clock);
    return this.make(row, (runtime) => runtime.recording.begin(row));
  }

  /**
   * Makes a cluster for the replay of a recording: outside requests are answered from the recording. Undefined if the
   * name is taken. Until {@link repeated} the cluster ends with this process.
   */
  async repeatCluster(row: MadeRow, answers: OutsideAnswers): Promise<ClusterRuntime | undefined> {
    requireRecordable(row.clock);
    return this.repetitions.begin(row.id, answers, (begin) => this.make({ ...row, isUnfinished: true }, begin));
  }

  /** Lets a cluster after a complete replay continue as any other, and stay. */
  async repeated(runtime: ClusterRuntime): Promise<void> {
    await finishCluster(this.database, runtime.id);
    this.repetitions.end(runtime.id);
    runtime.inputs.answerFrom(undefined);
    await this.broadcast({ type: 'recording', cluster: runtime.id });
  }

  private async make(
    row: MadeRow,
    begin: (runtime: ClusterRuntime) => Promise<void> = async () => undefined,
  ): Promise<ClusterRuntime | undefined> {
    const record = await insertCluster(this.database, { ...row, isBeingMade: !this.isAlone });
    if (!record) return undefined;
    const runtime = await this.memory.opened({ ...record, authorities: row.authorities });
    await begin(runtime);
    await writeBeginning(runtime, this);
    await this.memory.added(row.id);
    return runtime;
  }

  /** Deletes the cluster and everything in it; false if there is none of that name. */
  async deleteCluster(name: string): Promise<boolean> {
    this.repetitions.end(name);
    const deleted = await this.memory.removing(name, () => deleteCluster(this.database, name));
    await withTimeout(this.bus.repetitions.remove(repetitionOf('descheduling', name, this.shards)));
    await this.broadcast({ type: 'clusters' });
    return deleted;
  }

  /** Makes a fork of a cluster as it is now, or as it was at a past moment. Returns the reason if it cannot be made. */
  async fork(origin: ClusterRuntime, name: string, past?: PastState): Promise<ClusterRuntime | ForkOutcome> {
    const { outcome, memory } = past
      ? await forkPast(this.forking, origin, { name, ...past })
      : await forkPresent(this.forking, origin, name);
    if (outcome !== ForkOutcome.Done) return outcome;
    return (await this.takeUp(name, memory)) ?? ForkOutcome.NoCluster;
  }

  /** Loads a cluster that was written whole, with its captured state; undefined if it is gone again. */
  async takeUp(name: string, memory?: WrittenFork['memory']): Promise<ClusterRuntime | undefined> {
    const record = await readCluster(this.database, name);
    if (record?.authorities && memory) await this.memory.opened({ ...record, authorities: record.authorities }, memory);
    await this.broadcast({ type: 'clusters' });
    await this.memory.added(name);
    return this.cluster(name);
  }

  /** Rewinds a cluster to a moment: clients that watch it list again. Returns the reason, if it cannot be done. */
  async rewind(name: string, { revision, atMs }: PastState): Promise<ForkOutcome> {
    const change = { cluster: name, revision, atMs, atRealMs: Date.now() };
    await endInThePast(this.database, name, { revision, atMs, reason: 'the cluster was taken back' });
    const outcome = await this.memory.reloading(name, () => rewindCluster(this.database, change));
    await this.broadcast({ type: 'clusters' });
    return outcome;
  }

  /** Says something to the other processes, if there can be any; a message that cannot leave now is dropped. */
  async broadcast(message: ControlMessage): Promise<void> {
    // After a reconnect every process reads the tables anyway.
    if (!this.isAlone) await withTimeout(this.line.send(message));
  }

  /**
   * Lets a component of a cluster lose its memory and start again from the state, wherever it runs. Resolves when this
   * process has done its part; the clock waits for the others.
   */
  restartComponent(cluster: string, component: string): Promise<void> {
    return this.restarts.everywhere(cluster, component);
  }

  /** Writes a whole state at once and resolves when components run from it; throws `StateChangedError` if others were first. */
  async replaceState(runtime: ClusterRuntime, writes: readonly RowWrite[]): Promise<void> {
    await replaceState(runtime, writes, { database: this.database, feed: this.feed, memory: this.memory });
  }

  /** The connection was broken for a while: the tables have what the lost messages said. */
  private async rereadAll(): Promise<void> {
    if (!this.isAlone) await this.memory.breakOffRecordings('messages between processes were lost');
    await this.members.refresh();
    await this.receive({ type: 'clusters' });
    for (const cluster of this.memory.names) {
      await (await this.cluster(cluster))?.rereadClock();
      for (const type of REREAD) await this.receive({ type, cluster });
    }
  }

  /** Components of a cluster start at the same place among its messages as those of all other processes. */
  private follow(): Promise<void> {
    const { following } = this;
    const taken = this.inbox.taken();
    const followed = following
      .then(() => this.within('earlier messages about clusters', taken))
      .then(() => this.memory.follow());
    this.following = this.within('clusters that were made, deleted or rewound', followed).catch(() => undefined);
    return followed;
  }

  /** Waits for work that messages about all clusters wait for, but not without end: one cluster is not to hold up the others. */
  private within(what: string, work: Promise<void>): Promise<void> {
    return endedInTime(work, MESSAGE_WAIT_MS, () => this.logger.warn({ what }, 'messages do not wait any longer'));
  }

  private async receive(message: ControlMessage): Promise<void> {
    if (message.type === 'vacated' || message.type === 'left') {
      await Promise.all(this.hosts.map((host) => host.claim()));
    } else if (message.type === 'clusters') {
      if (!this.options.onlyOwnClusters) await this.follow();
    } else if ('cluster' in message && !('process' in message && message.process === this.processId)) {
      await this.receiveForCluster(message);
    }
  }

  /** Handles a message about a cluster, from another process or for all from this one. */
  private async receiveForCluster(message: ControlMessage & { readonly cluster: string }): Promise<void> {
    const { cluster } = message;
    if (message.type === 'restart') return this.restarts.here(cluster, message.component);
    if (!heardByRuntimes(message)) return;
    const runtime = await this.cluster(cluster);
    if (runtime) await toRuntime(runtime, message);
  }
}
