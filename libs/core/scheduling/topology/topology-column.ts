import type { Node } from '@orrery/api-types';

/** The domain of a node that lacks the topology key, or of a row without a node. */
export const NO_DOMAIN = -1;

/**
 * Topology domain of every node under one topology key. Domains are small numbers, reused after their last node leaves,
 * so that counts per domain fit into arrays.
 */
export class TopologyColumn {
  /** Number of tables that count by this column; unused columns may be dropped. */
  users = 0;
  /** False once the column is no longer kept. */
  isLive = true;
  /** Domain of the node that is being changed, before and after the change. */
  before = NO_DOMAIN;
  after = NO_DOMAIN;
  private domains = new Int32Array(0);
  private readonly idOfValue = new Map<string, number>();
  private readonly valueOfId: string[] = [];
  private readonly nodesOfId: number[] = [];
  private readonly freeIds: number[] = [];
  private crowdedCount = 0;

  constructor(readonly topologyKey: string) {}

  /** Domain of a node by its row. */
  domainOf(row: number): number {
    return row < this.domains.length ? this.domains[row]! : NO_DOMAIN;
  }

  /** Number of domains that have a node. */
  get domainCount(): number {
    return this.idOfValue.size;
  }

  /** Every domain has one node only, as hosts are: what happens on a node does not matter to any other. */
  get isNodeByNode(): boolean {
    return this.crowdedCount === 0;
  }

  /** Upper bound of the domain numbers in use. */
  get idCount(): number {
    return this.valueOfId.length;
  }

  /** Puts the node of a row into its domain; undefined: the node is gone. Returns true if the domain changed. */
  place(row: number, node: Node | undefined): boolean {
    const value = node && labelOf(node, this.topologyKey);
    this.before = this.domainOf(row);
    if (value === undefined ? this.before === NO_DOMAIN : this.valueOfId[this.before] === value) {
      this.after = this.before;
      return false;
    }
    // The new number is taken before the old one is given back: tables still have to be moved from one to the other.
    this.after = value === undefined ? NO_DOMAIN : this.enter(value);
    if (this.before !== NO_DOMAIN) this.leave(this.before);
    if (row >= this.domains.length) this.grow(row + 1);
    this.domains[row] = this.after;
    return true;
  }

  private enter(value: string): number {
    let id = this.idOfValue.get(value);
    if (id === undefined) {
      id = this.freeIds.pop() ?? this.valueOfId.length;
      this.idOfValue.set(value, id);
      this.valueOfId[id] = value;
      this.nodesOfId[id] = 0;
    }
    if (++this.nodesOfId[id]! === 2) this.crowdedCount++;
    return id;
  }

  private leave(id: number): void {
    const left = --this.nodesOfId[id]!;
    if (left === 1) this.crowdedCount--;
    if (left > 0) return;
    this.idOfValue.delete(this.valueOfId[id]!);
    this.freeIds.push(id);
  }

  private grow(rows: number): void {
    const wide = new Int32Array(Math.max(64, rows, this.domains.length * 2)).fill(NO_DOMAIN);
    wide.set(this.domains);
    this.domains = wide;
  }
}

/** A node's own label; undefined if it has none of that key. */
export function labelOf({ metadata: { labels } }: Node, key: string): string | undefined {
  return labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined;
}
