import { clusterRight, nodeHealthOf } from '@orrery/actions';
import { Requires } from '../../requests/requires';
import { Query, Resolver } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { Cluster } from '../../requests/request-context';
import { NodeHealth } from './node-health-types';

/** Configuration of the node-lifecycle controller. */
@Resolver()
export class NodeHealthResolver {
  @Requires(clusterRight('get'))
  @Query(() => NodeHealth, { name: 'nodeHealth', description: 'Configuration of the node-lifecycle controller.' })
  nodeHealth(@Cluster() runtime: ClusterRuntime): unknown {
    return nodeHealthOf(runtime);
  }
}
