import { NO_DOMAIN, type Behaviour, type DomainCounts, type NodeInfo, type StateData } from '@orrery/scheduling';
import type { SpreadTable } from './hard-spread';

/** Topology key under which each node is a domain of its own: its pods are counted directly. */
export const HOSTNAME = 'kubernetes.io/hostname';

/** Rules for constraints that only lower scores. */
export interface SoftSpreadRules {
  readonly rawScore: Behaviour['spread']['rawScore'];
  /** Nodes that lack a topology label are not scored. */
  readonly needsAllKeys: boolean;
}

/** The constraints that lower scores, in one cycle (spec scheduler 4.12), over its feasible nodes. */
export class SoftSpread implements StateData {
  /** Weights by constraint: the more domains, the more a pod counts. */
  private readonly weights: readonly number[];

  constructor(
    private readonly tables: readonly SpreadTable[],
    private readonly rules: SoftSpreadRules,
    nodes: readonly NodeInfo[],
  ) {
    const scored = this.mayIgnore ? nodes.filter((node) => !this.isIgnored(node)) : nodes;
    this.weights = tables.map(({ constraint, column }) => {
      const isHost = constraint.topologyKey === HOSTNAME;
      return Math.log((isHost ? scored.length : domainsOf(scored, column)) + 2);
    });
  }

  /** True without a constraint to score by. */
  get isEmpty(): boolean {
    return this.tables.length === 0;
  }

  /** Returns the same object, which never changes. */
  clone(): this {
    return this;
  }

  private get mayIgnore(): boolean {
    return this.rules.needsAllKeys && !this.isEmpty;
  }

  /** The node lacks a topology label, and that matters. */
  isIgnored({ row }: NodeInfo): boolean {
    if (!this.rules.needsAllKeys) return false;
    for (const { column } of this.tables) if (column.domainOf(row) === NO_DOMAIN) return true;
    return false;
  }

  /** Weighted pods in the node's domains, fewer is better. */
  rawScore(node: NodeInfo): number {
    const scores = new Float64Array(1);
    this.rawScores([node], scores);
    return scores[0]!;
  }

  /** The raw scores of many nodes, constraint by constraint. Each double is summed up in upstream's order. */
  rawScores(nodes: readonly NodeInfo[], scores: Float64Array): void {
    scores.fill(0);
    for (let i = 0; i < this.tables.length; i++) addScores(this.tables[i]!, this.weights[i]!, nodes, scores);
    const isRounded = this.rules.rawScore === 'round';
    for (let i = 0; i < scores.length; i++) {
      scores[i] = isRounded ? Math.round(scores[i]!) : Math.trunc(scores[i]!);
    }
    if (!this.mayIgnore) return;
    for (let i = 0; i < scores.length; i++) if (this.isIgnored(nodes[i]!)) scores[i] = 0;
  }

  /** Turns raw scores round, in place: the fullest node gets least, ignored ones 0. */
  normalize(scores: Float64Array, nodes: readonly NodeInfo[], scale: number): void {
    const ignored = this.mayIgnore ? nodes.map((node) => this.isIgnored(node)) : undefined;
    let min = Infinity;
    let max = 0;
    for (let i = 0; i < scores.length; i++) {
      if (ignored?.[i]) continue;
      const score = scores[i]!;
      if (score < min) min = score;
      if (score > max) max = score;
    }
    for (let i = 0; i < scores.length; i++) {
      if (ignored?.[i]) scores[i] = 0;
      else scores[i] = max === 0 ? scale : Math.trunc((scale * (max + min - scores[i]!)) / max);
    }
  }
}

/** Returns the number of domains of a column that the nodes are in; those without the label are one more. */
function domainsOf(nodes: readonly NodeInfo[], column: SpreadTable['column']): number {
  const isSeen = new Uint8Array(column.idCount - NO_DOMAIN);
  let count = 0;
  for (let i = 0; i < nodes.length; i++) {
    const place = column.domainOf(nodes[i]!.row) - NO_DOMAIN;
    if (isSeen[place] === 1) continue;
    isSeen[place] = 1;
    count++;
  }
  return count;
}

/** Adds the scores of one constraint to each node. */
function addScores(table: SpreadTable, weight: number, nodes: readonly NodeInfo[], scores: Float64Array): void {
  const { constraint, column } = table;
  const counts = table.counts?.isEmpty ? undefined : table.counts;
  const extra = constraint.maxSkew - 1;
  const podsAt = counts && constraint.topologyKey === HOSTNAME ? laidOut(counts) : undefined;
  for (let i = 0; i < nodes.length; i++) {
    const { row } = nodes[i]!;
    const domain = column.domainOf(row);
    if (domain === NO_DOMAIN) continue;
    const pods = podsAt ? (podsAt[row] ?? 0) : (counts?.at(domain) ?? 0);
    scores[i]! += pods * weight + extra;
  }
  if (podsAt) for (const row of counts!.podsOfRows.keys()) podsAt[row] = 0;
}

/** Lent to one constraint at a time; between times it holds nothing but 0. */
let byRow: Int32Array = new Int32Array(0);

/** Pods by row, of which few have any: a look into an array for each of many nodes, in place of one into a map. */
function laidOut(counts: DomainCounts): Int32Array {
  for (const [row, pods] of counts.podsOfRows) {
    if (row >= byRow.length) byRow = grown(byRow, row + 1);
    byRow[row] = pods;
  }
  return byRow;
}

function grown(array: Int32Array, atLeast: number): Int32Array {
  const wide = new Int32Array(Math.max(atLeast, array.length * 2));
  wide.set(array);
  return wide;
}
