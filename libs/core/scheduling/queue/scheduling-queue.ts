import { RemovableHeap } from '@orrery/time';
import type { Behaviour } from '../behaviour/behaviour';
import type { PodInfo } from '../cache/pod-info';
import { FORCE_ACTIVATE, isWildcard, UNSCHEDULABLE_TIMEOUT, type ClusterEvent } from '../framework/cluster-event';
import { backoffMs, type BackoffLimits } from './backoff';
import type { HintTable, Wake } from './hint-table';
import { GatedPods, type Gate } from './gated-pods';
import { InFlightEvents } from './in-flight-events';
import { Nominator, type NominationState } from './nominator';
import { queuedPodFrom, queuedPodState, type QueuedPod, type QueuedPodState } from './queued-pod';
import { UnschedulablePods } from './unschedulable-pods';

const BACKOFF_TICK_MS = 1000;
const UNSCHEDULABLE_TICK_MS = 30_000;
const NO_PLUGINS: ReadonlySet<string> = new Set();

/** Parts that a queue needs from its scheduler. */
export interface QueueParts {
  readonly now: () => number;
  readonly behaviour: Behaviour;
  readonly backoff: BackoffLimits;
  /** QueueSort of the profiles. */
  readonly compare: (a: QueuedPod, b: QueuedPod) => number;
  /** Returns the objection of PreEnqueue plugins of the pod's profile; undefined: they admit it. */
  readonly gateOf: (info: PodInfo) => Gate | undefined;
  /** Called with the pods nominated to a node whenever they change. */
  readonly promised?: (nodeName: string, pods: readonly PodInfo[]) => void;
  /** Hints of the pod's profile. */
  readonly hintsOf: (info: PodInfo) => HintTable;
}

/** State of a queue: its pods, with the reasons of their wait. */
export interface SchedulingQueueState {
  readonly startMs: number;
  readonly sequence: number;
  readonly schedulingCycle: number;
  readonly moveRequestCycle: number;
  readonly pods: readonly QueuedPodState[];
  /** Uids of unschedulable pods in the order in which they fell asleep. */
  readonly sleeping: readonly string[];
  readonly nominated: NominationState;
}

/** Result of a failed attempt by which a pod sleeps: its rejectors, and the plugins that may have woken it meanwhile. */
export interface FailedAttempt {
  readonly rejectors: ReadonlySet<string>;
  readonly pendingPlugins: ReadonlySet<string>;
}

/**
 * Pending pods of one scheduler: active, backing off, unschedulable, gated, or in flight (spec scheduler 2).
 *
 *   add -> [gated] -> active -> pop -> in flight -> done
 *                       ^                  | failed
 *                       |  ticks of 1 s    v
 *                     backoff <------- (woken?) -> unschedulable -- event or timeout --> active or backoff
 *
 * It never polls: `nextDeadlineMs` names the next instant at which `flush` has something to do.
 */
export class SchedulingQueue {
  readonly nominator: Nominator;
  private readonly entries = new Map<string, QueuedPod>();
  private readonly active: RemovableHeap<QueuedPod>;
  private readonly backoff: RemovableHeap<QueuedPod>;
  private readonly unschedulable = new UnschedulablePods();
  private readonly gated = new GatedPods();
  private readonly inFlight = new InFlightEvents();
  /** Start of the count of ticks. */
  private startMs: number;
  private sequence = 0;
  private schedulingCycle = 0;
  private moveRequestCycle = -1;

  constructor(private readonly parts: QueueParts) {
    this.startMs = parts.now();
    this.nominator = new Nominator(parts.promised);
    this.active = new RemovableHeap((a, b) => parts.compare(a, b) || a.sequence - b.sequence);
    this.backoff = new RemovableHeap((a, b) => this.expiryMs(a) - this.expiryMs(b) || a.sequence - b.sequence);
  }

  /** Pods in any structure, and those in flight. */
  get size(): number {
    return this.entries.size;
  }

  get activeSize(): number {
    return this.active.size;
  }

  entry(uid: string): QueuedPod | undefined {
    return this.entries.get(uid);
  }

  /** A pending pod of ours appeared. */
  add(info: PodInfo): void {
    const known = this.entries.get(info.uid);
    if (known) return this.update(info, []);
    const entry: QueuedPod = {
      info,
      attempts: 0,
      timestampMs: this.parts.now(),
      initialAttemptTimestampMs: undefined,
      rejectors: NO_PLUGINS,
      pendingPlugins: NO_PLUGINS,
      cycle: 0,
      eventsFrom: 0,
      place: 'none',
      sequence: this.sequence++,
    };
    this.entries.set(info.uid, entry);
    this.enter(entry, 'active');
    if (!this.gated.has(info.uid)) this.nominator.nominate(info, info.pod.status?.nominatedNodeName);
  }

  /** A newer version of a queued pod; `events` is what the change means (for hints). */
  update(info: PodInfo, events: readonly ClusterEvent[]): void {
    const entry = this.entries.get(info.uid);
    if (!entry) return this.add(info);
    const before = entry.info;
    entry.info = info;
    if (entry.place !== 'gated') this.nominator.update(before, info);
    switch (entry.place) {
      case 'inFlight':
        for (const event of events) this.inFlight.record(event);
        return;
      case 'gated':
        this.enter(entry, 'active');
        if (!this.gated.has(info.uid)) this.nominator.nominate(info, info.pod.status?.nominatedNodeName);
        return;
      case 'backoff':
        if (this.parts.behaviour.queue.updateOfBackedOffPod === 'activates') this.enter(entry, 'active');
        return;
      case 'unschedulable':
        this.updateSleeping(entry, before, events);
        return;
      default:
        return;
    }
  }

  /** The pod is gone, ended, or has a node: it leaves the queue with its nomination. */
  delete(uid: string): void {
    const entry = this.entries.get(uid);
    this.nominator.remove(uid);
    if (!entry) return;
    this.leave(entry);
    this.entries.delete(uid);
    if (entry.place === 'inFlight') this.inFlight.done(entry);
    entry.place = 'none';
  }

  /** The next pod to schedule; its attempt is counted, and it is in flight until `done` or `requeue`. */
  pop(): QueuedPod | undefined {
    const { popFromBackoffQ } = this.parts.behaviour.queue;
    const entry = this.active.pop() ?? (popFromBackoffQ ? this.backoff.pop() : undefined);
    if (!entry) return undefined;
    entry.attempts++;
    entry.initialAttemptTimestampMs ??= this.parts.now();
    entry.cycle = ++this.schedulingCycle;
    entry.place = 'inFlight';
    entry.rejectors = NO_PLUGINS;
    entry.pendingPlugins = NO_PLUGINS;
    this.inFlight.popped(entry);
    return entry;
  }

  /** The pod needs no more watching: it is about to be bound, or was dropped. */
  done(entry: QueuedPod): void {
    this.inFlight.done(entry);
    if (this.entries.get(entry.info.uid) === entry) this.entries.delete(entry.info.uid);
    entry.place = 'none';
  }

  /**
   * Puts a failed pod back; events since its pop are not lost on it. The caller makes sure that the pod still exists
   * and has no node, and that `entry.info` is its latest version.
   */
  requeue(entry: QueuedPod, attempt: FailedAttempt): void {
    this.entries.set(entry.info.uid, entry);
    const wake = this.wakeOfReturning(entry, attempt);
    this.inFlight.done(entry);
    entry.rejectors = attempt.rejectors;
    entry.pendingPlugins = attempt.pendingPlugins;
    entry.timestampMs = this.parts.now();
    entry.sequence = this.sequence++;
    if (wake === 'no') this.enter(entry, 'unschedulable');
    else this.move(entry, wake);
  }

  /** An event of the cluster: wakes the sleeping pods it may help, of those that `mayMove` admits. */
  moveAll(event: ClusterEvent, mayMove: (info: PodInfo) => boolean = () => true): void {
    this.moveRequestCycle = this.schedulingCycle;
    if (this.parts.behaviour.queue.eventRouting === 'hints') this.inFlight.record(event);
    if (this.unschedulable.size === 0) return;
    if (this.parts.behaviour.queue.eventRouting !== 'hints' || isWildcard(event)) {
      for (const entry of [...this.unschedulable.values()]) {
        if (mayMove(entry.info)) this.move(entry, 'afterBackoff');
      }
      return;
    }
    for (const entry of this.unschedulable.candidates((plugin, info) =>
      this.parts.hintsOf(info).wants(plugin, event),
    )) {
      if (!mayMove(entry.info)) continue;
      const wake = this.parts.hintsOf(entry.info).wake(entry.info, entry, event);
      if (wake !== 'no') this.move(entry, wake);
    }
  }

  /** Checks the gated pods that wait for a changed object again. */
  objectChanged(key: string): void {
    for (const entry of this.gated.waitingFor(key)) {
      this.enter(entry, 'active');
      if (!this.gated.has(entry.info.uid)) {
        this.nominator.nominate(entry.info, entry.info.pod.status?.nominatedNodeName);
      }
    }
  }

  /** A move of chosen pods: under the 1.20 list an assigned pod wakes those whose affinity it matches. */
  moveSome(isConcerned: (info: PodInfo) => boolean): void {
    this.moveRequestCycle = this.schedulingCycle;
    for (const entry of [...this.unschedulable.values()]) {
      if (isConcerned(entry.info)) this.move(entry, 'afterBackoff');
    }
  }

  /** Activates pods for a plugin: they become active regardless of the reason for their wait. */
  activate(uids: readonly string[]): void {
    for (const uid of uids) {
      const entry = this.entries.get(uid);
      if (!entry) continue;
      if (entry.place === 'inFlight') this.inFlight.record(FORCE_ACTIVATE);
      else if (entry.place !== 'active') this.enter(entry, 'active');
    }
  }

  /** The next instant at which {@link flush} releases something; undefined while nothing waits for time. */
  nextDeadlineMs(): number | undefined {
    const waiting = this.backoff.peek();
    const release = waiting && this.tickAtOrAfter(this.expiryMs(waiting), BACKOFF_TICK_MS);
    const sleeping = this.unschedulable.oldest();
    const { maxTimeInUnschedulableMs } = this.parts.behaviour.queue;
    const timeout =
      sleeping && this.tickAtOrAfter(sleeping.timestampMs + maxTimeInUnschedulableMs + 1, UNSCHEDULABLE_TICK_MS);
    if (release === undefined || timeout === undefined) return release ?? timeout;
    return Math.min(release, timeout);
  }

  /** Does what the ticks up to now would have done: ends back-offs, wakes what slept too long. */
  flush(): void {
    const now = this.parts.now();
    const timeoutTick = this.lastTick(now, UNSCHEDULABLE_TICK_MS);
    const { maxTimeInUnschedulableMs } = this.parts.behaviour.queue;
    for (let entry = this.unschedulable.oldest(); entry; entry = this.unschedulable.oldest()) {
      if (timeoutTick - entry.timestampMs <= maxTimeInUnschedulableMs) break;
      this.moveRequestCycle = this.schedulingCycle;
      this.move(entry, this.parts.hintsOf(entry.info).wake(entry.info, entry, UNSCHEDULABLE_TIMEOUT));
    }
    const backoffTick = this.lastTick(now, BACKOFF_TICK_MS);
    for (let entry = this.backoff.peek(); entry && this.expiryMs(entry) <= backoffTick; entry = this.backoff.peek()) {
      this.enter(entry, 'active');
    }
  }

  /** Every queued pod with its place, for inspection. */
  *all(): IterableIterator<Readonly<QueuedPod>> {
    yield* this.entries.values();
  }

  /** Returns the state of the queue as plain data; no pod is in flight. */
  toState(): SchedulingQueueState {
    const { startMs, sequence, schedulingCycle, moveRequestCycle } = this;
    const counters = { startMs, sequence, schedulingCycle, moveRequestCycle };
    const sleeping = [...this.unschedulable.values()].map(({ info }) => info.uid);
    const pods = [...this.entries.values()].map(queuedPodState);
    return { ...counters, pods, sleeping, nominated: this.nominator.toState() };
  }

  /** Restores the state of {@link toState} into an empty queue. */
  restore({ pods, sleeping, nominated, ...counters }: SchedulingQueueState, infoOf: (uid: string) => PodInfo): void {
    Object.assign(this, counters);
    for (const state of pods) this.entries.set(state.uid, queuedPodFrom(state, infoOf(state.uid)));
    const putBack = (uid: string): void => {
      const entry = this.entries.get(uid)!;
      const { place } = entry;
      entry.place = 'none';
      // What keeps a pod out is evaluated by its gates.
      this.enter(entry, place === 'backoff' || place === 'unschedulable' ? place : 'active');
    };
    for (const { uid, place } of pods) if (place !== 'unschedulable') putBack(uid);
    for (const uid of sleeping) putBack(uid);
    for (const [node, uids] of nominated) for (const uid of uids) this.nominator.nominate(infoOf(uid), node);
  }

  private updateSleeping(entry: QueuedPod, before: PodInfo, events: readonly ClusterEvent[]): void {
    if (this.parts.behaviour.queue.eventRouting !== 'hints') {
      if (changedBySpec(before, entry.info)) this.enter(entry, 'active');
      return;
    }
    const hints = this.parts.hintsOf(entry.info);
    for (const event of events) {
      const wake = hints.wake(entry.info, entry, event);
      if (wake !== 'no') return this.move(entry, wake);
    }
  }

  private wakeOfReturning(entry: QueuedPod, attempt: FailedAttempt): Wake {
    if (this.parts.behaviour.queue.eventRouting !== 'hints') {
      return this.moveRequestCycle >= entry.cycle ? 'afterBackoff' : 'no';
    }
    if (attempt.rejectors.size === 0) return 'afterBackoff';
    const hints = this.parts.hintsOf(entry.info);
    let strongest: Wake = 'no';
    for (const event of this.inFlight.since(entry)) {
      const wake = hints.wake(entry.info, attempt, event);
      if (wake === 'atOnce') return wake;
      if (wake === 'afterBackoff') strongest = wake;
    }
    return strongest;
  }

  private move(entry: QueuedPod, wake: Wake): void {
    const backsOff = wake !== 'atOnce' && this.expiryMs(entry) > this.parts.now();
    this.enter(entry, backsOff ? 'backoff' : 'active');
  }

  /** Moves an entry between structures; all moves use it. PreEnqueue guards the active queue. */
  private enter(entry: QueuedPod, place: 'active' | 'backoff' | 'unschedulable'): void {
    this.leave(entry);
    const gate = place === 'active' ? this.parts.gateOf(entry.info) : undefined;
    entry.place = gate ? 'gated' : place;
    if (gate) this.gated.add(entry, gate);
    else if (entry.place === 'active') this.active.push(entry);
    else if (entry.place === 'backoff') this.backoff.push(entry);
    else this.unschedulable.add(entry);
  }

  private leave(entry: QueuedPod): void {
    if (entry.place === 'active') this.active.remove(entry);
    else if (entry.place === 'backoff') this.backoff.remove(entry);
    else if (entry.place === 'unschedulable') this.unschedulable.remove(entry);
    else if (entry.place === 'gated') this.gated.remove(entry);
  }

  private expiryMs(entry: QueuedPod): number {
    return entry.timestampMs + backoffMs(entry.attempts, this.parts.backoff);
  }

  private tickAtOrAfter(atMs: number, periodMs: number): number {
    return this.startMs + Math.ceil((atMs - this.startMs) / periodMs) * periodMs;
  }

  private lastTick(nowMs: number, periodMs: number): number {
    return this.startMs + Math.floor((nowMs - this.startMs) / periodMs) * periodMs;
  }
}

/** Returns whether anything but resourceVersion, generation and status differs. */
function changedBySpec(before: PodInfo, after: PodInfo): boolean {
  return significant(before) !== significant(after);
}

function significant({ pod }: PodInfo): string {
  const { resourceVersion: _version, generation: _generation, managedFields: _fields, ...metadata } = pod.metadata;
  return JSON.stringify([metadata, pod.spec]);
}
