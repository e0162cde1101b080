import { useEffect, useState } from 'react';
import { useClient } from '../../../graphql/client-context';
import { AskError } from '../../../graphql/client';
import type { ObjectPlace } from '../../../model/editor/object-place';
import { apiPath, type ServedKind } from '../../../model/objects/served-kind';
import { rowsOf, type TableAnswer, type TableColumn, type TableRow } from '../../../model/objects/table';
import { readApi, TABLE } from '../../../rest/kubernetes-api';

/** An object as a row of the server's table. */
interface ObjectRow {
  readonly columns: readonly TableColumn[];
  readonly row: TableRow;
}

/** Reads an object as kubectl shows it in a table; again with each `version` of it. Undefined until it is read, or if it is gone. */
export function useObjectRow(
  place: ObjectPlace,
  kind: ServedKind | undefined,
  version: unknown,
): ObjectRow | undefined {
  const { cluster } = useClient();
  const [shown, setShown] = useState<ObjectRow>();
  const { apiVersion, namespace, name } = place;
  const path = kind && apiPath({ apiVersion, resource: kind.name, namespace, name });
  useEffect(() => {
    if (path === undefined) return undefined;
    const end = new AbortController();
    readApi<TableAnswer>(cluster, path, { accept: TABLE, signal: end.signal }).then(
      (table) => {
        const [row] = rowsOf(table, undefined);
        setShown(row && { columns: table.columnDefinitions ?? [], row });
      },
      // The description beside says why it cannot be read.
      (error: unknown) => {
        if (!(error instanceof AskError)) throw error;
      },
    );
    return () => end.abort();
  }, [cluster, path, version]);
  return shown;
}
