import type { KubeObject, Node, Pod } from '@orrery/api-types';
import { AttemptFailures } from './attempt-failure';
import { BindingCycles } from './binding/binding-cycles';
import { openQuestions } from './cycle/run-extenders';
import { placePod } from './cycle/scheduling-cycle';
import { traceAttempt, type AttemptTrace } from './cycle/attempt-trace';
import type { BindDecision, Decision, PrepareDecision } from './decision';
import type { Status } from './framework/status';
import { DEFAULT_SCHEDULER_NAME } from './profiles/profile';
import type { QueuedPod } from './queue/queued-pod';
import { podInfoOf } from './cache/pod-info';
import type { CacheOrderState } from './cache/cluster-cache';
import type { SchedulingQueueState } from './queue/scheduling-queue';
import { podDeparture } from './queue/derive-events';
import { createSchedulerParts, type SchedulerOptions, type SchedulerParts } from './scheduler-parts';
import { StateFeed } from './state-feed';

/** State of a scheduler besides the objects. */
export interface SchedulerState {
  readonly order: CacheOrderState;
  readonly queue: SchedulingQueueState;
  readonly rotationStart: number;
}

/**
 * The scheduler of one cluster, as data in and decisions out. A shell feeds it the change log, requests batches of
 * decisions, writes them, and reports how the writes ended; it wakes it at `nextDeadlineMs`. Calls must not overlap,
 * and plugins must not call back into the feed.
 */
export class Scheduler {
  /** Parts for explanations and simulations on the same state. */
  readonly parts: SchedulerParts;
  private readonly failures: AttemptFailures;
  private readonly bindings: BindingCycles;
  private readonly feed: StateFeed;
  private late: Decision[] = [];
  /** The pod whose cycle waits for extenders; no other pod is scheduled meanwhile, as upstream. */
  private held: QueuedPod | undefined;
  private asked: Promise<void> | undefined;
  /** Called when the next batch holds something again that time or the state did not cause. */
  onLateDecision: (() => void) | undefined;
  /** Called for every attempt when its cycle is over; a decision for the same pod reports its result. */
  onAttempt: ((trace: AttemptTrace) => void) | undefined;
  /** Called for work of extenders; the promise resolves after `onLateDecision` was called with its result. */
  onOutsideWork: ((work: Promise<void>) => void) | undefined;

  /** Throws ProfileError for profiles that cannot run. */
  constructor(options: SchedulerOptions) {
    this.parts = createSchedulerParts(options, (uid) => this.bindings.waitingPod(uid));
    this.failures = new AttemptFailures(this.parts);
    this.bindings = new BindingCycles(this.parts, this.failures, {
      late: (decision) => {
        this.late.push(decision);
        this.onLateDecision?.();
      },
      outside: (work) => this.onOutsideWork?.(work),
    });
    this.feed = new StateFeed(this.parts, this.bindings);
  }

  /** A node came (`before` undefined), changed, or went (`after` undefined). */
  nodeChanged(before: Node | undefined, after: Node | undefined): void {
    this.feed.node(before, after);
  }

  /** Any pod: of ours or of others, pending, assigned, ended or deleted. */
  podChanged(before: Pod | undefined, after: Pod | undefined): void {
    this.feed.pod(before, after);
  }

  /** Handles a change of any other object that rules read: namespaces, services, workloads, budgets, claims, volumes, classes. */
  objectChanged(before: KubeObject | undefined, after: KubeObject | undefined): void {
    this.feed.object(before, after);
  }

  /** Returns whether one of our profiles serves the pod. */
  isResponsibleFor(pod: Pod): boolean {
    return this.parts.profiles.has(pod.spec.schedulerName ?? DEFAULT_SCHEDULER_NAME);
  }

  /** Pods waiting in the queue, sleeping and gated ones included. */
  pendingCount(): number {
    return this.parts.queue.size;
  }

  /** Pods assumed whose binding is not finished. */
  bindingCount(): number {
    return this.bindings.size;
  }

  /** Returns whether the next batch would hold something. */
  hasActive(): boolean {
    if (this.late.length > 0) return true;
    return !this.asked && (this.held !== undefined || this.parts.queue.activeSize > 0);
  }

  /** Resolves when the extenders that the next pod waits for have answered; undefined if none is pending. */
  get answers(): Promise<void> | undefined {
    return this.asked;
  }

  /** Cluster time of the next thing that time alone will cause; undefined: nothing. */
  nextDeadlineMs(): number | undefined {
    const deadlines = [
      this.parts.queue.nextDeadlineMs(),
      this.bindings.nextDeadlineMs(),
      this.parts.cache.nextExpiryMs(),
    ];
    const known = deadlines.filter((deadline) => deadline !== undefined);
    return known.length > 0 ? Math.min(...known) : undefined;
  }

  /** Does what time alone causes up to now: ends back-offs, times out waits, wakes long sleepers, expires assumptions. */
  flush(): void {
    const { cache, queue, clock } = this.parts;
    const nowMs = clock.now();
    for (const expired of cache.expire(nowMs)) queue.moveAll(podDeparture(expired.pod));
    this.bindings.flush(nowMs);
    queue.flush();
  }

  /**
   * Decides up to `maxPods` pods, one after the other, each on the state the ones before left. Decisions that came
   * late are handed out first and do not count.
   */
  scheduleBatch(maxPods: number): Decision[] {
    const decisions = this.late;
    this.late = [];
    for (let count = 0; count < maxPods; count++) {
      if (this.asked) break;
      const entry = this.takeHeld() ?? this.parts.queue.pop();
      if (!entry) break;
      const decision = this.schedule(entry);
      if (decision) decisions.push(decision);
    }
    return decisions;
  }

  /** Reports the result of writing a binding. Returns the decision to record; undefined if the pod is not under way. */
  bindingFinished(decision: Pick<BindDecision, 'uid'>, status: Status): Decision | undefined {
    return this.bindings.finished(decision.uid, status);
  }

  /**
   * Reports that the effects of a `prepare` decision are written, or their error. The result is part of a later batch.
   */
  preparationFinished({ uid }: Pick<PrepareDecision, 'uid'>, status: Status): void {
    this.bindings.prepared(uid, status);
  }

  /** Returns its state besides the objects, as plain data; while no decision is open. */
  toState(): SchedulerState {
    const { cache, queue } = this.parts;
    return { order: cache.toState(), queue: queue.toState(), rotationStart: this.rotation.start };
  }

  /**
   * Restores the state of {@link toState} into a new scheduler: it has been fed all objects but nodes and pods, which
   * come as of the capture.
   */
  restore(state: SchedulerState, objects: { node(name: string): Node | undefined; pod(uid: string): Pod }): void {
    const { cache, queue, shapes } = this.parts;
    for (const [name, uids] of state.order.nodes) {
      const node = objects.node(name);
      if (node) this.feed.node(undefined, node);
      for (const uid of uids) this.feed.pod(undefined, objects.pod(uid));
    }
    cache.arrange(state.order);
    queue.restore(state.queue, (uid) => queue.entry(uid)?.info ?? podInfoOf(objects.pod(uid), shapes));
    this.rotation.start = state.rotationStart;
  }

  /** Start of the search for nodes; one for all profiles. */
  private get rotation(): { start: number } {
    const [first] = this.parts.profiles.values();
    return first!.cycle.rotation;
  }

  /** The pod that waited for extenders, unless it is gone by now. */
  private takeHeld(): QueuedPod | undefined {
    const { held } = this;
    this.held = undefined;
    if (held?.place === 'inFlight') return held;
    if (held) this.forgetAnswers();
    return undefined;
  }

  /** Returns whether extenders were called in this cycle: then it is discarded and repeated with their answers. */
  private mustAsk(entry: QueuedPod): boolean {
    const { extenders } = this.parts;
    if (extenders.length === 0) return false;
    const open = openQuestions(extenders);
    if (!open) {
      this.forgetAnswers();
      return false;
    }
    this.held = entry;
    this.asked = open.then(() => {
      this.asked = undefined;
      this.onLateDecision?.();
    });
    this.onOutsideWork?.(this.asked);
    return true;
  }

  private forgetAnswers(): void {
    for (const extender of this.parts.extenders) extender.forget?.();
  }

  private schedule(entry: QueuedPod): Decision | undefined {
    const { queue, cache, profiles } = this.parts;
    const { info } = entry;
    const { pod, uid } = info;
    if (pod.metadata.deletionTimestamp) {
      queue.done(entry);
      queue.nominator.remove(uid);
      const message = `skip schedule deleting pod: ${info.key}`;
      return { kind: 'dropped', pod, uid, event: { type: 'Warning', reason: 'FailedScheduling', message } };
    }
    if (cache.isAssumed(uid)) {
      queue.done(entry);
      return { kind: 'dropped', pod, uid, event: undefined };
    }
    const profile = profiles.get(pod.spec.schedulerName ?? DEFAULT_SCHEDULER_NAME)!;
    const random = () => profile.framework.handle.randomFor(info, entry.attempts, 'node');
    const { rotation } = profile.cycle;
    const { start } = rotation;
    const placement = placePod(profile.cycle, info, { snapshot: cache.snapshot(), random });
    const help = placement.kind === 'unschedulable' ? this.failures.help(entry, profile, placement) : undefined;
    if (this.mustAsk(entry)) {
      rotation.start = start;
      return undefined;
    }
    this.onAttempt?.(traceAttempt(entry, placement, profile.framework.profile.schedulerName));
    switch (placement.kind) {
      case 'placed':
        return this.bindings.start(entry, profile, placement);
      case 'unschedulable':
        return this.failures.unschedulable(entry, placement, help!);
      case 'noNodes':
        return this.failures.noNodes(entry);
      case 'error':
        return this.failures.broken(entry, placement.status);
    }
  }
}
