import type { KindInfo } from './kind-info';

/** Returns whether objects of a kind are namespaces, in any form: rules that protect the one form protect the other. */
export function isNamespaceKind({ kind, group, storedAs }: Pick<KindInfo, 'kind' | 'group' | 'storedAs'>): boolean {
  return (kind === 'Namespace' && group === '') || storedAs === 'namespaces';
}
