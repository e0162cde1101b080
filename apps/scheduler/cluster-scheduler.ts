import type { KubeObject, Pod } from '@orrery/api-types';
import {
  consultedExtenders,
  ExpectedJobs,
  followSchedulingState,
  loadSchedulingState,
  restoreSchedulingState,
  type ComponentContext,
  type ConfiguredScheduler,
  type IdentityPort,
  type ObjectsPort,
  type ClockPort,
  type EventsPort,
  type LogPort,
  type MetricsPort,
  type OutsidePort,
  type RecordsPort,
} from '@orrery/control-plane';
import { Scheduler, viewQueue, type QueueView, type SchedulerState } from '@orrery/scheduling';
import { ClusterGoneError, FencedError, nameOf, type Change } from '@orrery/store';
import { TimerPhase, type Timer } from '@orrery/time';
import { DecisionHistory, type OpenAttempt } from './decision-history';
import { DecisionWriter } from './decision-writer';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & EventsPort & LogPort & MetricsPort & OutsidePort & RecordsPort;

/** Pods decided in one go; while they are written, the next are decided. */
const BATCH_SIZE = 250;
/**
 * Batches being written at most; a decision is made on what was decided before, written or not. A batch of preemptions
 * takes three rounds of writes, so two of them would leave the scheduler waiting.
 */
const MAX_WRITING = 4;

/** State of a scheduler besides the objects, as plain data. */
export interface SchedulerCapture {
  readonly engine: SchedulerState;
  /** Attempts whose end is not known yet. */
  readonly open: readonly (readonly [uid: string, attempt: OpenAttempt])[];
  /** `namespace/name` of new pods whose job has not come yet. */
  readonly expected: readonly string[];
}

/**
 * Scheduler of a cluster: an engine with its queue, fed from the log, and the loop that writes its decisions, a batch
 * at a time.
 */
export class ClusterScheduler {
  private readonly engine: Scheduler;
  private readonly writer: DecisionWriter;
  private readonly history: DecisionHistory;
  /** New pods whose job has not come yet. */
  private readonly expected: ExpectedJobs;
  private timer: Timer | undefined;
  private running = false;
  private stopped = false;
  /** Ends questions to extenders that are open when this scheduler stops: cluster time would wait for their answers. */
  private readonly asking = new AbortController();
  private readonly writing = new Set<Promise<void>>();

  constructor(
    private readonly context: ComponentContext<Ports>,
    private readonly configured: ConfiguredScheduler,
  ) {
    const { clock, seed } = context.cluster;
    const { name, settings } = configured;
    const extenders = consultedExtenders(settings, this.asking.signal, context.cluster.inputs);
    this.engine = new Scheduler({ clock, seed, ...settings.options, extenders, keepsRawScores: true });
    const history = new DecisionHistory(context, name);
    this.history = history;
    this.engine.onAttempt = (trace) => history.attempted(trace);
    this.engine.onLateDecision = () => this.run();
    // Cluster time waits for them.
    const { activity } = context.cluster;
    this.engine.onOutsideWork = (work) => void activity.track(() => activity.program(() => work));
    this.expected = new ExpectedJobs(context.cluster, (keys) => this.takeUp(keys));
    this.writer = new DecisionWriter(
      context,
      (decision, status) => this.engine.bindingFinished(decision, status),
      (decision, status) => this.engine.preparationFinished(decision, status),
      history,
      () => this.run(),
    );
  }

  /**
   * Takes up the state of the cluster; every later change must be passed to {@link follow}.
   *
   * @param captured state of an earlier instance (see {@link capture}), from which it continues as that one would have
   */
  start(captured?: SchedulerCapture): void {
    const { cache } = this.context.cluster;
    if (captured) {
      restoreSchedulingState(this.engine, cache, captured.engine);
      this.history.restore(captured.open);
    } else loadSchedulingState(this.engine, cache);
    this.expected.start(captured?.expected);
    this.run();
  }

  /** Returns its state besides the objects, as plain data. */
  capture(): SchedulerCapture {
    return { engine: this.engine.toState(), open: this.history.capture(), expected: this.expected.capture() };
  }

  /** Decides no more; resolves when what was decided is written. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.asking.abort();
    this.timer?.cancel();
    this.expected.stop();
    await Promise.allSettled(this.writing);
  }

  /** Returns the waiting pods of the queue, the first `limit` of each place by name. */
  viewQueue(limit: number): QueueView {
    return viewQueue(this.engine.parts, limit, this.configured.settings.options.backoff);
  }

  follow(changes: readonly Change[]): void {
    followSchedulingState(this.engine, changes, ({ key, previous }, after) =>
      this.podChanged(nameOf(key.namespace, key.name), previous, after),
    );
    this.run();
  }

  /** The jobs of these pods have come, or are waited for no longer. */
  takeUp(keys: readonly string[]): void {
    for (const key of keys) this.takeUpPod(key);
    this.run();
  }

  /** A new pod without a node is work and comes by queue; everything else about pods is state. */
  private podChanged(key: string, before: KubeObject | undefined, after: KubeObject | undefined): void {
    const pod = after as Pod | undefined;
    if (!before && pod && !pod.spec.nodeName) {
      if (this.engine.isResponsibleFor(pod)) this.expected.add(key);
      return;
    }
    if (this.expected.has(key) && pod && !pod.spec.nodeName) return;
    this.expected.take(key);
    this.engine.podChanged(before as Pod | undefined, pod);
  }

  private takeUpPod(key: string): void {
    if (!this.expected.take(key)) return;
    const slash = key.indexOf('/');
    const pod = this.context.cluster.cache.get({
      resource: 'pods',
      namespace: key.slice(0, slash),
      name: key.slice(slash + 1),
    });
    if (pod) this.engine.podChanged(undefined, pod as Pod);
  }

  private run(): void {
    if (this.running || this.stopped) return;
    this.running = true;
    const { cluster } = this.context;
    void cluster.activity
      .track(() => this.decideAndWrite())
      .catch((err: unknown) => {
        if (err instanceof FencedError || err instanceof ClusterGoneError) return;
        cluster.log.error({ err, cluster: cluster.id }, 'scheduling failed');
      })
      .finally(() => {
        this.running = false;
        this.rearm();
      });
  }

  private async decideAndWrite(): Promise<void> {
    this.engine.flush();
    while (!this.stopped && (await this.hasMore())) {
      const decisions = this.engine.scheduleBatch(BATCH_SIZE);
      const written = this.context.cluster.activity
        .track(() => this.writer.write(decisions))
        .finally(() => this.writing.delete(written));
      this.writing.add(written);
      if (this.writing.size >= MAX_WRITING) await Promise.race(this.writing);
      // Lets the database's answers and the log in between two batches.
      await this.context.cluster.activity.turn();
    }
    await Promise.all(this.writing);
  }

  /**
   * Returns true if the next batch has pods. Replies of extenders are awaited before decisions are written: otherwise
   * the number of pods that are placed on the same state of the cluster would depend on their duration.
   */
  private async hasMore(): Promise<boolean> {
    while (!this.stopped && !this.engine.hasActive() && this.engine.answers) await this.engine.answers;
    return this.engine.hasActive();
  }

  /** Wakes the engine when a back-off ends or a long sleeper is due. */
  private rearm(): void {
    if (this.stopped) return;
    if (this.engine.hasActive()) return this.run();
    this.timer?.cancel();
    const deadline = this.engine.nextDeadlineMs();
    this.timer =
      deadline === undefined
        ? undefined
        : this.context.cluster.clock.setTimer(deadline, TimerPhase.Controllers, 'scheduler', () => this.run());
  }
}
