import { Args, ArgsType, Context, Field, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { KubeObject, Node as KubeNode } from '@orrery/api-types';
import type { ClusterRuntime } from '@orrery/control-plane';
import { clusterRight, Requires } from '../access/access-rules';
import { asGraphQLError } from '../errors/request-errors';
import { payload } from '../errors/user-errors';
import { MetricsArgs } from '../history/story.resolver';
import { describedKind } from '../kinds/kind-description';
import { payloadOf } from '../kinds/kind-payload';
import { Cluster, type RequestContext } from '../requests/request-context';
import { Node } from '../kinds/kind-types';
import { setNodeCondition, setNodeUsage, setPodUsage } from './set-usage';
import { nodeUsage, nodeUsages, signalsNow } from './node-usage';
import { nodeUsageHistory } from './usage-history';
import { EvictionSignal, NodeUsage, NodeUsagePoint } from './usage-types';
import { SetNodeConditionInput, SetNodeUsageInput, SetPodUsageInput } from './usage-inputs';

const NodePayload = payloadOf(describedKind('Node'));
const PodPayload = payloadOf(describedKind('Pod'));
const INPUT = { description: 'Input of the mutation.' };

@ArgsType()
class NodeUsageArgs extends MetricsArgs {
  @Field(() => String, { description: 'Name of the node.' })
  name!: string;
}

/** What simulated nodes and pods use, and what kubelets report. */
@Resolver()
export class UsageResolver {
  @Requires(clusterRight('get'))
  @Query(() => [NodeUsage], {
    name: 'nodeUsages',
    description: 'What nodes use now, by name; nodes that use nothing are left out.',
  })
  nodeUsages(@Cluster() runtime: ClusterRuntime): NodeUsage[] {
    return nodeUsages(runtime);
  }

  @Requires(clusterRight('get'))
  @Query(() => [NodeUsagePoint], {
    name: 'nodeUsageHistory',
    description:
      'What a node used over cluster time, at equal distances, oldest first, by how its kubelet and its pods are configured now. There are no points for times at which there was no such node.',
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

  @Requires(clusterRight('update'))
  @Mutation(() => NodePayload, {
    name: 'setNodeUsage',
    description: 'Sets the resource usage of the system daemons of a node.',
  })
  setNodeUsage(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => SetNodeUsageInput, ...INPUT }) input: SetNodeUsageInput,
  ): Promise<unknown> {
    return payload(input, async () => ({ node: await setNodeUsage(runtime, input) }));
  }

  @Requires(clusterRight('update'))
  @Mutation(() => PodPayload, {
    name: 'setPodUsage',
    description: 'Sets the resource usage of the containers of a pod.',
  })
  setPodUsage(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => SetPodUsageInput, ...INPUT }) input: SetPodUsageInput,
  ): Promise<unknown> {
    return payload(input, async () => ({ pod: await setPodUsage(runtime, input) }));
  }

  @Requires(clusterRight('update'))
  @Mutation(() => NodePayload, {
    name: 'setNodeCondition',
    description: 'Sets the condition that a kubelet reports, or removes the override.',
  })
  setNodeCondition(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => SetNodeConditionInput, ...INPUT }) input: SetNodeConditionInput,
  ): Promise<unknown> {
    return payload(input, async () => ({ node: await setNodeCondition(runtime, input) }));
  }
}

/** What a node uses, and what its kubelet watches. */
@Resolver(() => Node)
export class NodeUsageFieldsResolver {
  @ResolveField('usage', () => NodeUsage, {
    description: 'What the node uses now.',
  })
  usage(@Cluster() runtime: ClusterRuntime, @Parent() node: KubeObject): NodeUsage {
    return nodeUsage(runtime, node as KubeNode);
  }

  @ResolveField('signals', () => [EvictionSignal], {
    description: 'How much is left of what its kubelet watches, with the thresholds below which pods are evicted.',
  })
  signals(@Cluster() runtime: ClusterRuntime, @Parent() node: KubeObject): EvictionSignal[] {
    return signalsNow(runtime, node as KubeNode);
  }
}
