import type { KubeObject } from '../../objects';

const SYSTEM_NAMESPACES: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public']);

/** A namespace stays until its content is gone: the namespace controller removes the finalizer then. */
export function addKubernetesFinalizer(object: KubeObject): void {
  const spec = (object.spec ?? {}) as { finalizers?: readonly string[] };
  const others = (spec.finalizers ?? []).filter((finalizer) => finalizer !== 'kubernetes');
  object.spec = { ...spec, finalizers: [...others, 'kubernetes'] };
}

/** As the admission plugin NamespaceLifecycle has it upstream. */
export function refuseNamespaceDeletion(name: string): string | undefined {
  return SYSTEM_NAMESPACES.has(name) ? 'this namespace may not be deleted' : undefined;
}
