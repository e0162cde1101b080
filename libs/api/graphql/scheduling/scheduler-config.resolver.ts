import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { payload } from '../errors/user-errors';
import { Cluster } from '../requests/request-context';
import { schedulerConfig, schedulerConfigs, setSchedulerPolicy } from './scheduler-config';
import { SchedulerConfig, SchedulerPolicyInput, SchedulerPolicyPayload } from './scheduler-config-types';

/** What the schedulers of the cluster work by. */
@Resolver()
export class SchedulerConfigResolver {
  @Query(() => SchedulerConfig, { name: 'schedulerConfig', description: 'What a scheduler works by.' })
  schedulerConfig(
    @Cluster() runtime: ClusterRuntime,
    @Args('scheduler', { type: () => String, defaultValue: 'default', description: 'Which one.' }) scheduler: string,
  ): unknown {
    return schedulerConfig(runtime, scheduler);
  }

  @Query(() => [SchedulerConfig], { name: 'schedulerConfigs', description: 'All schedulers, the main one first.' })
  schedulerConfigs(@Cluster() runtime: ClusterRuntime): readonly unknown[] {
    return schedulerConfigs(runtime);
  }

  @Mutation(() => SchedulerPolicyPayload, {
    name: 'setSchedulerPolicy',
    description: 'Gives a scheduler a configuration, which counts at once.',
  })
  setSchedulerPolicy(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => SchedulerPolicyInput, description: 'Which one.' }) input: SchedulerPolicyInput,
  ): Promise<unknown> {
    return payload(input, () => setSchedulerPolicy(runtime, input));
  }
}
