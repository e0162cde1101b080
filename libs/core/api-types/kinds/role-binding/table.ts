import type { RoleBinding, Subject } from 'kubernetes-types/rbac/v1';
import type { KubeObject } from '../../objects';
import { ageSince } from '../../tables/age';
import { AGE, NAME, tableOf, text, wide, type TableKind } from '../../tables/table-kind';

type Binding = Omit<RoleBinding, 'metadata'> & Pick<KubeObject, 'metadata'>;

const ROLE = 'If the RoleRef cannot be resolved, the Authorizer must return an error.';

/** Columns of bindings in a namespace (`pkg/printers/internalversion` upstream). */
export const ROLE_BINDING_TABLE = bindingTable(
  `RoleRef can reference a Role in the current namespace or a ClusterRole in the global namespace. ${ROLE}`,
  'roleBinding',
);

/** Columns of bindings in the whole cluster. */
export const CLUSTER_ROLE_BINDING_TABLE = bindingTable(
  `RoleRef can only reference a ClusterRole in the global namespace. ${ROLE}`,
  'clusterRoleBinding',
);

function bindingTable(role: string, binding: string): TableKind {
  return tableOf<Binding>(
    [
      NAME,
      text('Role', role),
      AGE,
      wide(text('Users', `Users in the ${binding}`)),
      wide(text('Groups', `Groups in the ${binding}`)),
      wide(text('ServiceAccounts', `ServiceAccounts in the ${binding}`)),
    ],
    ({ metadata, roleRef, subjects = [] }, nowMs) => [
      metadata.name,
      `${roleRef.kind}/${roleRef.name}`,
      ageSince(metadata.creationTimestamp, nowMs),
      namesOf(subjects, 'User'),
      namesOf(subjects, 'Group'),
      namesOf(subjects, 'ServiceAccount'),
    ],
  );
}

function namesOf(subjects: readonly Subject[], wanted: string): string {
  return subjects
    .filter(({ kind }) => kind === wanted)
    .map(({ name, namespace }) => (wanted === 'ServiceAccount' ? `${namespace ?? ''}/${name}` : name))
    .join(', ');
}
