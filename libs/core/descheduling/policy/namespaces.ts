import type { NameLists } from './args-schema';

/** Makes the test once for many pods; without lists every namespace is meant. */
export function namespaceTest(lists: NameLists | undefined): (namespace: string) => boolean {
  const { include = [], exclude = [] } = lists ?? {};
  if (include.length > 0) {
    const included = new Set(include);
    return (namespace) => included.has(namespace);
  }
  if (exclude.length === 0) return () => true;
  const excluded = new Set(exclude);
  return (namespace) => !excluded.has(namespace);
}
