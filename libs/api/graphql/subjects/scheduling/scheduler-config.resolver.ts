import { bothOf, clusterRight, PLACEMENTS, badUserInput, schedulerConfig, schedulerConfigs } from '@orrery/actions';
import { Requires } from '../../requests/requires';
import { Args, Int, Query, Resolver } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { pageRequest } from '@orrery/insights';
import { Cluster } from '../../requests/request-context';
import { previewSchedulerConfig } from './preview-config';
import { SchedulerConfigPreview } from './preview-types';
import type { SetSchedulerConfigInput as PlainConfigInput } from '@orrery/actions';
import { SchedulerConfig, SetSchedulerConfigInput } from './scheduler-config-types';

/** Rights to preview a configuration: as for setting it, because the server calls the extenders that it names. */
const PREVIEWS = bothOf(clusterRight('update'), PLACEMENTS);

/** Configuration of the schedulers of the cluster. */
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

  @Requires(PREVIEWS)
  @Query(() => SchedulerConfigPreview, {
    name: 'previewSchedulerConfig',
    description:
      'Compares where pods would be placed now with where they would be with another configuration. Writes nothing.',
  })
  previewSchedulerConfig(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => SetSchedulerConfigInput, description: 'The other configuration.' })
    input: PlainConfigInput,
    @Args('first', {
      type: () => Int,
      nullable: true,
      description: 'Maximum number of pods that are compared (1-500, default 100); fewer in clusters of many nodes.',
    })
    first: number | null,
    @Args('skip', {
      type: () => Int,
      nullable: true,
      description:
        'Compares all pods page by page, those that wait first, without this number of pods at the beginning; a sample if not given.',
    })
    skip: number | null,
  ): Promise<unknown> {
    if (skip != null && skip < 0) throw badUserInput('skip must not be negative', ['skip']);
    return previewSchedulerConfig(runtime, input, { first: pageRequest({ first }).size, skip: skip ?? undefined });
  }
}
