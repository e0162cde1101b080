import { isPathAccess, type Access, type Decision, type User } from './access';
import { EVERY_PATH, EVERYTHING } from './rbac';
import { matchesPath, matchesResource, type PolicyRule } from './rules/policy-rule';
import { allow, allowPaths, READ } from './defaults/rules';
import { Group } from './users/well-known';

/** Groups that have rights on the server as a whole; they give no right inside a cluster. */
export const ServerGroup = {
  /** Makes and deletes clusters, pauses queues. */
  Administrators: 'orrery:server-admins',
  /** Reads what administrators change. */
  Viewers: 'orrery:server-viewers',
  /** Reads the metrics, as upstream's group of this name does. */
  Monitoring: 'system:monitoring',
} as const;

/** One named set of rights on the server, and the groups that have it. */
export interface ServerRole {
  readonly name: string;
  readonly groups: readonly string[];
  readonly rules: readonly PolicyRule[];
}

/**
 * Roles for the parts of a server that belong to no cluster: the list of clusters, the queues, the metrics, the
 * playground and the GraphQL schema. The groups come from the server's own users (tokens, client certificates); the
 * roles of a cluster never count here, because the administrator of one cluster could give them to anybody.
 */
export const SERVER_ROLES: readonly ServerRole[] = [
  { name: 'administrator', groups: [Group.Masters, ServerGroup.Administrators], rules: [EVERYTHING, EVERY_PATH] },
  {
    name: 'viewer',
    groups: [ServerGroup.Viewers],
    rules: [allow(READ, 'orrery.dev', ['clusters']), allowPaths(['/admin/queues', '/admin/queues/*', '/metrics'])],
  },
  { name: 'monitoring', groups: [ServerGroup.Monitoring], rules: [allowPaths(['/metrics'])] },
  {
    name: 'discovery',
    groups: [Group.Authenticated],
    rules: [allowPaths(['/graphql/schema', '/playground', '/playground/*'])],
  },
];

/** Returns whether a user of the server may do something to the server itself. */
export function decideOnServer(user: User, access: Access): Decision {
  for (const { name, groups, rules } of SERVER_ROLES) {
    if (!groups.some((group) => user.groups.includes(group))) continue;
    const isAllowed = rules.some((rule) =>
      isPathAccess(access) ? matchesPath(rule, access) : matchesResource(rule, access),
    );
    if (isAllowed) return { allowed: true, reason: `allowed by the server role ${JSON.stringify(name)}` };
  }
  return { allowed: false, reason: '' };
}
