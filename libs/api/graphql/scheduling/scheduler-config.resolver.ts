import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { clusterRight, Requires } from '../access/access-rules';
import { payload } from '../errors/user-errors';
import { Cluster } from '../requests/request-context';
import { schedulerConfig, schedulerConfigs, setSchedulerConfig } from './scheduler-config';
import { SchedulerConfig, SetSchedulerConfigInput, SchedulerConfigPayload } from './scheduler-config-types';

/** What the schedulers of the cluster work by. */
@Resolver()
export class SchedulerConfigResolver {
  @Requires(clusterRight('get'))
  @Query(() => SchedulerConfig, { name: 'schedulerConfig', description: 'What a scheduler works by.' })
  schedulerConfig(
    @Cluster() runtime: ClusterRuntime,
    @Args('scheduler', { type: () => String, defaultValue: 'default', description: 'Which one.' }) scheduler: string,
  ): unknown {
    return schedulerConfig(runtime, scheduler);
  }

  @Requires(clusterRight('get'))
  @Query(() => [SchedulerConfig], { name: 'schedulerConfigs', description: 'All schedulers, the main one first.' })
  schedulerConfigs(@Cluster() runtime: ClusterRuntime): readonly unknown[] {
    return schedulerConfigs(runtime);
  }

  @Requires(clusterRight('update'))
  @Mutation(() => SchedulerConfigPayload, {
    name: 'setSchedulerConfig',
    description: 'Gives a scheduler a configuration, which counts at once.',
  })
  setSchedulerConfig(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => SetSchedulerConfigInput, description: 'Which one.' }) input: SetSchedulerConfigInput,
  ): Promise<unknown> {
    return payload(input, () => setSchedulerConfig(runtime, input));
  }
}
