import type { KubeObject } from '../../objects';

const RBAC_GROUP = 'rbac.authorization.k8s.io';

interface Named {
  kind?: string;
  apiGroup?: string;
}

/** Roles, users and groups are of the group that knows them; service accounts are of the core group. */
export function defaultBinding(object: KubeObject): void {
  const binding = object as KubeObject & { roleRef?: Named; subjects?: Named[] };
  const { subjects = [] } = binding;
  (binding.roleRef ??= {}).apiGroup ||= RBAC_GROUP;
  for (const subject of subjects) {
    if (!subject.apiGroup && (subject.kind === 'User' || subject.kind === 'Group')) subject.apiGroup = RBAC_GROUP;
  }
}
