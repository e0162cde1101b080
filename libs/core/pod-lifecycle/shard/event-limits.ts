import { DeadlineHeap, type DeadlineState } from './deadline-heap';
import type { KubeletActions, NodeEvent, PodEvent } from './kubelet-actions';

/** Limit of events that a kubelet sends: burst, and rate per second. */
export interface EventLimit {
  readonly perSecond: number;
  readonly burst: number;
}

type QueuedEvent =
  { readonly isOfNode: false; readonly event: PodEvent } | { readonly isOfNode: true; readonly event: NodeEvent };

/** Queued events of one node, in the order in which they happened. */
interface Line {
  tokens: number;
  filledAtMs: number;
  readonly waiting: QueuedEvent[];
}

/** Events that wait for their turn, as plain data. */
export interface EventLimitsState {
  readonly lines: readonly (readonly [node: string, line: Line])[];
  readonly deadlines: DeadlineState;
}

/**
 * Events of rate-limited kubelets: those beyond the limit wait and keep the time at which they happened
 * (`eventRecordQPS` and `eventBurst`, spec nodes D4).
 */
export class EventLimits {
  private readonly lines = new Map<string, Line>();
  private readonly deadlines = new DeadlineHeap();

  /** @param limitOf the limit of a node; undefined for one that may say everything at once. */
  constructor(private readonly limitOf: (node: string) => EventLimit | undefined) {}

  nextMs(): number | undefined {
    return this.deadlines.nextMs();
  }

  /** Drops the queued events of a node whose kubelet died. */
  forget(node: string): void {
    this.lines.delete(node);
    this.deadlines.set(node, undefined);
  }

  /** Returns the queued events of nodes, as plain data. */
  toState(): EventLimitsState {
    const { lines, deadlines } = this;
    return {
      lines: [...lines].map(([node, line]) => [node, { ...line, waiting: [...line.waiting] }]),
      deadlines: deadlines.toState(),
    };
  }

  /** Restores the state that {@link toState} returned. */
  restore({ lines, deadlines }: EventLimitsState): void {
    for (const [node, line] of lines) this.lines.set(node, { ...line, waiting: [...line.waiting] });
    this.deadlines.restore(deadlines);
  }

  /** Removes from the actions the events that have to wait, and adds those that have waited long enough. */
  pass(actions: KubeletActions, nowMs: number): void {
    const isHeld = ({ nodeName }: { readonly nodeName: string }): boolean =>
      this.lines.has(nodeName) || this.limitOf(nodeName) !== undefined;
    const due = new Set(this.deadlines.takeDue(nowMs).sort());
    if (actions.events.some(isHeld) || actions.nodeEvents.some(isHeld)) {
      for (const event of takeOut(actions.events, isHeld)) this.lineUp({ isOfNode: false, event }, due, nowMs);
      for (const event of takeOut(actions.nodeEvents, isHeld)) this.lineUp({ isOfNode: true, event }, due, nowMs);
    }
    for (const node of due) this.release(node, actions, nowMs);
  }

  private lineUp(reported: QueuedEvent, due: Set<string>, nowMs: number): void {
    const { nodeName } = reported.event;
    let line = this.lines.get(nodeName);
    if (!line) {
      line = { tokens: this.limitOf(nodeName)!.burst, filledAtMs: nowMs, waiting: [] };
      this.lines.set(nodeName, line);
    }
    line.waiting.push({ ...reported, event: { ...reported.event, atMs: nowMs } } as QueuedEvent);
    due.add(nodeName);
  }

  private release(node: string, actions: KubeletActions, nowMs: number): void {
    const line = this.lines.get(node)!;
    const limit = this.limitOf(node);
    if (limit) {
      line.tokens = Math.min(limit.burst, line.tokens + ((nowMs - line.filledAtMs) * limit.perSecond) / 1000);
      line.filledAtMs = nowMs;
    }
    const count = limit ? Math.min(line.waiting.length, Math.floor(line.tokens)) : line.waiting.length;
    line.tokens -= count;
    for (const reported of line.waiting.splice(0, count)) {
      if (reported.isOfNode) actions.nodeEvents.push(reported.event);
      else actions.events.push(reported.event);
    }
    if (!limit) this.forget(node);
    else if (line.waiting.length > 0) {
      this.deadlines.set(node, nowMs + Math.ceil(((1 - line.tokens) * 1000) / limit.perSecond));
    }
  }
}

/** Leaves in a list what is not meant, and returns the rest. */
function takeOut<T>(list: T[], isMeant: (each: T) => boolean): T[] {
  const taken = list.filter(isMeant);
  const left = list.filter((each) => !isMeant(each));
  list.splice(0, list.length, ...left);
  return taken;
}
