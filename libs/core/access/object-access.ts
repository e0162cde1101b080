import { resourceAccess, type ResourceAccess } from './access';

/**
 * What is done to objects, in the words of access rules. A namespace is its own place: a right that is given in it
 * counts for itself too.
 */
export function objectAccess(access: Parameters<typeof resourceAccess>[0]): ResourceAccess {
  const { group = '', resource, namespace = '', name = '' } = access;
  const isNamespace = group === '' && resource === 'namespaces' && namespace === '';
  return resourceAccess(isNamespace ? { ...access, namespace: name } : access);
}
