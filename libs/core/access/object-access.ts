import { resourceAccess, type ResourceAccess } from './access';

/** Resources whose objects are namespaces, with their groups. */
const NAMESPACES: ReadonlySet<string> = new Set(['namespaces.', 'projects.project.openshift.io']);

/**
 * Returns an access to objects, in the terms of access rules. A namespace is in its own scope: a right that is granted
 * in it applies to itself too. The same holds for a project, which is a namespace.
 */
export function objectAccess(access: Parameters<typeof resourceAccess>[0]): ResourceAccess {
  const { group = '', resource, namespace = '', name = '' } = access;
  const isItsOwnPlace = NAMESPACES.has(`${resource}.${group}`) && namespace === '';
  return resourceAccess(isItsOwnPlace ? { ...access, namespace: name } : access);
}
