import type { KindInfo } from './kind-info';

/** Returns whether objects of a kind are namespaces, in whatever form: what protects the one protects the other. */
export function isNamespaceKind({ kind, group, storedAs }: Pick<KindInfo, 'kind' | 'group' | 'storedAs'>): boolean {
  return (kind === 'Namespace' && group === '') || storedAs === 'namespaces';
}
