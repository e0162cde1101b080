import type { KubeObject } from '@orrery/api-types';
import { objectKey } from '../cache/cluster-objects';
import { assignedPodInfo, type PodInfo } from '../cache/pod-info';
import { scheduledEvent } from '../cycle/describe-failure';
import type { Placement } from '../cycle/scheduling-cycle';
import type { AttemptFailures } from '../attempt-failure';
import type { Decision } from '../decision';
import { errorStatus, isRejected, isSuccess, prefixed, StatusCode, type Status } from '../framework/status';
import { podDeparture } from '../queue/derive-events';
import type { QueuedPod } from '../queue/queued-pod';
import type { ProfileParts, SchedulerParts } from '../scheduler-parts';
import type { BindingCycle } from './binding-cycle';
import { runPermit, WaitingPodEntry } from './permit';
import { PreBindWaits, type HeldPreBind } from './pre-bind-waits';
import { runBind, runPreBind, runReserve, runUnreserve, type PreBindOutcome } from './run-binding';

/** Hears what comes later. */
export interface BindingListener {
  late(decision: Decision): void;
  /** External work for a binding; it ends with a late decision. */
  outside(work: Promise<void>): void;
}

/**
 * Pods from their assumption to the end of their binding (spec scheduler 3.8). Most go through in one step; those that
 * Permit holds or whose PreBind takes time come back later through the listener, without holding up their batch.
 */
export class BindingCycles {
  private readonly cycles = new Map<string, BindingCycle>();
  private readonly waiting = new Map<string, WaitingPodEntry>();
  private readonly preBinding = new PreBindWaits((held, status) => this.preBound(held, status));

  constructor(
    private readonly parts: SchedulerParts,
    private readonly failures: AttemptFailures,
    private readonly listener: BindingListener,
  ) {}

  /** Pods assumed and not yet bound. */
  get size(): number {
    return this.cycles.size;
  }

  waitingPod(uid: string): WaitingPodEntry | undefined {
    return this.waiting.get(uid);
  }

  cycle(uid: string): BindingCycle | undefined {
    return this.cycles.get(uid);
  }

  /** Assumes the pod on its node and continues as far as possible; undefined: the decision comes later. */
  start(
    entry: QueuedPod,
    profile: ProfileParts,
    { node, state }: Extract<Placement, { kind: 'placed' }>,
  ): Decision | undefined {
    const { cache, queue, clock } = this.parts;
    const assumed = assignedPodInfo(entry.info, node.name);
    const cycle: BindingCycle = {
      entry,
      framework: profile.framework,
      state,
      assumed,
      nodeName: node.name,
      attempt: entry.attempts,
      latest: entry.info,
      isGone: false,
      isDone: false,
    };
    cache.assume(assumed);
    queue.nominator.remove(assumed.uid);
    this.cycles.set(assumed.uid, cycle);
    const reserved = runReserve(cycle);
    if (!isSuccess(reserved)) return this.fail(cycle, reserved);
    const nowMs = clock.now();
    const { status, deadlines } = runPermit(cycle, nowMs);
    if (status.code === StatusCode.Wait) {
      const onVerdict = (held: WaitingPodEntry, verdict: Status): void => this.permitted(held, verdict);
      this.waiting.set(assumed.uid, new WaitingPodEntry(cycle, new Map(deadlines), { nowMs, onVerdict }));
      return undefined;
    }
    return isSuccess(status) ? this.preBind(cycle) : this.fail(cycle, status);
  }

  /** The shell reports how writing a binding ended. Undefined if nothing was under way for the pod. */
  finished(uid: string, status: Status): Decision | undefined {
    const cycle = this.cycles.get(uid);
    if (!cycle) return undefined;
    return isSuccess(status)
      ? this.succeed(cycle)
      : this.fail(cycle, prefixed(status, this.bindErrorPrefix(cycle, status.plugin)));
  }

  /** The shell reports that what PreBind wanted written is written, or why not. */
  prepared(uid: string, status: Status): void {
    this.preBinding.reported(uid);
    if (isSuccess(status)) this.preBinding.check(uid);
    else this.preBinding.end(uid, status);
  }

  /** An object that is neither pod nor node changed. */
  objectChanged({ kind, metadata }: KubeObject): void {
    if (this.preBinding.size > 0) this.preBinding.objectChanged(objectKey(kind, metadata.namespace, metadata.name));
  }

  /** A newer pending version of a pod under way. */
  updated(uid: string, info: PodInfo): void {
    const cycle = this.cycles.get(uid);
    if (cycle) cycle.latest = info;
  }

  /** The pod was deleted, ended, or bound by another client: a waiting one is rejected. */
  gone(uid: string): void {
    const cycle = this.cycles.get(uid);
    if (!cycle) return;
    cycle.isGone = true;
    this.waiting.get(uid)?.reject('', 'the pod is gone');
    if (this.preBinding.size === 0) return;
    const { name } = cycle.assumed.pod.metadata;
    this.preBinding.end(uid, errorStatus('', `pod does not exist any more: pod "${name}" not found`));
  }

  /** Earliest deadline of a waiting pod, in cluster milliseconds. */
  nextDeadlineMs(): number | undefined {
    let earliest = this.preBinding.nextDeadlineMs();
    for (const held of this.waiting.values()) earliest = Math.min(earliest ?? Infinity, held.deadlineMs());
    return earliest;
  }

  /** Rejects waiting pods whose time is up. */
  flush(nowMs: number): void {
    this.preBinding.flush(nowMs);
    for (const held of [...this.waiting.values()]) held.expire(nowMs);
  }

  private permitted(held: WaitingPodEntry, status: Status): void {
    const { cycle } = held;
    if (!this.waiting.delete(cycle.assumed.uid)) return;
    const decision = isSuccess(status) ? this.preBind(cycle) : this.fail(cycle, status);
    if (decision) this.listener.late(decision);
  }

  private preBind(cycle: BindingCycle, from = 0): Decision | undefined {
    const outcome = runPreBind(cycle, from);
    if (!(outcome instanceof Promise)) return this.resume(cycle, outcome);
    void outcome.then((late) => this.handLate(this.resume(cycle, late)));
    return undefined;
  }

  /** Binds the pod, or returns the effects to write while it waits. */
  private resume(cycle: BindingCycle, outcome: PreBindOutcome): Decision | undefined {
    if (!('wait' in outcome)) return this.bind(cycle, outcome);
    this.settleInQueue(cycle);
    this.preBinding.add(outcome);
    const { effects } = outcome.wait;
    const { assumed, nodeName, attempt } = cycle;
    if (effects.length > 0) {
      return { kind: 'prepare', pod: assumed.pod, uid: assumed.uid, nodeName, attempt, effects };
    }
    this.preBinding.check(assumed.uid);
    return undefined;
  }

  private preBound({ cycle, nextPlugin }: HeldPreBind, status: Status): void {
    this.handLate(isSuccess(status) ? this.preBind(cycle, nextPlugin) : this.fail(cycle, status));
  }

  private handLate(decision: Decision | undefined): void {
    if (decision) this.listener.late(decision);
  }

  /** Ends the record of events for the pod. */
  private settleInQueue(cycle: BindingCycle): void {
    if (!cycle.isGone && !cycle.isDone) this.parts.queue.done(cycle.entry);
    cycle.isDone = true;
  }

  private boundByExtender(cycle: BindingCycle, error: string): void {
    this.listener.late(error === '' ? this.succeed(cycle) : this.fail(cycle, errorStatus('', error)));
  }

  private bind(cycle: BindingCycle, ready: Status): Decision | undefined {
    if (!isSuccess(ready)) return this.fail(cycle, ready);
    this.settleInQueue(cycle);
    const { assumed, nodeName, attempt } = cycle;
    const binder = this.parts.extenders.find((extender) => extender.bind && extender.isInterestedIn(assumed));
    if (binder) {
      const bound = binder.bind!(assumed.pod, nodeName).then((error) => this.boundByExtender(cycle, error));
      this.listener.outside(bound);
      return undefined;
    }
    const answer = runBind(cycle);
    if (!('kind' in answer)) return isSuccess(answer) ? this.succeed(cycle) : this.fail(cycle, answer);
    return { kind: 'bind', pod: assumed.pod, uid: assumed.uid, nodeName, attempt, binding: answer };
  }

  private succeed(cycle: BindingCycle): Decision {
    const { cache, clock, behaviour } = this.parts;
    const { assumed, nodeName, attempt } = cycle;
    this.cycles.delete(assumed.uid);
    const { assumedPodExpiryMs } = behaviour.bind;
    cache.bindingFinished(assumed.uid, assumedPodExpiryMs === undefined ? undefined : clock.now() + assumedPodExpiryMs);
    for (const plugin of cycle.framework.postBind) plugin.postBind(cycle.state, assumed, nodeName);
    const event = scheduledEvent(assumed.pod, nodeName, behaviour.status.scheduledEventHasNamespace);
    return { kind: 'bound', pod: assumed.pod, uid: assumed.uid, nodeName, attempt, event };
  }

  /** Ends a cycle with a failure. Other components treat this as the deletion of the assumed pod. */
  private fail(cycle: BindingCycle, status: Status): Decision {
    const { cache, queue } = this.parts;
    const { assumed } = cycle;
    const { uid } = assumed;
    this.cycles.delete(uid);
    const effects = runUnreserve(cycle);
    const wasAssumed = cache.forget(uid);
    const departure = podDeparture(assumed.pod);
    const isOther = (info: PodInfo): boolean => info.uid !== uid;
    if (cycle.isGone) {
      if (wasAssumed) queue.moveAll(departure, isOther);
      return { kind: 'dropped', pod: cycle.latest.pod, uid, event: undefined };
    }
    if (!isRejected(status)) {
      queue.moveAll(departure, isOther);
      return this.failures.afterAssume(cycle, status, effects);
    }
    const decision = this.failures.afterAssume(cycle, status, effects);
    queue.moveAll(departure, isOther);
    return decision;
  }

  private bindErrorPrefix({ assumed }: BindingCycle, plugin: string): string {
    const name = plugin || 'DefaultBinder';
    return this.parts.behaviour.messages === '1.32'
      ? `running Bind plugin "${name}": `
      : `Binding rejected: plugin "${name}" failed to bind pod "${assumed.key}": `;
  }
}
