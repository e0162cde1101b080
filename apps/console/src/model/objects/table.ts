/** A column of a `Table` of the Kubernetes API. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** 0 for the columns that `kubectl get` shows; more for those of `-o wide`. */
  readonly priority: number;
}

/** A row of a table: an object, and the texts of its cells in the order of the columns. */
export interface TableRow {
  readonly uid: string;
  readonly name: string;
  /** Empty for kinds without namespaces. */
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Time of creation, in milliseconds of cluster time; undefined for an object that has none. */
  readonly createdMs: number | undefined;
  /** Time at which the row was received, in milliseconds of cluster time. */
  readonly seenMs: number | undefined;
  readonly isEnding: boolean;
  readonly cells: readonly string[];
}

/** The fields of the answer of the server that are read. */
export interface TableAnswer {
  readonly metadata?: {
    readonly resourceVersion?: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
  readonly columnDefinitions?: readonly TableColumn[] | null;
  readonly rows?: readonly RowAnswer[] | null;
}

interface RowAnswer {
  readonly cells: readonly unknown[];
  readonly object: {
    readonly metadata: {
      readonly uid?: string;
      readonly name: string;
      readonly namespace?: string;
      readonly labels?: Readonly<Record<string, string>>;
      readonly creationTimestamp?: string | null;
      readonly deletionTimestamp?: string;
    };
  };
}

/** A line of a watch. */
export interface TableEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: TableAnswer & { readonly code?: number; readonly reason?: string; readonly message?: string };
}

/** Returns the rows of an answer. `nowMs` is the cluster time at which it came. */
export function rowsOf({ rows }: TableAnswer, nowMs: number | undefined): readonly TableRow[] {
  return (rows ?? []).map(({ cells, object: { metadata } }) => {
    const { name, namespace = '', labels = {}, creationTimestamp, deletionTimestamp } = metadata;
    return {
      // Objects of other API servers need not have a uid.
      uid: metadata.uid ?? `${namespace}/${name}`,
      name,
      namespace,
      labels,
      createdMs: creationTimestamp ? Date.parse(creationTimestamp) : undefined,
      seenMs: nowMs,
      isEnding: deletionTimestamp !== undefined,
      cells: cells.map(textOf),
    };
  });
}

/** A cell as kubectl prints it. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '<none>';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

/** Rows by uid, with the changes of a watch. */
export class TableRows {
  private readonly rows = new Map<string, TableRow>();

  get size(): number {
    return this.rows.size;
  }

  all(): readonly TableRow[] {
    return [...this.rows.values()];
  }

  add(rows: readonly TableRow[]): void {
    for (const row of rows) this.rows.set(row.uid, row);
  }

  /** Takes an event of a watch in. */
  take({ type, object }: TableEvent, nowMs: number | undefined): void {
    const rows = rowsOf(object, nowMs);
    if (type === 'ADDED' || type === 'MODIFIED') this.add(rows);
    else if (type === 'DELETED') for (const { uid } of rows) this.rows.delete(uid);
  }
}

/** Returns whether a row contains all words, in its cells or its namespace. */
export function matchesWords({ cells, namespace }: TableRow, words: string): boolean {
  const text = `${namespace} ${cells.join(' ')}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
