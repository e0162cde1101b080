import { clusterAccess, onServer, type AccessRule, type FieldArguments } from '../access/access-rules';
import { one, type ResultSchema } from '../input/results';

/** The result of an action on a cluster of the server. */
export const CLUSTER: ResultSchema = {
  name: 'ClusterPayload',
  about: 'Result of creating, changing or deleting a cluster.',
  fields: { cluster: one('ClusterInfo', 'The cluster; after its deletion, its last state.') },
};

/** The roles of the cluster of the request decide about it; rights on the server decide about another one. */
export function onNamedCluster(verb: 'get' | 'update'): AccessRule {
  return {
    text: `${verb} clusters.orrery.dev; for another cluster than that of the request: a right on the server`,
    rights: (args, { clusterName: own }) => {
      const { name } = (args['input'] as FieldArguments | undefined) ?? args;
      const named = typeof name === 'string' ? name : own;
      return [{ on: named === own ? 'cluster' : 'server', access: clusterAccess(verb, named) }];
    },
  };
}

/** The right to make clusters. */
export const CREATE_CLUSTERS = onServer('create clusters.orrery.dev', () => clusterAccess('create', ''));
