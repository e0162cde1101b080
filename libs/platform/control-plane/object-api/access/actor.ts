import type { Access, Decision, RoleIndex, RulesOfUser, User } from '@orrery/access';

/** Who does the requests of a client, and what they may do in one cluster. */
export interface Actor {
  readonly user: User;
  /** Returns whether they may, as things stand now. */
  decide(access: Access): Decision;
  /** All that they may do in a namespace; in the whole cluster for ''. */
  rulesIn(namespace: string): RulesOfUser;
  /**
   * Calls `look` after every change of what roles there are: who goes on for long, as a watch does, asks again then.
   * Answers with what ends that.
   */
  whenRolesChange(look: () => void): () => void;
  /** The roles, if RBAC is on; undefined without access control. */
  readonly roles: RoleIndex | undefined;
}
