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
  @Query(() => SchedulerConfig, { name: 'schedulerConfig', description: 'Configuration of a scheduler.' })
  schedulerConfig(
    @Cluster() runtime: ClusterRuntime,
    @Args('scheduler', { type: () => String, defaultValue: 'default', description: 'Input of the mutation.' })
    scheduler: string,
  ): unknown {
    return schedulerConfig(runtime, scheduler);
  }

  @Requires(clusterRight('get'))
  @Query(() => [SchedulerConfig], {
    name: 'schedulerConfigs',
    description: 'Configurations of all schedulers, default scheduler first.',
  })
  schedulerConfigs(@Cluster() runtime: ClusterRuntime): readonly unknown[] {
    return schedulerConfigs(runtime);
  }

  @Requires(clusterRight('update'))
  @Mutation(() => SchedulerConfigPayload, {
    name: 'setSchedulerConfig',
    description: 'Sets the configuration of a scheduler; effective at once.',
  })
  setSchedulerConfig(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => SetSchedulerConfigInput, description: 'Input of the mutation.' })
    input: SetSchedulerConfigInput,
  ): Promise<unknown> {
    return payload(input, () => setSchedulerConfig(runtime, input));
  }
}
