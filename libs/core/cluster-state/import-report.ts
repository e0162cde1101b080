import type { ImportNote, ImportPlan } from './plan-import';

/** The number of objects of a kind. */
export interface KindCount {
  readonly apiVersion: string;
  readonly kind: string;
  readonly count: number;
}

/** Report of an import for clients, by object. */
export interface ImportReport {
  /** Time at which the objects were read, in RFC 3339. */
  readonly asOf: string;
  /** Number of written objects, by kind in the order of the writes. */
  readonly imported: readonly KindCount[];
  /** Objects that were left out, with the reasons. */
  readonly leftOut: readonly ImportNote[];
  /** Objects that were changed, with the changes. */
  readonly changed: readonly ImportNote[];
}

/** The report of an import. */
export function importReport({ objects, leftOut, changed, asOfMs }: ImportPlan): ImportReport {
  const counts = new Map<string, { apiVersion: string; kind: string; count: number }>();
  for (const { object } of objects) {
    const { apiVersion, kind } = object;
    const key = `${apiVersion} ${kind}`;
    const counted = counts.get(key);
    if (counted) counted.count++;
    else counts.set(key, { apiVersion, kind, count: 1 });
  }
  return { asOf: new Date(asOfMs).toISOString(), imported: [...counts.values()], leftOut, changed };
}
