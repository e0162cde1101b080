import type { KindInfo } from '../kinds/kind-info';
import { isUpTo, type ReleaseName } from '../kinds/releases';
import type { ApiError } from './api-error';
import { conflict, notFound } from './api-errors';

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

/** Returns the refusal by the storage of an update that is meant for another object of the name: `uid` is the one that is wanted. */
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

/** An update of an object that is not there. */
interface AbsentUpdate {
  readonly namespace: string;
  readonly name: string;
  /** The body of the request. */
  readonly input: unknown;
  readonly release: ReleaseName;
}

/**
 * The refusal of an update of an absent object: 404. Releases before 1.22 compare the uid of the body first, with that of
 * the empty object that they read (409).
 */
export function absentOnUpdate(kind: KindInfo, { namespace, name, input, release }: AbsentUpdate): ApiError {
  const { uid } = (input as { metadata?: { uid?: unknown } } | null)?.metadata ?? {};
  if (!isUpTo(release, '1.20') || typeof uid !== 'string' || uid === '') return notFound(kind, name);
  return conflict(kind, name, storageRefusal(kind, { namespace, name, uid: '' }, uid));
}
