import { clusterRight } from '@orrery/actions';
import { Requires } from '../../requests/requires';
import { Args, ArgsType, Context, Field, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { KubeObject, Node as KubeNode } from '@orrery/api-types';
import type { ClusterRuntime } from '@orrery/control-plane';
import { asGraphQLError } from '../../values/errors/request-errors';
import { MetricsArgs } from '../history/story.resolver';
import { Cluster, type RequestContext } from '../../requests/request-context';
import { Node } from '../../objects/kinds/kind-types';
import { nodeUsage, nodeUsages, signalsNow, nodeUsageHistory } from '@orrery/insights';
import { EvictionSignal, NodeUsage, NodeUsagePoint } from './usage-types';

@ArgsType()
class NodeUsageArgs extends MetricsArgs {
  @Field(() => String, { description: 'Name of the node.' })
  name!: string;
}

/** Usage of simulated nodes and pods, and the reports of kubelets. */
@Resolver()
export class UsageResolver {
  @Requires(clusterRight('get'))
  @Query(() => [NodeUsage], {
    name: 'nodeUsages',
    description: 'Current usage of nodes, by name; nodes that use nothing are left out.',
  })
  nodeUsages(@Cluster() runtime: ClusterRuntime): NodeUsage[] {
    return nodeUsages(runtime);
  }

  @Requires(clusterRight('get'))
  @Query(() => [NodeUsagePoint], {
    name: 'nodeUsageHistory',
    description:
      'Usage of a node over cluster time, at equal distances, oldest first, by how its kubelet and its pods are configured now. There are no points for times at which there was no such node.',
  })
  async nodeUsageHistory(
    @Cluster() runtime: ClusterRuntime,
    @Context() { plane }: RequestContext,
    @Args() { name, since = null, until = null, points = null }: NodeUsageArgs,
  ): Promise<NodeUsagePoint[]> {
    try {
      return await nodeUsageHistory(plane, runtime, { name, since, until, points });
    } catch (error) {
      throw asGraphQLError(plane.asApiError(error));
    }
  }
}

/** Usage of a node, and the signals that its kubelet watches. */
@Resolver(() => Node)
export class NodeUsageFieldsResolver {
  @ResolveField('usage', () => NodeUsage, {
    description: 'Current usage of the node.',
  })
  usage(@Cluster() runtime: ClusterRuntime, @Parent() node: KubeObject): NodeUsage {
    return nodeUsage(runtime, node as KubeNode);
  }

  @ResolveField('signals', () => [EvictionSignal], {
    description:
      'Remaining amounts of the signals that its kubelet watches, with the thresholds below which pods are evicted.',
  })
  signals(@Cluster() runtime: ClusterRuntime, @Parent() node: KubeObject): EvictionSignal[] {
    return signalsNow(runtime, node as KubeNode);
  }
}
