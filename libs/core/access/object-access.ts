import { resourceAccess, type ResourceAccess } from './access';

/** Resources whose objects are namespaces, with their groups. */
const NAMESPACES: ReadonlySet<string> = new Set(['namespaces.', 'projects.project.openshift.io']);

/**
 * What is done to objects, in the words of access rules. A namespace is its own place: a right that is given in it
 * counts for itself too. So is a project, which is a namespace.
 */
export function objectAccess(access: Parameters<typeof resourceAccess>[0]): ResourceAccess {
  const { group = '', resource, namespace = '', name = '' } = access;
  const isItsOwnPlace = NAMESPACES.has(`${resource}.${group}`) && namespace === '';
  return resourceAccess(isItsOwnPlace ? { ...access, namespace: name } : access);
}
