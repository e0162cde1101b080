import type { NodeMask } from './node-mask';
import type { RegisteredDomains } from './registered-domains';
import { NO_DOMAIN, type TopologyColumn } from './topology-column';

/** Tables of fewer domains are arrays from the start. */
const FEW_DOMAINS = 64;
/** A table with more filled domains becomes an array. */
const MAX_SPARSE = 32;

/**
 * Number of selected pods in each topology domain, kept by deltas. Pods are counted per node as well, so that a node
 * that changes its domain takes its pods along; pods on rows without a node wait there for it.
 */
export class DomainCounts {
  /** Sum over all domains: 0 means that no node with the topology key has such a pod. */
  total = 0;
  /** False once the table is no longer maintained: its users must request a new one. */
  isLive = true;
  /** Time of the table's last use. */
  lastUsed = 0;
  /** Domains that take part in spreading, with their smallest count. */
  registered: RegisteredDomains | undefined;
  private readonly rows = new Map<number, number>();
  private sparse: Map<number, number> | undefined;
  private dense = new Int32Array(0);

  constructor(
    readonly column: TopologyColumn,
    /** Mask of the counted nodes; undefined: all. */
    readonly mask?: NodeMask,
  ) {
    if (column.idCount > FEW_DOMAINS) this.sparse = new Map();
    column.users++;
    if (mask) mask.users++;
  }

  /** Pods in a domain. */
  at(domain: number): number {
    if (this.sparse) return this.sparse.get(domain) ?? 0;
    return domain < this.dense.length ? this.dense[domain]! : 0;
  }

  /** Pods on the node of a row, whether it takes part or not. */
  onRow(row: number): number {
    return this.rows.get(row) ?? 0;
  }

  /** Pods by row, as {@link onRow} has them; rows without any are not there. */
  get podsOfRows(): ReadonlyMap<number, number> {
    return this.rows;
  }

  /** True if any pod is counted on any row, also where no node is. */
  get isEmpty(): boolean {
    return this.rows.size === 0;
  }

  /** The domain under which the node of a row is counted. */
  domainOf(row: number): number {
    return this.mask && !this.mask.includes(row) ? NO_DOMAIN : this.column.domainOf(row);
  }

  /** Adds `amount` pods to the node of a row (or removes them, if negative). */
  add(row: number, amount: number): void {
    const now = (this.rows.get(row) ?? 0) + amount;
    if (now === 0) this.rows.delete(row);
    else this.rows.set(row, now);
    const domain = this.domainOf(row);
    if (domain !== NO_DOMAIN) this.credit(domain, amount);
  }

  /** The node of a row got a new place in column and mask: its pods move with it. */
  nodeMoved(row: number): void {
    const { column, mask } = this;
    const from = !mask || mask.before ? column.before : NO_DOMAIN;
    const to = !mask || mask.after ? column.after : NO_DOMAIN;
    if (from !== to) {
      const pods = this.rows.get(row);
      if (pods !== undefined) {
        if (from !== NO_DOMAIN) this.credit(from, -pods);
        if (to !== NO_DOMAIN) this.credit(to, pods);
      }
    }
    this.registered?.nodeMoved();
  }

  /** Gives up column and mask. */
  release(): void {
    this.isLive = false;
    this.column.users--;
    if (this.mask) this.mask.users--;
    this.registered?.release();
  }

  private credit(domain: number, amount: number): void {
    const before = this.at(domain);
    const after = before + amount;
    this.total += amount;
    if (this.sparse) {
      if (after === 0) this.sparse.delete(domain);
      else this.sparse.set(domain, after);
      if (this.sparse.size > MAX_SPARSE) this.densify(this.sparse);
    } else {
      if (domain >= this.dense.length) this.grow(domain);
      this.dense[domain] = after;
    }
    this.registered?.recounted(domain, before, after);
  }

  private densify(sparse: ReadonlyMap<number, number>): void {
    this.sparse = undefined;
    this.grow(this.column.idCount);
    for (const [domain, count] of sparse) {
      if (domain >= this.dense.length) this.grow(domain);
      this.dense[domain] = count;
    }
  }

  private grow(domain: number): void {
    const wide = new Int32Array(Math.max(8, domain + 1, this.dense.length * 2));
    wide.set(this.dense);
    this.dense = wide;
  }
}
