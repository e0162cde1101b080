import type { ImportNote, ImportPlan } from './plan-import';

/** The number of objects of a kind. */
export interface KindCount {
  readonly apiVersion: string;
  readonly kind: string;
  readonly count: number;
}

/** What became of the objects of an import, as clients get it. */
export interface ImportReport {
  /** When the objects were read, as a time in RFC 3339. */
  readonly asOf: string;
  /** What was written, by kind in the order in which it was. */
  readonly imported: readonly KindCount[];
  /** What was left out, with the reasons. */
  readonly leftOut: readonly ImportNote[];
  /** What was changed, with the changes. */
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
