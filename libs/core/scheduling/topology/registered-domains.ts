import type { NodeMask } from './node-mask';
import { NO_DOMAIN, type TopologyColumn } from './topology-column';

/** The counts of pods by domain, as far as they are read here. */
export interface CountsByDomain {
  readonly column: TopologyColumn;
  at(domain: number): number;
}

/**
 * Domains among which pods are spread: those of nodes that take part, and the smallest count among them. A histogram of
 * the counts makes the minimum cheap also for thousands of domains.
 */
export class RegisteredDomains {
  /** Number of domains. */
  size = 0;
  private min = 0;
  private readonly nodes: number[] = [];
  /** Number of domains with a given count. */
  private readonly domainsWith: number[] = [];

  constructor(
    private readonly counts: CountsByDomain,
    /** Nodes that make their domain take part; undefined: all that have the key. */
    private readonly mask: NodeMask | undefined,
  ) {
    if (mask) mask.users++;
  }

  has(domain: number): boolean {
    return domain < this.nodes.length && this.nodes[domain]! > 0;
  }

  /** Smallest count among the domains; 0 without any. */
  minimum(): number {
    return this.min;
  }

  /** Smallest count if some domains counted differently, as in a simulation: additional pods by domain. */
  minimumWith(extra: ReadonlyMap<number, number>): number {
    let smallest = Infinity;
    const moved = new Map<number, number>();
    for (const [domain, amount] of extra) {
      if (!this.has(domain)) continue;
      const count = this.counts.at(domain);
      moved.set(count, (moved.get(count) ?? 0) + 1);
      smallest = Math.min(smallest, count + amount);
    }
    for (let count = this.min; count < this.domainsWith.length && count < smallest; count++) {
      if ((this.domainsWith[count] ?? 0) - (moved.get(count) ?? 0) > 0) smallest = count;
    }
    return smallest === Infinity ? 0 : smallest;
  }

  /** The node being changed may have made its domain come or go. */
  nodeMoved(): void {
    const { column } = this.counts;
    const from = !this.mask || this.mask.before ? column.before : NO_DOMAIN;
    const to = !this.mask || this.mask.after ? column.after : NO_DOMAIN;
    if (from === to) return;
    if (from !== NO_DOMAIN) this.leave(from);
    if (to !== NO_DOMAIN) this.enter(to);
  }

  /** Registers the nodes that were there before the table was made. */
  enterRow(row: number): void {
    const domain = this.mask && !this.mask.includes(row) ? NO_DOMAIN : this.counts.column.domainOf(row);
    if (domain !== NO_DOMAIN) this.enter(domain);
  }

  /** The count of a domain changed. */
  recounted(domain: number, before: number, after: number): void {
    if (!this.has(domain)) return;
    this.domainsWith[before]!--;
    this.note(after);
  }

  release(): void {
    if (this.mask) this.mask.users--;
  }

  private enter(domain: number): void {
    const nodes = (this.nodes[domain] ?? 0) + 1;
    this.nodes[domain] = nodes;
    if (nodes > 1) return;
    const count = this.counts.at(domain);
    if (this.size++ === 0) this.min = count;
    this.note(count);
  }

  private leave(domain: number): void {
    if (--this.nodes[domain]! > 0) return;
    this.size--;
    this.domainsWith[this.counts.at(domain)]!--;
    if (this.size === 0) this.min = 0;
    else this.raiseMinimum();
  }

  private note(count: number): void {
    while (this.domainsWith.length <= count) this.domainsWith.push(0);
    this.domainsWith[count]!++;
    if (count < this.min) this.min = count;
    else this.raiseMinimum();
  }

  private raiseMinimum(): void {
    while (!this.domainsWith[this.min]) this.min++;
  }
}
