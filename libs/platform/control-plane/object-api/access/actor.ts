import type { Access, Decision, RoleIndex, RulesOfUser, User } from '@orrery/access';

/** Identity that makes the requests of a client, with its permissions in one cluster. */
export interface Actor {
  readonly user: User;
  /** Returns the decision about an access, by the current roles. */
  decide(access: Access): Decision;
  /** All that they may do in a namespace; in the whole cluster for ''. */
  rulesIn(namespace: string): RulesOfUser;
  /**
   * Calls `look` after every change of roles, so that long requests such as watches are authorized again. Returns a
   * function that stops the calls.
   */
  whenRolesChange(look: () => void): () => void;
  /** The roles, if RBAC is on; undefined without access control. */
  readonly roles: RoleIndex | undefined;
}
