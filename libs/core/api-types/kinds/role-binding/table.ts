import type { RoleBinding, Subject } from 'kubernetes-types/rbac/v1';
import type { KubeObject } from '../../objects';
import { ageSince } from '../../tables/age';
import { AGE, NAME, tableOf, text, wide, of } from '../../tables/table-kind';

type Binding = Omit<RoleBinding, 'metadata'> & Pick<KubeObject, 'metadata'>;

/** Bindings of roles, in one namespace or in the whole cluster. */
export const ROLE_BINDING_TABLE = tableOf<Binding>(
  [
    NAME,
    text('Role', of('V1RoleBinding', 'roleRef')),
    AGE,
    wide(text('Users', 'Users in the roleBinding')),
    wide(text('Groups', 'Groups in the roleBinding')),
    wide(text('ServiceAccounts', 'ServiceAccounts in the roleBinding')),
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

function namesOf(subjects: readonly Subject[], wanted: string): string {
  return subjects
    .filter(({ kind }) => kind === wanted)
    .map(({ name, namespace }) => (wanted === 'ServiceAccount' ? `${namespace ?? ''}/${name}` : name))
    .join(', ');
}
