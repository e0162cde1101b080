const PREFIX = 'system:node:';
const NODES_GROUP = 'system:nodes';

/**
 * The node that a user is: `system:node:NAME` of the group `system:nodes`; undefined for every other user (upstream's
 * `pkg/auth/nodeidentifier`).
 */
export function nodeOfUser({
  name,
  groups,
}: {
  readonly name: string;
  readonly groups: readonly string[];
}): string | undefined {
  return name.startsWith(PREFIX) && groups.includes(NODES_GROUP) ? name.slice(PREFIX.length) : undefined;
}
