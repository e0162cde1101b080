import { jsonText } from '../numbers/json-text';
import type { KubeObject } from '../objects';
import { ageSince } from '../tables/age';
import { isNumeric } from '../numbers/exact-numbers';
import { NAME, type Cell, type Column, type TableKind } from '../tables/table-kind';
import type { PrinterColumn } from './definition/custom-resource-definition';
import { readPath, type JsonPath, parseJsonPath } from './json-path';

const DEFAULT_COLUMNS: readonly PrinterColumn[] = [
  {
    name: 'Age',
    type: 'date',
    jsonPath: '.metadata.creationTimestamp',
    description:
      'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata',
  },
];

/** The table of a version: the name, and its printer columns, or the age where it has none. */
export function customTable(columns: readonly PrinterColumn[] | undefined): TableKind {
  const used = columns && columns.length > 0 ? columns : DEFAULT_COLUMNS;
  const paths = used.map(({ jsonPath }) => parseJsonPath(jsonPath));
  return {
    columns: [NAME, ...used.map(columnOf)],
    cells: (object, nowMs) => [
      object.metadata.name,
      ...used.map(({ type }, i) => cellOf(type, object, paths[i], nowMs)),
    ],
  };
}

function columnOf({ name, type, format = '', description, priority = 0, jsonPath }: PrinterColumn): Column {
  const text = description || `Custom resource definition column (in JSONPath format): ${jsonPath}`;
  return { name, type: type as Column['type'], format, description: text, priority };
}

function cellOf(type: string, object: KubeObject, path: JsonPath | undefined, nowMs: number): Cell {
  const found = path ? readPath(path, object) : [];
  if (found.length === 0) return null;
  const [value] = found;
  if (type === 'string') return textOf(value);
  if (value === null) return null;
  switch (type) {
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : typeof value === 'bigint' ? value : null;
    case 'number':
      return isNumeric(value) ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      if (typeof value !== 'string') return null;
      return Number.isNaN(Date.parse(value)) ? '<invalid>' : ageSince(value, nowMs);
    default:
      return null;
  }
}

/** As kubectl's JSONPath printer writes a value. */
function textOf(value: unknown): string {
  if (value === null) return '<nil>';
  return typeof value === 'object' ? jsonText(value) : String(value);
}
