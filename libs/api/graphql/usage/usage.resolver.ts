import { Args, Mutation, Resolver } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { clusterRight, Requires } from '../access/access-rules';
import { payload } from '../errors/user-errors';
import { describedKind } from '../kinds/kind-description';
import { payloadOf } from '../kinds/kind-payload';
import { Cluster } from '../requests/request-context';
import { setNodeCondition, setNodeUsage, setPodUsage } from './set-usage';
import { SetNodeConditionInput, SetNodeUsageInput, SetPodUsageInput } from './usage-inputs';

const NodePayload = payloadOf(describedKind('Node'));
const PodPayload = payloadOf(describedKind('Pod'));
const INPUT = { description: 'Input of the mutation.' };

/** What simulated nodes and pods use, and what kubelets report. */
@Resolver()
export class UsageResolver {
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
