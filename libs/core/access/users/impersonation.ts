import { resourceAccess, type ResourceAccess, type User } from '../access';
import { ANONYMOUS, authenticated, serviceAccountGroups, serviceAccountOf } from './well-known';

/** Whom a request wants to be taken for. */
export interface ImpersonationRequest {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** Returns whether a request impersonates; one without a name but with groups is invalid. */
export function isImpersonation({ name, uid, groups, extra }: ImpersonationRequest): boolean {
  return name !== '' || uid !== '' || groups.length > 0 || Object.keys(extra).length > 0;
}

/** Returns the accesses that the requesting user needs for it: to impersonate the user, each group, the uid, each extra value. */
export function impersonationAccesses({ name, uid, groups, extra }: ImpersonationRequest): ResourceAccess[] {
  const account = serviceAccountOf(name);
  const verb = 'impersonate';
  const group = 'authentication.k8s.io';
  return [
    account
      ? resourceAccess({ verb, resource: 'serviceaccounts', ...account })
      : resourceAccess({ verb, resource: 'users', name }),
    ...groups.map((each) => resourceAccess({ verb, resource: 'groups', name: each })),
    ...(uid === '' ? [] : [resourceAccess({ verb, group, resource: 'uids', name: uid })]),
    ...Object.entries(extra).flatMap(([key, values]) =>
      values.map((value) => resourceAccess({ verb, group, resource: 'userextras', subresource: key, name: value })),
    ),
  ];
}

/** The user that the request is carried out as. */
export function impersonated({ name, uid, groups, extra }: ImpersonationRequest): User {
  const account = serviceAccountOf(name);
  const own = groups.length === 0 && account ? serviceAccountGroups(account.namespace) : groups;
  const user: User = {
    name,
    ...(uid === '' ? {} : { uid }),
    groups: own,
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
  if (name !== ANONYMOUS.name) return authenticated(user);
  const [unauthenticated] = ANONYMOUS.groups;
  return own.includes(unauthenticated!) ? user : { ...user, groups: [...own, unauthenticated!] };
}
