import type { DomainCounts } from './domain-counts';

/** Additions of a simulation to the tables of a cycle: by table, pods by domain. Empty outside of simulations. */
export class CountChanges<Table extends object = DomainCounts> {
  private tables: Map<Table, Map<number, number>> | undefined;

  get isEmpty(): boolean {
    return (this.tables?.size ?? 0) === 0;
  }

  add(table: Table, domain: number, amount: number): void {
    this.tables ??= new Map();
    let domains = this.tables.get(table);
    if (!domains) this.tables.set(table, (domains = new Map()));
    const now = (domains.get(domain) ?? 0) + amount;
    if (now !== 0) domains.set(domain, now);
    else {
      domains.delete(domain);
      if (domains.size === 0) this.tables.delete(table);
    }
  }

  at(table: Table, domain: number): number {
    return this.tables?.get(table)?.get(domain) ?? 0;
  }

  /** Changes of one table by domain; undefined: none. */
  of(table: Table): ReadonlyMap<number, number> | undefined {
    return this.tables?.get(table);
  }

  /** Sum of the changes of one table. */
  total(table: Table): number {
    let sum = 0;
    for (const amount of this.tables?.get(table)?.values() ?? []) sum += amount;
    return sum;
  }

  /** Tables that changed. */
  changed(): Iterable<Table> {
    return this.tables?.keys() ?? [];
  }

  clone(): CountChanges<Table> {
    const copy = new CountChanges<Table>();
    if (!this.tables) return copy;
    copy.tables = new Map();
    for (const [table, domains] of this.tables) copy.tables.set(table, new Map(domains));
    return copy;
  }
}
