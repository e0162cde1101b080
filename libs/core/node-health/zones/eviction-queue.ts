/** A node that waits for its turn. */
export interface QueuedNode {
  readonly node: string;
  readonly uid: string;
  readonly addedAtMs: number;
  processAtMs: number;
}

/** Result of a processed node: done, or retried after a while. */
export type ProcessOutcome = { readonly done: true } | { readonly done: false; readonly retryAfterMs: number };

interface HeapEntry extends QueuedNode {
  /** Order of insertion, the second sort key. */
  sequence: number;
  /** Index of the entry in the heap, so that removal needs no search. */
  index: number;
}

/**
 * Nodes waiting for their NoExecute taint: a heap of entries and, apart from it, the set of names that are known.
 * The two part company on purpose: a processed node's name stays known, so that it is not queued again before it
 * was ready, and with {@link EvictionQueue.forget} one name may have several entries. The heap moves entries
 * exactly as Go's `container/heap` does, because which of several entries is removed depends on their places
 * (as in v1.20.2 `pkg/controller/nodelifecycle/scheduler/rate_limited_queue.go`).
 */
export class EvictionQueue {
  private readonly heap: HeapEntry[] = [];
  private readonly entriesByNode = new Map<string, HeapEntry[]>();
  private readonly known = new Set<string>();
  private nextSequence = 0;

  get length(): number {
    return this.heap.length;
  }

  /** Returns whether {@link add} does nothing for this node. */
  isKnown(node: string): boolean {
    return this.known.has(node);
  }

  /** The nodes whose turn comes first, in their order; a node with several entries is there several times. */
  first(count: number): readonly string[] {
    return [...this.heap]
      .sort((a, b) => a.processAtMs - b.processAtMs || a.sequence - b.sequence)
      .slice(0, count)
      .map(({ node }) => node);
  }

  head(): QueuedNode | undefined {
    return this.heap[0];
  }

  /** Queues a node for `nowMs` unless its name is known. */
  add(node: string, uid: string, nowMs: number): boolean {
    if (this.known.has(node)) return false;
    this.known.add(node);
    this.push({ node, uid, addedAtMs: nowMs, processAtMs: nowMs, sequence: this.nextSequence++, index: -1 });
    return true;
  }

  /** Forgets the name and removes one of its entries; does nothing for an unknown name. */
  remove(node: string): void {
    if (!this.known.delete(node)) return;
    this.removeOneEntry(node);
  }

  /** Forgets only the name: a later {@link add} pushes a further entry. */
  forget(node: string): void {
    this.known.delete(node);
  }

  /** Settles the head after its turn: a done entry leaves if its name is known, a failed one waits again. */
  settle(entry: QueuedNode, outcome: ProcessOutcome, nowMs: number): void {
    if (outcome.done) {
      if (this.known.has(entry.node)) this.removeOneEntry(entry.node);
      return;
    }
    if (this.removeOneEntry(entry.node)) this.pushAgain(entry, nowMs + outcome.retryAfterMs);
  }

  /** Puts a node back whose taint could not be written after all; its name is still known. */
  retry(node: string, uid: string, nowMs: number): void {
    if (!this.known.has(node) || this.entriesByNode.has(node)) return;
    this.pushAgain({ node, uid, addedAtMs: nowMs, processAtMs: nowMs }, nowMs);
  }

  toState(): EvictionQueueState {
    const entries = this.heap.map(({ node, uid, addedAtMs, processAtMs, sequence }) => ({
      node,
      uid,
      addedAtMs,
      processAtMs,
      sequence,
    }));
    return { entries, known: [...this.known], nextSequence: this.nextSequence };
  }

  static fromState(state: EvictionQueueState): EvictionQueue {
    const queue = new EvictionQueue();
    state.entries.forEach((entry, index) => queue.place({ ...entry, index }));
    state.known.forEach((name) => queue.known.add(name));
    queue.nextSequence = state.nextSequence;
    return queue;
  }

  private place(entry: HeapEntry): void {
    this.heap[entry.index] = entry;
    this.index(entry);
  }

  private index(entry: HeapEntry): void {
    const entries = this.entriesByNode.get(entry.node);
    if (entries) entries.push(entry);
    else this.entriesByNode.set(entry.node, [entry]);
  }

  /** Queues an entry again, one millisecond later, as upstream adds one nanosecond: a retry is never due in the instant of its failure. */
  private pushAgain(entry: QueuedNode, atMs: number): void {
    this.push({ ...entry, processAtMs: atMs + 1, sequence: this.nextSequence++, index: -1 });
  }

  private push(entry: HeapEntry): void {
    entry.index = this.heap.length;
    this.heap.push(entry);
    this.index(entry);
    this.siftUp(entry.index);
  }

  /** Removes the first entry of `node` in the heap's array. */
  private removeOneEntry(node: string): boolean {
    const entries = this.entriesByNode.get(node);
    if (!entries) return false;
    const first = entries.reduce((a, b) => (b.index < a.index ? b : a));
    if (entries.length === 1) this.entriesByNode.delete(node);
    else entries.splice(entries.indexOf(first), 1);
    this.removeAt(first.index);
    return true;
  }

  private removeAt(index: number): void {
    const last = this.heap.length - 1;
    if (index !== last) {
      this.swap(index, last);
      this.heap.pop();
      if (!this.siftDown(index)) this.siftUp(index);
    } else {
      this.heap.pop();
    }
  }

  private siftUp(start: number): void {
    for (let child = start; child > 0;) {
      const parent = (child - 1) >> 1;
      if (!this.isBefore(child, parent)) return;
      this.swap(parent, child);
      child = parent;
    }
  }

  private siftDown(start: number): boolean {
    let parent = start;
    for (;;) {
      const left = 2 * parent + 1;
      if (left >= this.heap.length) break;
      const right = left + 1;
      const child = right < this.heap.length && this.isBefore(right, left) ? right : left;
      if (!this.isBefore(child, parent)) break;
      this.swap(parent, child);
      parent = child;
    }
    return parent > start;
  }

  private isBefore(a: number, b: number): boolean {
    const first = this.heap[a]!;
    const second = this.heap[b]!;
    return (first.processAtMs - second.processAtMs || first.sequence - second.sequence) < 0;
  }

  private swap(a: number, b: number): void {
    const first = this.heap[a]!;
    const second = this.heap[b]!;
    this.heap[a] = second;
    this.heap[b] = first;
    second.index = a;
    first.index = b;
  }
}

/** Queue as plain data; entries are in heap order. */
export interface EvictionQueueState {
  readonly entries: readonly (QueuedNode & { readonly sequence: number })[];
  readonly known: readonly string[];
  readonly nextSequence: number;
}
