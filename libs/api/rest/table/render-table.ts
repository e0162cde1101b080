import { convert, PLAIN_TABLE, type KindInfo, type KubeObject } from '@orrery/api-types';

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
}

/** Objects as the rows of a `Table` (spec api C9). Cells hold all columns, also those of wide output. */
export function renderTable({ kind, objects, metadata, version, includeObject, nowMs }: TableContent): object {
  const table = kind.table ?? PLAIN_TABLE;
  const apiVersion = `meta.k8s.io/${version}`;
  const ordered = table.order ? [...objects].sort((a, b) => table.order!(a, b)) : objects;
  const rows = ordered.map((object) => {
    const stored = kind.form ? object : convert(object, kind.storageApiVersion);
    const conditions = table.conditions?.(stored) ?? [];
    return {
      cells: table.cells(stored, nowMs),
      ...(conditions.length > 0 ? { conditions } : {}),
      object: included(object, includeObject, apiVersion),
    };
  });
  return { kind: 'Table', apiVersion, metadata, columnDefinitions: table.columns, rows };
}

function included(object: KubeObject, includeObject: IncludeObject, apiVersion: string): unknown {
  if (includeObject === 'None') return null;
  if (includeObject === 'Object') return object;
  return { kind: 'PartialObjectMetadata', apiVersion, metadata: object.metadata };
}
