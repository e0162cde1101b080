import { randomUUID } from 'node:crypto';
import {
  Activity,
  advance,
  advanceToBeginning,
  ClockMode,
  ClusterClock,
  JobLedger,
  settle,
  type AdvanceLimits,
  type AdvanceResult,
  type ClockSetting,
  type ClockCoordinator,
  type ClockParticipant,
  type SettledReport,
} from '@orrery/clock';
import {
  AdvisoryLock,
  changeSettings,
  Committer,
  deleteExpiredEvents,
  EventRecorder,
  loadCache,
  readHeartbeats,
  resourceName,
  saveClock,
  type ClusterCache,
  type ClusterRecord,
  type ObjectKey,
} from '@orrery/store';
import { badRequest, invalid, unstorableTexts, type KubeObject } from '@orrery/api-types';
import { formatMicroTime, randomFor, TimerPhase } from '@orrery/time';
import type { ControlPlane } from './control-plane';
import type { ClusterSettings } from './settings/cluster-settings';
import { ClusterStore } from './store/cluster-store';

/** How long a process that ends waits for its last writes. */
const LAST_WRITES_MS = 1500;
const LEASES = 'leases.coordination.k8s.io';

/** One cluster in one process: its cache, its clock, its door for writes. */
export class ClusterRuntime implements ClockParticipant {
  readonly activity = new Activity();
  readonly clock: ClusterClock;
  readonly committer: Committer;
  readonly events: EventRecorder;
  readonly store: ClusterStore;
  readonly jobs: JobLedger;
  /** Held by the process that moves the cluster's time: two at once would pull it apart. */
  private readonly lock: AdvisoryLock;
  private coordinating: Promise<unknown> = Promise.resolve();
  /** How often somebody set the clock: whoever advances it by hand stops then. */
  private timesSet = 0;
  private readonly replacementListeners = new Set<() => void>();
  private readonly faultListeners = new Set<() => Promise<void>>();
  private readonly settingsListeners = new Set<() => Promise<void>>();
  private currentSettings: ClusterSettings;
  private catchingUp: Promise<void> | undefined;

  private constructor(
    readonly plane: ControlPlane,
    readonly record: ClusterRecord,
    private currentCache: ClusterCache,
  ) {
    const { clock, clockFloorMs, id } = record;
    this.currentSettings = record.settings;
    const setting = { ...clock, mode: clock.mode as ClockMode };
    this.clock = new ClusterClock(startingAt(setting, clockFloorMs), this.activity);
    this.lock = new AdvisoryLock(plane.database.url, `clock ${id}`);
    this.jobs = new JobLedger(plane.isAlone && !plane.hasLeftovers ? 0 : undefined);
    const nowMs = (): number => this.clock.now();
    this.committer = new Committer({
      cluster: id,
      database: plane.database,
      feed: plane.feed,
      cache: () => this.currentCache,
      nowMs,
      hasOtherWriters: !plane.isAlone,
      onFault: (err) => plane.logger.warn({ err, cluster: id }, 'the store cannot be reached; writes wait'),
      written: (count) => plane.metrics.batchWritten(id, count),
    });
    const random = randomFor(record.seed, 'store', plane.processId);
    this.events = new EventRecorder({
      committer: this.committer,
      nowMs,
      newUid: randomUUID,
      track: (work) => this.activity.track(work),
      onError: (err) => plane.logger.warn({ err, cluster: id }, 'events were lost'),
      expired: (limit) => deleteExpiredEvents(this.currentCache, nowMs(), limit),
    });
    this.store = new ClusterStore(this, random);
  }

  static async load(plane: ControlPlane, record: ClusterRecord): Promise<ClusterRuntime | undefined> {
    const cache = await loadCache(plane.database, record.id);
    return cache && ClusterRuntime.open(plane, record, cache);
  }

  /** A cluster whose state is known already. */
  static open(plane: ControlPlane, record: ClusterRecord, cache: ClusterCache): ClusterRuntime {
    const runtime = new ClusterRuntime(plane, record, cache);
    plane.feed.follow(record.id, cache, (writtenAtMs) => runtime.clock.hearOf(writtenAtMs));
    return runtime;
  }

  get id(): string {
    return this.record.id;
  }

  get seed(): string {
    return this.record.seed;
  }

  /** What the cluster was told about itself, as this process last heard. */
  get settings(): ClusterSettings {
    return this.currentSettings;
  }

  /** The name of this process among those that share the cluster's time. */
  get process(): string {
    return this.plane.processId;
  }

  get cache(): ClusterCache {
    return this.currentCache;
  }

  /** The cache could not be continued from the log; readers start over on this one. */
  replaceCache(cache: ClusterCache): void {
    this.currentCache = cache;
    for (const listener of [...this.replacementListeners]) listener();
  }

  /** Calls `listener` when the cache was replaced: changes of the old one end without a word. */
  onCacheReplaced(listener: () => void): () => void {
    this.replacementListeners.add(listener);
    return () => void this.replacementListeners.delete(listener);
  }

  async step(atMs: number, phase: TimerPhase): Promise<void> {
    await this.clock.step(atMs, phase);
  }

  async report(): Promise<SettledReport> {
    await this.activity.idle();
    const { sent, handled } = this.plane.bus.counts.read(this.id);
    const revision = this.currentCache.revision;
    return { process: this.process, revision, jobsSent: sent, jobsHandled: handled, next: this.clock.next() };
  }

  /** Moves a manual clock on, event by event; one such request at a time. Resolves when everything has settled. */
  async advance(limits: AdvanceLimits): Promise<AdvanceResult> {
    return this.coordinate(async (coordinator) => {
      const result = await advance(coordinator, limits);
      const isDone = !result.wasStopped && result.steps < (limits.maxSteps ?? Infinity);
      if (isDone && Number.isFinite(limits.untilMs)) await this.arrive(limits, coordinator);
      await this.saveClock();
      return result;
    });
  }

  /** Moves a manual clock to an instant at which nothing has been done yet; what is done then comes first in it. */
  async advanceToBeginning(atMs: number): Promise<void> {
    if (atMs <= this.clock.now()) return;
    await this.coordinate(async (coordinator) => {
      await advanceToBeginning(coordinator, atMs);
      await this.saveClock();
    });
  }

  /** Resolves when nothing is going on in the cluster any more, without moving its clock. */
  async settle(): Promise<void> {
    await this.coordinate(async (coordinator) => settle(coordinator, await coordinator.settle()));
  }

  /** Changes how cluster time follows real time, in every process; what advances it by hand ends before that. */
  async setClock(mode: ClockMode, rate: number): Promise<ClockSetting> {
    this.interruptAdvance();
    await this.coordinating.catch(() => undefined);
    const setting = { mode, rate, anchorMs: this.clock.now(), anchorRealMs: Date.now() };
    this.clock.configure(setting);
    await this.saveClock();
    await this.plane.line.send({ type: 'setting', cluster: this.id });
    return setting;
  }

  /** Somebody set the clock, here or in another process: requests that are moving it fail at their next step. */
  interruptAdvance(): void {
    this.timesSet++;
  }

  /** Calls `listener` when faults of the cluster's nodes may have changed; the database has them all. */
  onFaultsChanged(listener: () => Promise<void>): () => void {
    this.faultListeners.add(listener);
    return () => void this.faultListeners.delete(listener);
  }

  /** Tells every process that faults were written. Resolves when this one acts on them. */
  async faultsChanged(): Promise<void> {
    await this.heardOfFaults();
    if (!this.plane.isAlone) await this.plane.line.send({ type: 'faults', cluster: this.id });
  }

  /** Another process wrote faults. */
  async heardOfFaults(): Promise<void> {
    await this.activity.track(() => Promise.all([...this.faultListeners].map((listener) => listener())));
  }

  /** Calls `listener` when the settings have changed; the clock waits until it has acted on them. */
  onSettingsChanged(listener: () => Promise<void>): () => void {
    this.settingsListeners.add(listener);
    return () => void this.settingsListeners.delete(listener);
  }

  /**
   * Changes the cluster's settings for all processes. Resolves when this one acts on them; undefined if the cluster is
   * gone. What `change` throws leaves everything as it is, and so do texts that no store takes (422).
   */
  async changeSettings(change: (settings: ClusterSettings) => ClusterSettings): Promise<ClusterSettings | undefined> {
    const settings = await changeSettings(this.plane.database, this.id, (old) => {
      const next = change(old);
      const errors = unstorableTexts(next, 'settings');
      if (errors.length > 0) throw invalid({ group: 'orrery.dev', kind: 'Cluster' }, this.id, errors);
      return next;
    });
    if (!settings) return undefined;
    await this.heardOfSettings(settings);
    if (!this.plane.isAlone) await this.plane.line.send({ type: 'settings', cluster: this.id });
    return settings;
  }

  /** Somebody changed the settings; hearing it twice does no harm. */
  async heardOfSettings(settings: ClusterSettings): Promise<void> {
    if (JSON.stringify(settings) === JSON.stringify(this.currentSettings)) return;
    this.currentSettings = settings;
    await this.activity.track(() => Promise.all([...this.settingsListeners].map((listener) => listener())));
  }

  /** Resolves when this process has seen everything committed before the call; concurrent callers share the question. */
  async caughtUp(): Promise<void> {
    this.catchingUp ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.catchingUp = undefined;
      return this.plane.feed.catchUp(this.id);
    });
    await this.catchingUp;
  }

  /** The object as it is now; a node's Lease with its latest renewal, which is kept outside the log. */
  async read(key: ObjectKey): Promise<KubeObject | undefined> {
    const object = this.cache.get(key);
    if (!object || key.resource !== LEASES) return object;
    return (await this.withHeartbeats({ group: 'coordination.k8s.io', resource: 'leases' }, [object]))[0];
  }

  /** The objects of a kind with what is kept outside the log. */
  async withHeartbeats(
    kind: { readonly group: string; readonly resource: string },
    objects: readonly KubeObject[],
  ): Promise<readonly KubeObject[]> {
    if (resourceName(kind) !== LEASES || objects.length === 0) return objects;
    const renewals = await readHeartbeats(this.plane.database, this.id);
    return objects.map((object) => {
      const renewedAtMs = renewals.get(object.metadata.name);
      if (object.metadata.namespace !== 'kube-node-lease' || renewedAtMs === undefined) return object;
      const spec = { ...(object.spec as object), renewTime: formatMicroTime(renewedAtMs) };
      return { ...object, spec };
    });
  }

  /** Lets what is being written come to its end, for a moment; what is not written by then is found in the state. */
  async finishWriting(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeLimit = new Promise<void>((resolve) => (timer = setTimeout(resolve, LAST_WRITES_MS)));
    await Promise.race([this.activity.idle(), timeLimit]);
    clearTimeout(timer);
    const count = this.events.stop();
    if (count > 0) this.plane.logger.info({ cluster: this.id, count }, 'events were not written: the process ends');
    this.committer.stop();
  }

  stop(): void {
    this.events.stop();
    this.committer.stop();
    this.clock.stop();
    this.plane.feed.unfollow(this.id);
    void this.lock.close();
  }

  /** Nothing more is due until then: goes there, unless a new owner of some work finds that something is. */
  private async arrive(limits: AdvanceLimits, coordinator: ClockCoordinator): Promise<void> {
    while (!(await coordinator.step(limits.untilMs, TimerPhase.PodGarbageCollection)))
      await advance(coordinator, limits);
  }

  private async saveClock(): Promise<void> {
    const { mode, rate, anchorMs, anchorRealMs } = this.clock.setting;
    await saveClock(this.plane.database, this.id, { mode, rate, anchorMs, anchorRealMs });
  }

  private async coordinate<T>(work: (coordinator: ClockCoordinator) => Promise<T>): Promise<T> {
    const before = this.coordinating;
    const { timesSet } = this;
    const goesOn = (): void => {
      if (this.timesSet !== timesSet) throw badRequest('the clock was set while it was advanced by hand');
    };
    const turn = before
      .catch(() => undefined)
      .then(async () => {
        const coordinated = async (): Promise<T> => {
          const coordinator = this.plane.coordinatorFor(this);
          try {
            return await work(interruptible(coordinator, goesOn));
          } finally {
            coordinator.close();
          }
        };
        return this.plane.isAlone ? coordinated() : this.lock.holding(coordinated);
      });
    this.coordinating = turn;
    return turn;
  }
}

/** Asks before each step whether it goes on; what it throws ends the concert. */
function interruptible(coordinator: ClockCoordinator, goesOn: () => void): ClockCoordinator {
  return {
    step: async (atMs, phase) => {
      goesOn();
      return coordinator.step(atMs, phase);
    },
    settle: () => coordinator.settle(),
    hasOpenJobs: () => coordinator.hasOpenJobs(),
    ledger: coordinator.ledger,
    close: () => coordinator.close(),
  };
}

/** Where a clock starts in this process: a crash never takes it back behind an acknowledged write. */
function startingAt(setting: ClockSetting, floorMs: number): ClockSetting {
  if (setting.mode === ClockMode.Manual) return { ...setting, anchorMs: Math.max(setting.anchorMs, floorMs) };
  const elapsedMs = (Date.now() - setting.anchorRealMs) * setting.rate;
  if (setting.anchorMs + elapsedMs >= floorMs) return setting;
  return { ...setting, anchorMs: floorMs, anchorRealMs: Date.now() };
}
