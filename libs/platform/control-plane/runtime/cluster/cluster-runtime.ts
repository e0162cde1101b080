import type { KubeObject, ReleaseName } from '@orrery/api-types';
import {
  Activity,
  type ClockMode,
  ClusterClock,
  JobLedger,
  type AdvanceLimits,
  type AdvanceResult,
  type ClockParticipant,
  type ClockSetting,
  type SettledReport,
  standsStill,
} from '@orrery/clock';
import type { PluginRegistry } from '@orrery/scheduling';
import type { Logger, Metrics } from '@orrery/service';
import {
  clusterRecords,
  loadCache,
  ownedKinds,
  readCluster,
  resourceName,
  type ClusterCache,
  type ClusterRecords,
  type Committer,
  type EventRecorder,
  type ObjectKey,
} from '@orrery/store';
import type { TimerPhase } from '@orrery/time';
import { awaitedRecords } from './awaited-records';
import { ClusterCertificates } from './cluster-certificates';
import { ClientActivity } from '../time/client-activity';
import { clusterDoor } from './cluster-door';
import { clusterDraws } from './cluster-draws';
import { ClusterQueues } from '../work/cluster-queues';
import { ClusterRounds } from '../time/cluster-rounds';
import type { ClusterServices } from './cluster-services';
import { ClusterStreams } from './cluster-streams';
import { ClusterTime } from '../time/cluster-time';
import { clusterWriters } from './cluster-writers';
import { ClusterInputs } from '../../inputs/cluster-inputs';
import { ClusterRecording } from '../../inputs/cluster-recording';
import type { OpenedRecord } from '../../inputs/recording-life';
import type { ClusterInput, Position } from '../../inputs/cluster-input';
import { HandedStates } from '../transfer/handed-states';
import { HeldHeartbeats } from './held-heartbeats';
import { startingAt } from '../time/starting-clock';
import { PlacedJobs } from '../work/placed-jobs';
import { LEASES, withRenewals } from './lease-renewals';
import { FollowedSettings, storeChange } from './followed-settings';
import type { PastMoment } from './past-moment';
import type { ClusterPorts } from '../../ports/cluster-ports';
import type { ProcessHealth } from '../process/health/process-health';
import type { RequestReply } from '@orrery/messaging';
import { bundleOf, type ClusterSettings } from '../../settings/cluster-settings';
import { ClusterKinds } from '../../object-api/kinds/cluster-kinds';
import type { ClusterStore } from '../../object-api/writes/cluster-store';
import { keepPast } from '../../pod-objects/objects-past';

/** Maximum time that an ending process waits for its last writes. */
const LAST_WRITES_MS = 1500;

/** Cluster in one process: the implementation of every port that its components and both APIs use. */
export class ClusterRuntime implements ClockParticipant, ClusterPorts {
  readonly activity = new Activity();
  readonly clients = new ClientActivity();
  readonly clock: ClusterClock;
  readonly committer: Committer;
  readonly events: EventRecorder;
  readonly store: ClusterStore;
  readonly queues: ClusterQueues;
  readonly rounds: ClusterRounds;
  readonly placedJobs: PlacedJobs;
  readonly records: ClusterRecords;
  readonly kinds: ClusterKinds;
  readonly certificates: ClusterCertificates;
  /** Open watches and other streams, which end before the cluster and its process do. */
  readonly streams: ClusterStreams;
  /** Inputs from outside. */
  readonly inputs: ClusterInputs;
  readonly recording: ClusterRecording;
  /** Set where this is a view of the past. */
  readonly moment: PastMoment | undefined = undefined;
  private readonly time: ClusterTime;
  private readonly heartbeats: HeldHeartbeats;
  private readonly replacementListeners = new Set<() => void>();
  private readonly faultListeners = new Set<() => Promise<void>>();
  private readonly followedSettings: FollowedSettings;
  private catchingUp: Promise<void> | undefined;
  private unfollow: () => void = () => undefined;

  private constructor(
    private readonly services: ClusterServices,
    readonly record: OpenedRecord,
    private currentCache: ClusterCache,
    readonly states: HandedStates,
  ) {
    const { clock, clockFloorMs, id } = record;
    const { database, isAlone } = services;
    this.followedSettings = new FollowedSettings(record.settings, this.activity);
    this.kinds = new ClusterKinds(this);
    this.streams = new ClusterStreams(services.streams);
    this.certificates = new ClusterCertificates(record.authorities, services.authority);
    const setting = { ...clock, mode: clock.mode as ClockMode };
    this.clock = new ClusterClock(startingAt(setting, clockFloorMs), this.activity);
    const ledger = new JobLedger(isAlone && !services.hasLeftovers ? 0 : undefined);
    this.time = new ClusterTime({ cluster: id, clock: this.clock, participant: this, ledger, services });
    const { activity } = this;
    this.inputs = new ClusterInputs({
      clock: this.clock,
      activity,
      revision: () => this.currentCache.revision,
      settled: (hasBegun) => this.rounds.turnOfClient(hasBegun),
    });
    this.recording = new ClusterRecording(this, services);
    this.rounds = new ClusterRounds(this, services);
    this.queues = new ClusterQueues(this, services);
    this.placedJobs = new PlacedJobs({ activity, clock: this.clock, cache: () => this.currentCache });
    const records = clusterRecords(database, id);
    this.heartbeats = new HeldHeartbeats(records.heartbeats, {
      areHeld: isAlone,
      onError: (err) => this.log.warn({ err, cluster: id }, 'leases were not renewed'),
    });
    this.records = awaitedRecords({ ...records, heartbeats: this.heartbeats.table }, activity);
    const nowMs = (): number => this.clock.now();
    const draws = clusterDraws(record, services, this);
    const { committer, events } = clusterWriters(this, { services, nowMs, draws });
    this.committer = committer;
    this.events = events;
    this.store = clusterDoor(this, { nowMs, draws, services });
  }

  /** The cluster with its state from the database; undefined if it is gone. */
  static async load(services: ClusterServices, record: OpenedRecord): Promise<ClusterRuntime | undefined> {
    const cache = await loadCache(services.database, record.id);
    return cache && ClusterRuntime.open(services, record, cache);
  }

  /** A cluster whose state is known already, with what its components are to know. */
  static open(
    services: ClusterServices,
    record: OpenedRecord,
    cache: ClusterCache,
    states = new HandedStates(),
  ): ClusterRuntime {
    const runtime = new ClusterRuntime(services, record, cache, states);
    keepPast(cache, () => runtime.clock.now());
    runtime.unfollow = services.feed.follow(record.id, cache, {
      hearOf: (writtenAtMs) => runtime.clock.hearOf(writtenAtMs),
      replaced: (successor) => runtime.replaceCache(successor),
      beyond: (revision) => runtime.rounds.beyond(revision),
    });
    runtime.rounds.follow();
    return runtime;
  }

  get id(): string {
    return this.record.id;
  }

  get seed(): string {
    return this.record.seed;
  }

  /** The release of the API that the cluster serves. */
  get release(): ReleaseName {
    return bundleOf(this.followedSettings.current);
  }

  get settings(): ClusterSettings {
    return this.followedSettings.current;
  }

  /** The name of this process among those that share the cluster's time. */
  get process(): string {
    return this.services.processId;
  }

  get plugins(): PluginRegistry {
    return this.services.plugins;
  }

  get isAlone(): boolean {
    return this.services.isAlone;
  }

  get log(): Logger {
    return this.services.logger;
  }

  get metrics(): Metrics {
    return this.services.metrics;
  }

  get health(): ProcessHealth {
    return this.services.health;
  }

  get requests(): RequestReply {
    return this.services.requests;
  }

  /** The answer for a client: 503 if the database is to blame for the error, otherwise the error itself. */
  asApiError(error: unknown): unknown {
    return this.services.databaseWatch.asApiError(error);
  }

  /** Restarts a component of the cluster from the state, in every process, at the request of a client. */
  restartComponent(component: string): Promise<void> {
    const describe = (): ClusterInput => ({ type: 'restart', component });
    return this.inputs.take(describe, () => this.services.restartComponent(this.id, component));
  }

  get cache(): ClusterCache {
    return this.currentCache;
  }

  /** The cache could not be continued from the log; readers start over on this one. */
  replaceCache(cache: ClusterCache): void {
    this.currentCache = cache;
    keepPast(cache, () => this.clock.now());
    for (const listener of [...this.replacementListeners]) listener();
  }

  /** Calls `listener` when the cache was replaced: changes of the old one end without a word. */
  onCacheReplaced(listener: () => void): () => void {
    this.replacementListeners.add(listener);
    return () => void this.replacementListeners.delete(listener);
  }

  step(atMs: number, phase: TimerPhase): Promise<void> {
    return this.rounds.instant.orEndless(this.clock.step(atMs, phase));
  }

  async report(): Promise<SettledReport> {
    await Promise.all(this.services.hosts.map((host) => host.claimed()));
    const { instant } = this.rounds;
    await instant.orEndless(this.activity.idle());
    const { sent: jobsSent, handled: jobsHandled } = this.queues.counts();
    const { revision } = this.currentCache;
    const quietMs = this.clients.quietForMs();
    const report = { process: this.process, revision, jobsSent, jobsHandled, quietMs, next: this.clock.next() };
    return instant.isEndless ? { ...report, isEndless: true } : report;
  }

  /** Advances a manual clock event by event. Resolves when everything has settled. */
  advance(limits: AdvanceLimits): Promise<AdvanceResult> {
    return this.time.advance(limits).finally(() => this.writeHeartbeats());
  }

  /** Advances a manual clock to an instant before any of that instant's timers has fired. */
  advanceToBeginning(atMs: number): Promise<void> {
    return this.time.advanceToBeginning(atMs).finally(() => this.writeHeartbeats());
  }

  /** Advances a stopped clock to a place within an instant, as it was recorded. */
  advanceToPhase(place: Pick<Position, 'atMs' | 'phase'>): Promise<void> {
    return this.time.advanceToPhase(place);
  }

  /** Resolves when the cluster is idle, without moving its clock. */
  settle(): Promise<void> {
    return this.time.settle();
  }

  /** Returns the reason for which cluster time cannot advance; undefined while it can. */
  clockProblem(): Promise<string> | undefined {
    return this.rounds.instant.isEndless ? this.time.endless().then(({ message }) => message) : undefined;
  }

  /** Changes how cluster time follows real time, in every process; requests that advance it by hand end before. */
  async setClock(mode: ClockMode, rate: number): Promise<ClockSetting> {
    // What happens by real time cannot be repeated.
    if (!standsStill({ mode })) await this.recording.stop('the clock was set to run');
    return this.time.set(mode, rate);
  }

  /** The clock was set in another process: requests that are advancing it here fail at their next step. */
  async clockWasSet(): Promise<void> {
    this.time.interrupt();
    await this.time.reread();
  }

  /** Ends a hold of the clock, in whichever process it began. */
  async releaseClock(hold: string): Promise<void> {
    if (!this.clients.release(hold)) await this.services.broadcast({ type: 'release', cluster: this.id, hold });
  }

  /** Sets the clock of this process to what is stored. */
  rereadClock(): Promise<void> {
    return this.time.reread();
  }

  /** Calls `listener` when faults of the cluster's nodes may have changed; the database has them all. */
  onFaultsChanged(listener: () => Promise<void>): () => void {
    this.faultListeners.add(listener);
    return () => void this.faultListeners.delete(listener);
  }

  /** Notifies every process that faults were written. Resolves when this one acts on them. */
  async faultsChanged(): Promise<void> {
    await this.heardOfFaults();
    if (!this.isAlone) await this.services.line.send({ type: 'faults', cluster: this.id });
  }

  /** Notifies listeners that another process wrote faults. */
  async heardOfFaults(): Promise<void> {
    await this.activity.track(() => Promise.all([...this.faultListeners].map((listener) => listener())));
  }

  /** Calls `listener` when the settings have changed; the clock waits until it has acted on them. */
  onSettingsChanged(listener: () => Promise<void>): () => void {
    return this.followedSettings.onChanged(listener);
  }

  /** Returns whether processes have all of the work of these components, by name; absent for those that none ever had. */
  async ownedWork(components: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
    const { database, unitPrefix } = this.services;
    const owned = await ownedKinds(
      database,
      components.map((name) => unitPrefix + name),
    );
    return new Map([...owned].map(([name, isOwned]) => [name.slice(unitPrefix.length), isOwned]));
  }

  /**
   * Changes the cluster's settings for all processes. Resolves when this one acts on them; undefined if the cluster is
   * gone. Errors of `change` leave everything unchanged, and so do texts that no store accepts (422).
   */
  async changeSettings(change: (settings: ClusterSettings) => ClusterSettings): Promise<ClusterSettings | undefined> {
    const describe = (): ClusterInput => ({ type: 'settings', settings: change(this.settings) });
    return this.inputs.take(describe, async () => {
      const settings = await this.followedSettings.follow(() => storeChange(this.services.database, this.id, change));
      if (settings && !this.isAlone) await this.services.line.send({ type: 'settings', cluster: this.id });
      return settings;
    });
  }

  /**
   * The settings were changed; a second notification does no harm. The clock waits from here on: no step that was
   * requested after the change is taken before it has effect.
   */
  async heardOfSettings(): Promise<void> {
    await this.activity.track(() =>
      this.followedSettings.follow(async () => (await readCluster(this.services.database, this.id))?.settings),
    );
  }

  /** Resolves when this process has seen everything committed before the call; concurrent callers share the question. */
  async caughtUp(): Promise<void> {
    this.catchingUp ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.catchingUp = undefined;
      return this.services.feed.catchUp(this.id);
    });
    const { catchingUp } = this;
    await this.activity.outside(() => catchingUp);
  }

  /** The object as it is now; a node's Lease with its latest renewal, which is kept outside the log. */
  async read(key: ObjectKey): Promise<KubeObject | undefined> {
    const object = this.cache.get(key);
    if (!object || key.resource !== LEASES) return object;
    return (await this.withHeartbeats({ group: 'coordination.k8s.io', resource: 'leases' }, [object]))[0];
  }

  /** Resolves when the held renewals of Leases are in the database. */
  writeHeartbeats(): Promise<void> {
    return this.heartbeats.flush();
  }

  /** The objects of a kind with what is kept outside the log. */
  async withHeartbeats(
    kind: { readonly group: string; readonly resource: string },
    objects: readonly KubeObject[],
  ): Promise<readonly KubeObject[]> {
    if (resourceName(kind) !== LEASES || objects.length === 0) return objects;
    return withRenewals(objects, await this.records.heartbeats.read());
  }

  /** Lets what is being written come to its end, for a moment; what is not written by then is found in the state. */
  async finishWriting(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeLimit = new Promise<void>((resolve) => (timer = setTimeout(resolve, LAST_WRITES_MS)));
    await Promise.race([this.activity.idle().then(() => this.writeHeartbeats()), timeLimit]);
    clearTimeout(timer);
    const count = this.events.stop();
    if (count > 0) this.log.info({ cluster: this.id, count }, 'events were not written: the process ends');
    this.committer.stop();
  }

  stop(): void {
    this.rounds.stop();
    this.queues.stop();
    this.events.stop();
    this.committer.stop();
    this.heartbeats.stop();
    this.clock.stop();
    this.unfollow();
    this.time.close();
  }
}
