/** Page of a list. */
export interface Page<T> {
  readonly nodes: readonly T[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Number of items per request. */
export const PAGE_SIZE = 500;

/** All items of a list that is read page by page. */
export async function everyPage<T>(ask: (after: string | null) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  for (let after: string | null = null; ;) {
    const { nodes, pageInfo }: Page<T> = await ask(after);
    items.push(...nodes);
    if (!pageInfo.hasNextPage) return items;
    after = pageInfo.endCursor;
  }
}
