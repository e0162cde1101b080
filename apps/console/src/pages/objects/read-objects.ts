import type { ClusterClient } from '../../graphql/client';
import { ExportObjectsQuery } from '../../graphql/operations.generated';

/** All objects of a kind, page by page. Rejects with `AskError`. */
export async function* readObjects(client: ClusterClient, apiVersion: string, kind: string): AsyncGenerator<unknown> {
  for (let after: string | undefined, isMore = true; isMore;) {
    const { objects }: ExportObjectsQuery = await client.ask(ExportObjectsQuery, {
      apiVersion,
      kind,
      ...(after === undefined ? {} : { after }),
    });
    for (const { json } of objects.nodes) yield json;
    after = objects.pageInfo.endCursor ?? undefined;
    isMore = objects.pageInfo.hasNextPage;
  }
}
