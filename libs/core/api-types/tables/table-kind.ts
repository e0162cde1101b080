import { type ReleaseName, releasesSince, releasesUpTo } from '../kinds/releases';
import type { KubeObject } from '../objects';
import { ageSince } from './age';

/** Value of a cell; null: there is nothing to show. */
export type Cell = string | number | bigint | boolean | null;

/** Description of a column: a text, or that of a field of the API, as in upstream's tables. */
export type ColumnText = string | { readonly struct: string; readonly field: string };

/** The text of a field, by the name of its struct in the table of structs. */
export function of(struct: string, field: string): ColumnText {
  return { struct, field };
}

/** The definition of a column in a Table. */
export interface Column {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  /** `name` marks the column that names the row's object; otherwise empty. */
  readonly format: string;
  readonly description: ColumnText;
  /** 0: always shown; more: in wide output only. */
  readonly priority: number;
  /** The releases whose tables have it; all if left out. */
  readonly releases?: readonly ReleaseName[];
}

/** The reason why a row is shown differently, such as a pod that has run to its end. */
export interface RowCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** Table of the objects of one kind (spec api C9). */
export interface TableKind {
  readonly columns: readonly Column[];
  /** One cell a column; `nowMs` is cluster time. */
  cells(object: KubeObject, nowMs: number): readonly Cell[];
  conditions?(object: KubeObject): readonly RowCondition[];
  /** Order of rows, where it is not that of the list. */
  order?(a: KubeObject, b: KubeObject): number;
}

/** A type of the API as objects have it here: metadata is always there. */
export type Stored<T> = Omit<T, 'metadata'> & Pick<KubeObject, 'metadata'>;

/** A table of objects whose type is known from their kind. */
export function tableOf<T>(
  columns: readonly Column[],
  cells: (object: T, nowMs: number) => readonly Cell[],
  conditions?: (object: T) => readonly RowCondition[],
): TableKind {
  return {
    columns,
    cells: (object, nowMs) => cells(object as T, nowMs),
    ...(conditions ? { conditions: (object: KubeObject) => conditions(object as T) } : {}),
  };
}

/** A text column that is always shown. */
export function text(name: string, description: ColumnText): Column {
  return { name, type: 'string', format: '', description, priority: 0 };
}

/** A column of whole numbers. */
export function integer(name: string, description: ColumnText): Column {
  return { name, type: 'integer', format: '', description, priority: 0 };
}

/** The same column for wide output only. */
export function wide(column: Column): Column {
  return { ...column, priority: 1 };
}

/** The column with the name. */
export const NAME: Column = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: of('V1ObjectMeta', 'name'),
  priority: 0,
};
/** The column with the age. */
export const AGE = text('Age', of('V1ObjectMeta', 'creationTimestamp'));
/** The column with the time of creation. */
const CREATED_AT: Column = { ...text('Created At', of('V1ObjectMeta', 'creationTimestamp')), type: 'date' };

/** Of kinds of which there is nothing more to say. */
export const PLAIN_TABLE: TableKind = tableOf<KubeObject>([NAME, CREATED_AT], ({ metadata }) => [
  metadata.name,
  metadata.creationTimestamp ?? '',
]);

/** The same with the age. */
export const PLAIN_AGE_TABLE: TableKind = tableOf<KubeObject>([NAME, AGE], ({ metadata }, nowMs) => [
  metadata.name,
  ageSince(metadata.creationTimestamp, nowMs),
]);

/** Text of an absent value. */
export const NONE = '<none>';

/** Texts in one cell. */
export function joined(texts: readonly (string | undefined)[], separator = ','): string {
  return texts.length === 0 ? NONE : texts.join(separator);
}

/** A column that came after the older releases. */
export const later = (column: Column): Column => ({ ...column, releases: releasesSince('1.21') });

/** A column as only the older releases have it. */
export const former = (column: Column): Column => ({ ...column, releases: releasesUpTo('1.20') });
