import { describeStruct } from '@orrery/api-descriptions';
import { mapInSlices } from '../answers/in-slices';
import {
  type Column,
  type ColumnText,
  convert,
  isAfter,
  type KindInfo,
  type KubeObject,
  PLAIN_TABLE,
  type ReleaseName,
  type TableKind,
} from '@orrery/api-types';
import { TEXTS_OF_1_20 } from './texts-of-1-20';

/** Part of each object that is sent with its row. */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

export interface TableContent {
  readonly kind: KindInfo;
  /** Objects in the version that the client asked for. */
  readonly objects: readonly KubeObject[];
  /** Metadata of the list. */
  readonly metadata: object;
  /** Version of meta.k8s.io: `v1` or `v1beta1`. */
  readonly version: string;
  readonly includeObject: IncludeObject;
  /** Cluster time, for ages. */
  readonly nowMs: number;
  /** Release of the cluster: some columns came later. */
  readonly release: ReleaseName;
}

/** Objects as the rows of a `Table` (spec api C9). Cells hold all columns, also those of wide output. */
export function renderTable(content: TableContent): object {
  const { head, objects, rowOf } = partsOf(content);
  return { ...head, rows: objects.map(rowOf) };
}

/** Renders as {@link renderTable}; between the rows of a long table other requests get their turn. */
export async function renderLongTable(content: TableContent): Promise<object> {
  const { head, objects, rowOf } = partsOf(content);
  return { ...head, rows: await mapInSlices(objects, rowOf) };
}

interface TableParts {
  readonly head: object;
  /** Objects in the order of the rows. */
  readonly objects: readonly KubeObject[];
  readonly rowOf: (object: KubeObject) => object;
}

function partsOf(content: TableContent): TableParts {
  const { kind, objects, metadata, version, includeObject, nowMs, release } = content;
  const table = kind.table ?? PLAIN_TABLE;
  const apiVersion = `meta.k8s.io/${version}`;
  const shown = columnsOf(table, release);
  const rowOf = (object: KubeObject): object => {
    const stored = kind.form ? object : convert(object, kind.storageApiVersion);
    const conditions = table.conditions?.(stored) ?? [];
    return {
      cells: shown.cellsOf(table.cells(stored, nowMs)),
      ...(conditions.length > 0 ? { conditions } : {}),
      object: included(object, includeObject, apiVersion),
    };
  };
  return {
    head: { kind: 'Table', apiVersion, metadata, columnDefinitions: shown.columns },
    objects: table.order ? [...objects].sort((a, b) => table.order!(a, b)) : objects,
    rowOf,
  };
}

interface ShownColumns {
  readonly columns: readonly object[];
  /** Returns those of the cells of all columns that are shown. */
  cellsOf<T>(cells: readonly T[]): readonly T[];
}

/** Columns of each release, by table; the table of a custom kind ends with its definition. */
const known = new WeakMap<TableKind, Map<ReleaseName, ShownColumns>>();

function columnsOf(table: TableKind, release: ReleaseName): ShownColumns {
  let ofReleases = known.get(table);
  if (!ofReleases) known.set(table, (ofReleases = new Map()));
  let shown = ofReleases.get(release);
  if (!shown) ofReleases.set(release, (shown = columnsIn(table.columns, release)));
  return shown;
}

/** The columns that a release has. */
function columnsIn(columns: readonly Column[], release: ReleaseName): ShownColumns {
  const isShown = columns.map(({ releases }) => releases?.includes(release) ?? true);
  return {
    columns: columns.filter((_column, i) => isShown[i]).map((column) => described(column, release)),
    cellsOf: isShown.every(Boolean) ? (cells) => cells : (cells) => cells.filter((_cell, i) => isShown[i]),
  };
}

/** A column as it is sent, with the text of the field that it shows. */
function described({ releases: _releases, description, ...column }: Column, release: ReleaseName): object {
  const { name, type, format, ...more } = column;
  return { name, type, format, description: textOf(description, release), ...more };
}

function textOf(description: ColumnText, release: ReleaseName): string {
  if (typeof description === 'string') return description;
  const older = isAfter(release, '1.20') ? undefined : TEXTS_OF_1_20[`${description.struct}.${description.field}`];
  return older ?? describeStruct(description.struct)?.fields.get(description.field)?.text ?? '';
}

function included(object: KubeObject, includeObject: IncludeObject, apiVersion: string): unknown {
  if (includeObject === 'None') return null;
  if (includeObject === 'Object') return object;
  return { kind: 'PartialObjectMetadata', apiVersion, metadata: object.metadata };
}
