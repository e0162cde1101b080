import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { clusterRight, Requires } from '../access/access-rules';
import { payload } from '../errors/user-errors';
import { Cluster } from '../requests/request-context';
import { nodeHealthOf, setNodeHealth } from './node-health';
import { NodeHealth, NodeHealthPayload, SetNodeHealthInput } from './node-health-types';

/** How the node-lifecycle controller is set. */
@Resolver()
export class NodeHealthResolver {
  @Requires(clusterRight('get'))
  @Query(() => NodeHealth, { name: 'nodeHealth', description: 'Configuration of the node-lifecycle controller.' })
  nodeHealth(@Cluster() runtime: ClusterRuntime): unknown {
    return nodeHealthOf(runtime);
  }

  @Requires(clusterRight('update'))
  @Mutation(() => NodeHealthPayload, {
    name: 'setNodeHealth',
    description: 'Configures the node-lifecycle controller, which restarts.',
  })
  setNodeHealth(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => SetNodeHealthInput, description: 'The configuration.' }) input: SetNodeHealthInput,
  ): Promise<unknown> {
    return payload(input, () => setNodeHealth(runtime, input));
  }
}
