import type { Node, Pod } from '@orrery/api-types';
import {
  keepNode,
  keepPod,
  keepUpdate,
  keptNode,
  keptPod,
  keptUpdate,
  type KeptNode,
  type KeptPod,
  type KeptUpdate,
  type ObjectsNow,
  type Update,
} from '../pods/kept-objects';
import { DeadlineHeap, type DeadlineState } from '../shard/deadline-heap';
import { noActions, type KubeletActions } from '../shard/kubelet-actions';

/** A node or a pod of a node came, changed or went. */
export type ObjectUpdate = { readonly node: Update<Node> } | { readonly pod: Update<Pod> };

/** Messages under way on slow lines, as plain data. */
export interface SlowLinesState {
  readonly lines: readonly (readonly [node: string, line: LineState])[];
  readonly deadlines: DeadlineState;
}

interface LineState {
  readonly latencyMs: number;
  readonly waiting: readonly (Omit<Waiting, 'hear'> & { readonly hear?: KeptUpdateOfObject })[];
}

type KeptUpdateOfObject = { readonly node: KeptUpdate<KeptNode> } | { readonly pod: KeptUpdate<KeptPod> };

interface Waiting {
  readonly dueMs: number;
  readonly hear?: ObjectUpdate;
  readonly say?: KubeletActions;
}

interface Line {
  latencyMs: number;
  waiting: Waiting[];
}

/**
 * Nodes whose connection to the API is slow (spec nodes F11, `apiLatency`): their reads and writes arrive later by the latency,
 * in order. Leases and status keep the time at which they were written.
 */
export class SlowLines {
  private readonly lines = new Map<string, Line>();
  private readonly deadlines = new DeadlineHeap();

  /** @param hear is called with each update that arrives at a node */
  constructor(private readonly hear: (update: ObjectUpdate, nowMs: number) => void) {}

  /** Returns the messages under way, as plain data. */
  toState(objects: ObjectsNow): SlowLinesState {
    const lines = [...this.lines].map(([node, { latencyMs, waiting }]) => {
      const kept = waiting.map(({ hear, ...rest }) => ({
        ...rest,
        ...(hear && { hear: keepObjectUpdate(hear, objects) }),
      }));
      return [node, { latencyMs, waiting: kept }] as const;
    });
    return { lines, deadlines: this.deadlines.toState() };
  }

  /** Restores the state that {@link toState} returned. */
  restore({ lines, deadlines }: SlowLinesState, objects: ObjectsNow): void {
    for (const [node, { latencyMs, waiting }] of lines) {
      const read = waiting.map(({ hear, ...rest }) => ({
        ...rest,
        ...(hear && { hear: keptObjectUpdate(hear, objects) }),
      }));
      this.lines.set(node, { latencyMs, waiting: read });
    }
    this.deadlines.restore(deadlines);
  }

  /** Sets the latency from now on; once a line is quick again, updates under way arrive at once. */
  setLatency(node: string, latencyMs: number, nowMs: number): void {
    const line = this.lines.get(node);
    if (latencyMs > 0 && line) line.latencyMs = latencyMs;
    else if (latencyMs > 0) this.lines.set(node, { latencyMs, waiting: [] });
    else if (line) {
      line.latencyMs = 0;
      this.deadlines.set(node, nowMs);
    }
  }

  /** Returns whether updates for a node are delayed; if so, they are heard when they arrive. */
  delays(node: string, nowMs: number, hear: ObjectUpdate): boolean {
    const line = this.lines.get(node);
    if (!line) return false;
    this.wait(node, line, { dueMs: nowMs + line.latencyMs, hear });
    return true;
  }

  nextMs(): number | undefined {
    return this.deadlines.nextMs();
  }

  /** Delivers the updates that are due, and returns the actions that are due. */
  arrive(nowMs: number): KubeletActions {
    const said = noActions();
    for (const node of this.deadlines.takeDue(nowMs).sort()) {
      const line = this.lines.get(node)!;
      const isDue = ({ dueMs }: Waiting): boolean => dueMs <= nowMs || line.latencyMs === 0;
      const due = line.waiting.filter(isDue);
      line.waiting = line.waiting.filter((each) => !isDue(each));
      if (line.latencyMs === 0) this.lines.delete(node);
      else this.deadlines.set(node, line.waiting[0]?.dueMs);
      for (const { hear, say } of due) {
        if (hear) this.hear(hear, nowMs);
        if (say) append(said, say);
      }
    }
    return said;
  }

  /** Returns the actions to write now: the arrived ones, then those of nodes without a slow line. */
  say(actions: KubeletActions, arrived: KubeletActions, nowMs: number): KubeletActions {
    if (this.lines.size > 0) {
      for (const [node, line] of this.lines) {
        const own = takeOf(actions, node);
        if (own) this.wait(node, line, { dueMs: nowMs + line.latencyMs, say: own });
      }
    }
    if (isEmpty(arrived)) return actions;
    append(arrived, actions);
    return withoutOlder(arrived);
  }

  private wait(node: string, line: Line, waiting: Waiting): void {
    line.waiting.push(waiting);
    // A latency that was lowered must not let the later overtake the earlier.
    this.deadlines.set(node, line.waiting[0]!.dueMs);
  }
}

function keepObjectUpdate(update: ObjectUpdate, objects: ObjectsNow): KeptUpdateOfObject {
  return 'node' in update
    ? { node: keepUpdate(update.node, (each) => keepNode(each, objects)) }
    : { pod: keepUpdate(update.pod, (each) => keepPod(each, objects)) };
}

function keptObjectUpdate(update: KeptUpdateOfObject, objects: ObjectsNow): ObjectUpdate {
  return 'node' in update
    ? { node: keptUpdate(update.node, (each) => keptNode(each, objects)) }
    : { pod: keptUpdate(update.pod, (each) => keptPod(each, objects)) };
}

const LISTS = Object.keys(noActions()) as (keyof KubeletActions)[];
type AnyList = { readonly nodeName: string }[];

function isEmpty(actions: KubeletActions): boolean {
  return LISTS.every((name) => actions[name].length === 0);
}

function append(to: KubeletActions, from: KubeletActions): void {
  for (const name of LISTS) (to[name] as AnyList).push(...from[name]);
}

/** Takes the actions of a node out; undefined if there are none. */
function takeOf(actions: KubeletActions, node: string): KubeletActions | undefined {
  const taken = noActions();
  for (const name of LISTS) {
    const list = actions[name] as AnyList;
    const own = list.filter(({ nodeName }) => nodeName === node);
    if (own.length === 0) continue;
    (taken[name] as AnyList).push(...own);
    list.splice(0, list.length, ...list.filter(({ nodeName }) => nodeName !== node));
  }
  return isEmpty(taken) ? undefined : taken;
}

/** Of several statuses of one object the last counts. */
function withoutOlder(actions: KubeletActions): KubeletActions {
  const newest = <T extends { readonly uid: string }>(list: readonly T[]): T[] => [
    ...new Map(list.map((each) => [each.uid, each])).values(),
  ];
  return {
    ...actions,
    patchPodStatuses: newest(actions.patchPodStatuses),
    patchNodeStatuses: newest(actions.patchNodeStatuses),
    renewLeases: newest(actions.renewLeases),
    deletePods: newest(actions.deletePods),
  };
}
