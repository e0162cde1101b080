import type { NodeInfo } from './node-info';
import { NodeSet } from './node-set';
import type { PodInfo } from './pod-info';
import type { Snapshot } from './snapshot';

const NO_NODES: readonly NodeInfo[] = [];

/**
 * Answers about nodes, by their positions in node order, kept by deltas: each is valid while its node and the pods
 * nominated to it stay the same. `follow` drops those of changed nodes; the others are not evaluated again.
 */
export abstract class NodeAnswers<T> {
  /** In node order. */
  nodes: readonly NodeInfo[] = NO_NODES;
  /** Positions without an answer. */
  open = new NodeSet(0);
  private answers: (T | undefined)[] = [];
  private generations = new Float64Array(0);
  private promised: (readonly PodInfo[] | undefined)[] = [];
  private seenChanges = 0;
  /** Positions of answers that do not outlive the cycle. */
  private passing: number[] = [];

  /** Drops outdated verdicts. Call it at the start of every cycle that uses them. */
  follow(snapshot: Snapshot): void {
    for (const position of this.passing) this.forget(position);
    this.passing = [];
    const { changes, nodes } = snapshot;
    if (nodes !== this.nodes || !changes.reaches(this.seenChanges)) this.rearrange(snapshot);
    else {
      for (let change = this.seenChanges; change < changes.count; change++) {
        const position = snapshot.positionOf(changes.rowOf(change));
        if (position >= 0 && !this.isStillTrue(position, nodes[position]!)) this.forget(position);
      }
    }
    this.seenChanges = changes.count;
  }

  /** Returns the answer about the node at this position; undefined: it has to be evaluated. */
  at(position: number): T | undefined {
    return this.answers[position];
  }

  record(position: number, answer: T): void {
    const node = this.nodes[position]!;
    this.generations[position] = node.generation;
    this.promised[position] = node.promisedTo;
    this.put(position, answer);
  }

  /** Records an answer that is good for this cycle only. */
  recordForNow(position: number, answer: T): void {
    this.record(position, answer);
    this.passing.push(position);
  }

  forget(position: number): void {
    const before = this.answers[position];
    if (before === undefined) return;
    this.answers[position] = undefined;
    this.open.add(position);
    this.counted(position, before, undefined);
  }

  /** Resizes to the number of nodes, without answers. */
  protected abstract cleared(size: number): void;

  /** An answer came, changed or went. */
  protected abstract counted(position: number, before: T | undefined, after: T | undefined): void;

  private put(position: number, answer: T): void {
    const before = this.answers[position];
    this.answers[position] = answer;
    this.open.delete(position);
    this.counted(position, before, answer);
  }

  private isStillTrue(position: number, node: NodeInfo): boolean {
    return this.generations[position] === node.generation && this.promised[position] === node.promisedTo;
  }

  /** Moves answers after nodes were added, removed or moved: a valid one keeps its node. */
  private rearrange(snapshot: Snapshot): void {
    const { nodes: before, answers, generations, promised } = this;
    const { nodes } = snapshot;
    this.nodes = nodes;
    this.answers = new Array<T | undefined>(nodes.length).fill(undefined);
    this.generations = new Float64Array(nodes.length);
    this.promised = new Array<undefined>(nodes.length).fill(undefined);
    this.open = new NodeSet(nodes.length);
    this.open.addAll();
    this.cleared(nodes.length);
    for (let i = 0; i < before.length; i++) {
      const answer = answers[i];
      const node = before[i]!;
      if (answer === undefined || generations[i] !== node.generation || promised[i] !== node.promisedTo) continue;
      const position = snapshot.positionOf(node.row);
      if (position >= 0 && nodes[position] === node) this.record(position, answer);
    }
  }
}
