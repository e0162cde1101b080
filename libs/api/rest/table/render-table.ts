import { convert, PLAIN_TABLE, type Column, type KindInfo, type KubeObject, type ReleaseName } from '@orrery/api-types';

/** What of each object goes with its row. */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

export interface TableContent {
  readonly kind: KindInfo;
  /** In the version that the client asked for. */
  readonly objects: readonly KubeObject[];
  /** Of the list. */
  readonly metadata: object;
  /** Of meta.k8s.io: `v1` or `v1beta1`. */
  readonly version: string;
  readonly includeObject: IncludeObject;
  /** Cluster time, for ages. */
  readonly nowMs: number;
  /** Of the cluster: some columns came later. */
  readonly release: ReleaseName;
}

/** Objects as the rows of a `Table` (spec api C9). Cells hold all columns, also those of wide output. */
export function renderTable(content: TableContent): object {
  const { kind, objects, metadata, version, includeObject, nowMs, release } = content;
  const table = kind.table ?? PLAIN_TABLE;
  const apiVersion = `meta.k8s.io/${version}`;
  const shown = columnsOf(table.columns, release);
  const ordered = table.order ? [...objects].sort((a, b) => table.order!(a, b)) : objects;
  const rows = ordered.map((object) => {
    const stored = kind.form ? object : convert(object, kind.storageApiVersion);
    const conditions = table.conditions?.(stored) ?? [];
    return {
      cells: shown.cellsOf(table.cells(stored, nowMs)),
      ...(conditions.length > 0 ? { conditions } : {}),
      object: included(object, includeObject, apiVersion),
    };
  });
  return { kind: 'Table', apiVersion, metadata, columnDefinitions: shown.columns, rows };
}

interface ShownColumns {
  readonly columns: readonly Column[];
  /** Of the cells of all columns, those that are shown. */
  cellsOf<T>(cells: readonly T[]): readonly T[];
}

/** The columns that a release has. */
function columnsOf(columns: readonly Column[], release: ReleaseName): ShownColumns {
  if (columns.every(({ releases }) => releases === undefined)) return { columns, cellsOf: (cells) => cells };
  const isShown = columns.map(({ releases }) => releases?.includes(release) ?? true);
  return {
    columns: columns.filter((_column, i) => isShown[i]).map(({ releases: _releases, ...column }) => column),
    cellsOf: (cells) => cells.filter((_cell, i) => isShown[i]),
  };
}

function included(object: KubeObject, includeObject: IncludeObject, apiVersion: string): unknown {
  if (includeObject === 'None') return null;
  if (includeObject === 'Object') return object;
  return { kind: 'PartialObjectMetadata', apiVersion, metadata: object.metadata };
}
