import type { Behaviour } from '../../behaviour/behaviour';
import type { NodeInfo } from '../../cache/node-info';
import type { StateData } from '../../framework/cycle-state';
import { NO_DOMAIN } from '../../topology/topology-column';
import type { SpreadTable } from './hard-spread';

/** Each node is a domain of its own: its pods are counted as they are. */
export const HOSTNAME = 'kubernetes.io/hostname';

/** How the constraints that only lower scores are read. */
export interface SoftSpreadRules {
  readonly rawScore: Behaviour['spread']['rawScore'];
  /** Nodes that lack a topology label are not scored. */
  readonly needsAllKeys: boolean;
}

/** The constraints that lower scores, in one cycle (specification 4.12), over its feasible nodes. */
export class SoftSpread implements StateData {
  /** By constraint: the more domains, the more a pod counts. */
  private readonly weights: readonly number[];

  constructor(
    private readonly tables: readonly SpreadTable[],
    private readonly rules: SoftSpreadRules,
    nodes: readonly NodeInfo[],
  ) {
    const scored = this.isEmpty ? [] : nodes.filter((node) => !this.isIgnored(node));
    this.weights = tables.map(({ constraint, column }) => {
      const size =
        constraint.topologyKey === HOSTNAME
          ? scored.length
          : new Set(scored.map(({ row }) => column.domainOf(row))).size;
      return Math.log(size + 2);
    });
  }

  /** There is nothing to score by. */
  get isEmpty(): boolean {
    return this.tables.length === 0;
  }

  /** It never changes. */
  clone(): this {
    return this;
  }

  /** The node lacks a topology label, and that matters. */
  isIgnored({ row }: NodeInfo): boolean {
    if (!this.rules.needsAllKeys) return false;
    for (const { column } of this.tables) if (column.domainOf(row) === NO_DOMAIN) return true;
    return false;
  }

  /** Weighted pods in the node's domains, fewer is better. The double is summed up in upstream's order. */
  rawScore(node: NodeInfo): number {
    if (this.isIgnored(node)) return 0;
    let score = 0;
    for (let i = 0; i < this.tables.length; i++) {
      const { constraint, column, counts } = this.tables[i]!;
      const domain = column.domainOf(node.row);
      if (domain === NO_DOMAIN) continue;
      const isHost = constraint.topologyKey === HOSTNAME;
      const pods = counts ? (isHost ? counts.onRow(node.row) : counts.at(domain)) : 0;
      score += pods * this.weights[i]! + (constraint.maxSkew - 1);
    }
    return this.rules.rawScore === 'round' ? Math.round(score) : Math.trunc(score);
  }

  /** Turns raw scores round, in place: the fullest node gets least, ignored ones 0. */
  normalize(scores: Float64Array, nodes: readonly NodeInfo[], scale: number): void {
    const ignored = nodes.map((node) => this.isIgnored(node));
    let min = Infinity;
    let max = 0;
    for (let i = 0; i < scores.length; i++) {
      if (ignored[i]) continue;
      min = Math.min(min, scores[i]!);
      max = Math.max(max, scores[i]!);
    }
    for (let i = 0; i < scores.length; i++) {
      if (ignored[i]) scores[i] = 0;
      else scores[i] = max === 0 ? scale : Math.trunc((scale * (max + min - scores[i]!)) / max);
    }
  }
}
