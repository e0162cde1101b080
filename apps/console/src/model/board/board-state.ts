import type { BoardNode } from './board-node';
import type { BoardPod } from './board-pod';

/** State of a cluster on the board. It is changed in place, for it has tens of thousands of parts. */
export interface BoardState {
  readonly nodes: Map<string, BoardNode>;
  /** By uid. */
  readonly pods: Map<string, BoardPod>;
  /** Pods by the node that they are bound to, in the order in which they came. */
  readonly podsOf: Map<string, Map<string, BoardPod>>;
  /** Pods that wait for a node. */
  readonly waiting: Map<string, BoardPod>;
  /** Usage of nodes; those without usage are absent. */
  used: ReadonlyMap<string, Usage>;
  readonly changes: BoardChanges;
}

/** Usage of a node, or requests of its pods. */
export interface Usage {
  readonly cpuMillis: number;
  readonly memoryBytes: number;
}

/** Changes since they were last taken. */
export interface BoardChanges {
  /** Names of nodes whose own state or pods changed. */
  nodes: Set<string>;
  waiting: boolean;
  /** Pods that were not known before, in their order. */
  arrived: BoardPod[];
  /** Nodes came, went or changed their zone. */
  layout: boolean;
}

/** A state without nodes and pods. */
export function emptyBoard(): BoardState {
  return {
    nodes: new Map(),
    pods: new Map(),
    podsOf: new Map(),
    waiting: new Map(),
    used: new Map(),
    changes: { nodes: new Set(), waiting: true, arrived: [], layout: true },
  };
}

export function putNode(state: BoardState, node: BoardNode): void {
  const before = state.nodes.get(node.name);
  state.nodes.set(node.name, node);
  if (!before || before.zone !== node.zone) state.changes.layout = true;
  state.changes.nodes.add(node.name);
}

export function removeNode(state: BoardState, name: string): void {
  if (!state.nodes.delete(name)) return;
  state.changes.layout = true;
  state.changes.nodes.add(name);
}

/** Says what all nodes use. */
export function putUsages(state: BoardState, used: ReadonlyMap<string, Usage>): void {
  const before = state.used;
  state.used = used;
  for (const name of new Set([...before.keys(), ...used.keys()])) {
    const [was, is] = [before.get(name), used.get(name)];
    if (was?.cpuMillis !== is?.cpuMillis || was?.memoryBytes !== is?.memoryBytes) state.changes.nodes.add(name);
  }
}

export function putPod(state: BoardState, pod: BoardPod): void {
  const before = state.pods.get(pod.uid);
  if (before && before.nodeName !== pod.nodeName) takeOff(state, before);
  if (!before) state.changes.arrived.push(pod);
  state.pods.set(pod.uid, pod);
  if (pod.nodeName === undefined) {
    state.waiting.set(pod.uid, pod);
    state.changes.waiting = true;
    return;
  }
  let there = state.podsOf.get(pod.nodeName);
  if (!there) state.podsOf.set(pod.nodeName, (there = new Map()));
  there.set(pod.uid, pod);
  state.changes.nodes.add(pod.nodeName);
}

export function removePod(state: BoardState, uid: string): void {
  const before = state.pods.get(uid);
  if (!before) return;
  takeOff(state, before);
  state.pods.delete(uid);
}

function takeOff({ waiting, podsOf, changes }: BoardState, pod: BoardPod): void {
  if (pod.nodeName === undefined) {
    waiting.delete(pod.uid);
    changes.waiting = true;
    return;
  }
  const there = podsOf.get(pod.nodeName);
  there?.delete(pod.uid);
  if (there?.size === 0) podsOf.delete(pod.nodeName);
  changes.nodes.add(pod.nodeName);
}

/** The changes since the last call. */
export function takeChanges(state: BoardState): BoardChanges {
  const { nodes, waiting, arrived, layout } = state.changes;
  state.changes.nodes = new Set();
  state.changes.waiting = false;
  state.changes.arrived = [];
  state.changes.layout = false;
  return { nodes, waiting, arrived, layout };
}

/** Returns whether there is anything to take. */
export function hasChanges({ changes }: BoardState): boolean {
  return changes.layout || changes.waiting || changes.nodes.size > 0;
}

/** Returns the sum of the requests of a node's pods; those that have ended request nothing. */
export function requestedOn(
  state: BoardState,
  nodeName: string,
): { cpuMillis: number; memoryBytes: number; pods: number } {
  const sum = { cpuMillis: 0, memoryBytes: 0, pods: 0 };
  for (const pod of state.podsOf.get(nodeName)?.values() ?? []) {
    if (hasEnded(pod)) continue;
    sum.cpuMillis += pod.cpuMillis;
    sum.memoryBytes += pod.memoryBytes;
    sum.pods++;
  }
  return sum;
}

export function hasEnded({ health }: BoardPod): boolean {
  return health === 'succeeded' || health === 'failed';
}
