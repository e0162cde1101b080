import type { ClusterObjects, DomainCounts } from '@orrery/scheduling';

/** Sets remembered with the same first table. */
const MAX_KEPT = 8;

interface Exclusion {
  readonly tables: readonly DomainCounts[];
  readonly namespaceVersion: number;
  readonly key: object;
}

/**
 * Key objects of the exclusion of a pod: the tables of pods that it excludes and of those that exclude it, and the
 * labels of namespaces that both may look up. A key stays the same object while all of these are the same.
 */
export class ExclusionKeys {
  private readonly byFirstTable = new WeakMap<DomainCounts, Exclusion[]>();

  constructor(private readonly objects: ClusterObjects) {}

  /** Returns the key of tables; undefined without any. */
  keyOf(tables: readonly DomainCounts[]): object | undefined {
    const [first] = tables;
    if (!first) return undefined;
    const namespaceVersion = this.objects.version('Namespace');
    const kept = this.byFirstTable.get(first) ?? [];
    const known = kept.find(
      (each) =>
        each.namespaceVersion === namespaceVersion &&
        each.tables.length === tables.length &&
        each.tables.every((table, i) => table === tables[i]),
    );
    if (known) return known.key;
    const key = {};
    this.byFirstTable.set(first, [{ tables, namespaceVersion, key }, ...kept.slice(0, MAX_KEPT - 1)]);
    return key;
  }
}
