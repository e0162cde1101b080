import { forbidden, isNamespaceKind, notFound, type KubeObject } from '@orrery/api-types';
import type { AdmissionPlugin } from '../admission';

const NAMESPACES = { group: '', resource: 'namespaces' };
const IMMORTAL: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public']);
/** Kinds whose creation is a query and stores nothing. */
const REVIEWS: ReadonlySet<string> = new Set(['LocalSubjectAccessReview', 'SubjectAccessReview']);

/**
 * Refuses creations in a namespace that is absent (404) or terminating (403), and deletions of some namespaces. Updates
 * and deletes in terminating namespaces still work. As in v1.20.2 `plugin/pkg/admission/namespace/lifecycle`.
 */
export const namespaceLifecycle: AdmissionPlugin = (request) => {
  const { kind, object, operation, lookup } = request;
  if (operation === 'DELETE') {
    const isImmortal = isNamespaceKind(kind) && IMMORTAL.has(object.metadata.name);
    return isImmortal ? forbidden(NAMESPACES, object.metadata.name, 'this namespace may not be deleted') : object;
  }
  const namespaceName = object.metadata.namespace;
  if (operation !== 'CREATE' || !kind.namespaced || !namespaceName || isReview(kind)) return object;
  const namespace = lookup.namespace(namespaceName);
  if (!namespace) return notFound(NAMESPACES, namespaceName);
  // A namespace is terminating from its deletion on, also before its phase says so. Subresources (eviction) still work.
  const isTerminating = namespace.metadata.deletionTimestamp !== undefined || namespace.status?.phase === 'Terminating';
  return isTerminating && request.subresource === undefined ? refuse(kind, object, namespaceName) : object;
};

function isReview({ kind, group }: { readonly kind: string; readonly group: string }): boolean {
  return group === 'authorization.k8s.io' && REVIEWS.has(kind);
}

function refuse(kind: { group: string; resource: string }, object: KubeObject, namespaceName: string) {
  const detail = `unable to create new content in namespace ${namespaceName} because it is being terminated`;
  return forbidden(kind, object.metadata.name, detail, [
    {
      reason: 'NamespaceTerminating',
      message: `namespace ${namespaceName} is being terminated`,
      field: 'metadata.namespace',
    },
  ]);
}
