import type { KindInfo } from '../kinds/kind-info';

/** Places in etcd that are not named after their resource (`SpecialDefaultResourcePrefixes` of kube-apiserver). */
const PLACES: Readonly<Record<string, string>> = {
  ' endpoints': 'services/endpoints',
  ' nodes': 'minions',
  ' replicationcontrollers': 'controllers',
  ' services': 'services/specs',
  'networking.k8s.io ingresses': 'ingress',
  'policy podsecuritypolicies': 'podsecuritypolicy',
};
/** Groups whose resources stand below the group. */
const WITH_GROUP: ReadonlySet<string> = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io']);

/** What the storage says of an update that is meant for another object of the name: `uid` is the one that is wanted. */
export function storageRefusal(
  kind: KindInfo,
  { namespace, name, uid: actual }: { readonly namespace?: string; readonly name: string; readonly uid: string },
  uid: string,
): string {
  const { group, resource, isCustom } = kind;
  const own = isCustom || WITH_GROUP.has(group) ? `${group}/${resource}` : (PLACES[`${group} ${resource}`] ?? resource);
  const key = ['/registry', own, ...(namespace ? [namespace] : []), name].join('/');
  const problem = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${actual}`;
  return `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${problem}`;
}
