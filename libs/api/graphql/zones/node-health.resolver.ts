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
  @Query(() => NodeHealth, { name: 'nodeHealth', description: 'How the node-lifecycle controller is set.' })
  nodeHealth(@Cluster() runtime: ClusterRuntime): unknown {
    return nodeHealthOf(runtime);
  }

  @Requires(clusterRight('update'))
  @Mutation(() => NodeHealthPayload, {
    name: 'setNodeHealth',
    description: 'Sets the node-lifecycle controller, which starts anew with it.',
  })
  setNodeHealth(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => SetNodeHealthInput, description: 'What is to be set.' }) input: SetNodeHealthInput,
  ): Promise<unknown> {
    return payload(input, () => setNodeHealth(runtime, input));
  }
}
