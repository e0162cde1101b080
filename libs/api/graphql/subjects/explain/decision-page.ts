import type { ClusterRuntime } from '@orrery/control-plane';
import { decodeCursor, encodeCursor, listDigest } from '../../objects/connections/cursor';
import { pageRequest, decisionsOf, readEntry, type DecisionQuery, decisionView } from '@orrery/insights';

export interface DecisionPageArgs {
  readonly first?: number | null;
  readonly after?: string | null;
}

/** A page of the decisions that match, newest first. Cursors stay good while newer ones come. */
export async function decisionPage(
  runtime: ClusterRuntime,
  filter: DecisionQuery,
  { first, after }: DecisionPageArgs,
): Promise<object> {
  const { size } = pageRequest({ first, after });
  const digest = listDigest(['scheduling decisions', filter]);
  const before = after == null ? Infinity : Number(decodeCursor(after, digest).key);
  const found = (await decisionsOf(runtime)).find(filter);
  const start = found.findIndex(({ number }) => number < before);
  const page = start < 0 ? [] : found.slice(start, start + size);
  const cursorOf = (number: number): string => encodeCursor({ revision: 0, listDigest: digest, key: String(number) });
  const edges = page.map((entry) => ({
    cursor: cursorOf(entry.number),
    node: decisionView(runtime, readEntry(entry)),
  }));
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: {
      hasNextPage: start >= 0 && start + page.length < found.length,
      hasPreviousPage: start > 0 || (start < 0 && found.length > 0),
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges[edges.length - 1]?.cursor ?? null,
    },
    totalCount: found.length,
  };
}
