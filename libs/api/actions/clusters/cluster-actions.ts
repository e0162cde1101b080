import { clusterAccess, onServer } from '../access/access-rules';
import { serverAction } from '../action';
import { input, text } from '../input/inputs';
import { CREATE_CLUSTER, UPDATE_CLUSTER } from './cluster-inputs';
import { createCluster, deleteCluster } from './clusters';
import { FORK_ACTIONS } from './forks';
import { CLUSTER, CREATE_CLUSTERS, onNamedCluster } from './named-cluster';
import { updateCluster } from './update-cluster';

const DELETE_CLUSTER = input('A cluster to delete.', { required: { name: text('Its name.') } });

export const CLUSTER_ACTIONS = [
  serverAction({
    name: 'createCluster',
    about: 'Creates a cluster.',
    right: CREATE_CLUSTERS,
    input: CREATE_CLUSTER,
    result: CLUSTER,
    perform: ({ plane }, given) => createCluster(plane, given),
  }),
  serverAction({
    name: 'updateCluster',
    about:
      'Changes settings of a cluster, effective at once: controllers and kubelets whose settings change restart, containers keep running.',
    right: onNamedCluster('update'),
    input: UPDATE_CLUSTER,
    result: CLUSTER,
    perform: ({ plane, clusterName }, given) => updateCluster(plane, given.name ?? clusterName, given),
  }),
  ...FORK_ACTIONS,
  serverAction({
    name: 'deleteCluster',
    about: 'Deletes a cluster with all its objects.',
    right: onServer('delete clusters.orrery.dev', ({ input: given }) =>
      clusterAccess('delete', (given as { readonly name: string }).name),
    ),
    input: DELETE_CLUSTER,
    result: CLUSTER,
    perform: ({ plane }, { name }) => deleteCluster(plane, name),
  }),
];
