import { nodeOfUser } from '@orrery/api-types';
import {
  decideByRoles,
  decideForNode,
  EVERY_PATH,
  EVERYTHING,
  ROLE_RESOURCES,
  RoleIndex,
  rulesOfUser,
  type Access,
  type Decision,
  type RoleObject,
  type RulesOfUser,
  type User,
} from '@orrery/access';
import { Operation, type ClusterCache } from '@orrery/store';
import type { CachePort } from '../../ports/cluster-ports';
import type { Actor } from './actor';

/** Authorization modes, as upstream's `--authorization-mode`. */
export const AuthorizationMode = { AlwaysAllow: 'AlwaysAllow', Rbac: 'RBAC' } as const;
export type AuthorizationMode = (typeof AuthorizationMode)[keyof typeof AuthorizationMode];

const ALLOWED: Decision = { allowed: true, reason: '' };
const ALL_RULES: RulesOfUser = { rules: [EVERYTHING, EVERY_PATH], error: '' };

/** The roles of a cluster as this process knows them: a change counts for the first request after it. */
class ClusterRoles {
  private index!: RoleIndex;
  private unsubscribe: () => void = () => undefined;
  private readonly listeners = new Set<() => void>();

  constructor(cluster: CachePort) {
    this.follow(cluster.cache);
    cluster.onCacheReplaced(() => this.follow(cluster.cache));
  }

  get current(): RoleIndex {
    return this.index;
  }

  /** Calls `look` after every change of a role or binding, until the answer is called. */
  listen(look: () => void): () => void {
    this.listeners.add(look);
    return () => this.listeners.delete(look);
  }

  private follow(cache: ClusterCache): void {
    this.unsubscribe();
    const index = (this.index = new RoleIndex());
    for (const resource of ROLE_RESOURCES) {
      for (const object of cache.list(resource)) index.change(resource, undefined, object as RoleObject);
    }
    this.unsubscribe = cache.subscribe((changes) => {
      let isChanged = false;
      for (const { key, previous, operation, object } of changes) {
        if (!ROLE_RESOURCES.includes(key.resource)) continue;
        const next = operation === Operation.Delete ? undefined : (object as RoleObject);
        index.change(key.resource, previous as RoleObject | undefined, next);
        isChanged = true;
      }
      if (isChanged) for (const look of [...this.listeners]) look();
    });
    for (const look of [...this.listeners]) look();
  }
}

const rolesOfRuntime = new WeakMap<CachePort, ClusterRoles>();

/** Returns the permissions of a user in a cluster. Keep the actor for later requests of the same user: much is remembered by it. */
export function actorIn(cluster: CachePort, user: User, mode: AuthorizationMode): Actor {
  if (mode === AuthorizationMode.AlwaysAllow) return unrestricted(user);
  let roles = rolesOfRuntime.get(cluster);
  if (!roles) rolesOfRuntime.set(cluster, (roles = new ClusterRoles(cluster)));
  const known = roles;
  const byRoles = (access: Access): Decision => decideByRoles(known.current, user, access);
  const node = nodeOfUser(user);
  return {
    user,
    decide: node === undefined ? byRoles : (access) => asNode(cluster, node, access, byRoles),
    rulesIn: (namespace) => {
      const held = rulesOfUser(known.current, user, namespace);
      return node === undefined ? held : { ...held, error: join(NODE_RULES_ERROR, held.error) };
    },
    whenRolesChange: (look) => known.listen(look),
    get roles() {
      return known.current;
    },
  };
}

/** The rights of a node are not given by rules alone (upstream's text). */
const NODE_RULES_ERROR = 'node authorizer does not support user rule resolution';

/** Decides for a node: it has the rights of the node authorizer, and those of its roles; a refusal has both reasons. */
function asNode(cluster: CachePort, node: string, access: Access, byRoles: (access: Access) => Decision): Decision {
  const { cache } = cluster;
  const own = decideForNode(node, access, {
    podsOn: (name) => cache.podsOn(name),
    get: (resource, namespace, name) => cache.get({ resource, namespace, name }),
  });
  if (own.allowed) return own;
  const given = byRoles(access);
  return given.allowed ? given : { allowed: false, reason: join(own.reason, given.reason) };
}

function join(...reasons: readonly string[]): string {
  return reasons.filter((reason) => reason !== '').join('\n');
}

/** Makes an actor that may do everything. */
export function unrestricted(user: User): Actor {
  const whenRolesChange = (): (() => void) => () => undefined;
  return { user, decide: () => ALLOWED, rulesIn: () => ALL_RULES, whenRolesChange, roles: undefined };
}
