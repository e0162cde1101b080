import { assignedPodInfo, type PodInfo } from '../cache/pod-info';
import { scheduledEvent } from '../cycle/describe-failure';
import type { Placement } from '../cycle/scheduling-cycle';
import type { AttemptFailures } from '../attempt-failure';
import type { Decision } from '../decision';
import { isRejected, isSuccess, prefixed, StatusCode, type Status } from '../framework/status';
import { podDeparture } from '../queue/derive-events';
import type { QueuedPod } from '../queue/queued-pod';
import type { ProfileParts, SchedulerParts } from '../scheduler-parts';
import type { BindingCycle } from './binding-cycle';
import { runPermit, WaitingPodEntry } from './permit';
import { runBind, runPreBind, runReserve, runUnreserve } from './run-binding';

/**
 * Pods from their assumption to the end of their binding (specification 3.8). Most go through in one step; those that
 * Permit holds or whose PreBind takes time come back later through `onLate`, without holding up their batch.
 */
export class BindingCycles {
  private readonly cycles = new Map<string, BindingCycle>();
  private readonly waiting = new Map<string, WaitingPodEntry>();

  constructor(
    private readonly parts: SchedulerParts,
    private readonly failures: AttemptFailures,
    private readonly onLate: (decision: Decision) => void,
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

  /** Assumes the pod on its node and goes on as far as possible; undefined: the decision comes later. */
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

  /** A newer pending version of a pod under way. */
  updated(uid: string, info: PodInfo): void {
    const cycle = this.cycles.get(uid);
    if (cycle) cycle.latest = info;
  }

  /** The pod was deleted, ended, or got a node from somebody: a waiting one is rejected. */
  gone(uid: string): void {
    const cycle = this.cycles.get(uid);
    if (!cycle) return;
    cycle.isGone = true;
    this.waiting.get(uid)?.reject('', 'the pod is gone');
  }

  /** Earliest deadline of a waiting pod, in cluster milliseconds. */
  nextDeadlineMs(): number | undefined {
    let earliest: number | undefined;
    for (const held of this.waiting.values()) earliest = Math.min(earliest ?? Infinity, held.deadlineMs());
    return earliest;
  }

  /** Rejects waiting pods whose time is up. */
  flush(nowMs: number): void {
    for (const held of [...this.waiting.values()]) held.expire(nowMs);
  }

  private permitted(held: WaitingPodEntry, status: Status): void {
    const { cycle } = held;
    if (!this.waiting.delete(cycle.assumed.uid)) return;
    const decision = isSuccess(status) ? this.preBind(cycle) : this.fail(cycle, status);
    if (decision) this.onLate(decision);
  }

  private preBind(cycle: BindingCycle): Decision | undefined {
    const status = runPreBind(cycle);
    if (!(status instanceof Promise)) return this.bind(cycle, status);
    void status.then((late) => this.onLate(this.bind(cycle, late)));
    return undefined;
  }

  private bind(cycle: BindingCycle, ready: Status): Decision {
    if (!isSuccess(ready)) return this.fail(cycle, ready);
    if (!cycle.isGone) this.parts.queue.done(cycle.entry);
    cycle.isDone = true;
    const answer = runBind(cycle);
    if (!('kind' in answer)) return isSuccess(answer) ? this.succeed(cycle) : this.fail(cycle, answer);
    const { assumed, nodeName, attempt } = cycle;
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

  /** For everybody else this counts as the deletion of the assumed pod. */
  private fail(cycle: BindingCycle, status: Status): Decision {
    const { cache, queue } = this.parts;
    const { assumed } = cycle;
    const { uid } = assumed;
    this.cycles.delete(uid);
    runUnreserve(cycle);
    const wasAssumed = cache.forget(uid);
    const departure = podDeparture(assumed.pod);
    if (cycle.isGone) {
      if (wasAssumed) queue.moveAll(departure, uid);
      return { kind: 'dropped', pod: cycle.latest.pod, uid, event: undefined };
    }
    if (!isRejected(status)) {
      queue.moveAll(departure, uid);
      return this.failures.afterAssume(cycle, status);
    }
    const decision = this.failures.afterAssume(cycle, status);
    queue.moveAll(departure, uid);
    return decision;
  }

  private bindErrorPrefix({ assumed }: BindingCycle, plugin: string): string {
    const name = plugin || 'DefaultBinder';
    return this.parts.behaviour.messages === '1.32'
      ? `running Bind plugin "${name}": `
      : `Binding rejected: plugin "${name}" failed to bind pod "${assumed.key}": `;
  }
}
