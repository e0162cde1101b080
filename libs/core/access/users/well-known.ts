import type { User } from '../access';

/** Groups and users that the control plane itself knows (spec api C13). */
export const Group = {
  Masters: 'system:masters',
  Authenticated: 'system:authenticated',
  Unauthenticated: 'system:unauthenticated',
  ServiceAccounts: 'system:serviceaccounts',
} as const;

export const ANONYMOUS: User = Object.freeze({ name: 'system:anonymous', groups: [Group.Unauthenticated] });

/** User of all requests without authentication. */
export const ADMINISTRATOR: User = Object.freeze({
  name: 'system:admin',
  groups: [Group.Masters, Group.Authenticated],
});

const SERVICE_ACCOUNT = 'system:serviceaccount:';

export function serviceAccountUserName(namespace: string, name: string): string {
  return `${SERVICE_ACCOUNT}${namespace}:${name}`;
}

/** Returns the service account that a user name identifies; undefined for other users. */
export function serviceAccountOf(userName: string): { readonly namespace: string; readonly name: string } | undefined {
  if (!userName.startsWith(SERVICE_ACCOUNT)) return undefined;
  const [namespace, name, ...more] = userName.slice(SERVICE_ACCOUNT.length).split(':');
  return namespace && name && more.length === 0 ? { namespace, name } : undefined;
}

/** Returns the groups of every service account of a namespace, without `system:authenticated`. */
export function serviceAccountGroups(namespace: string): readonly string[] {
  return [Group.ServiceAccounts, `${Group.ServiceAccounts}:${namespace}`];
}

/** Returns the user with the group of all authenticated users. */
export function authenticated(user: User): User {
  if (user.groups.includes(Group.Authenticated)) return user;
  return { ...user, groups: [...user.groups, Group.Authenticated] };
}

/** A service account as it is authenticated. */
export function serviceAccountUser(namespace: string, name: string): User {
  return authenticated({ name: serviceAccountUserName(namespace, name), groups: serviceAccountGroups(namespace) });
}

/** The user of a node's kubelet. */
export function nodeUser(node: string): User {
  return authenticated({ name: `system:node:${node}`, groups: ['system:nodes'] });
}
