import { Args, Mutation, Resolver, Subscription } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { clusterRight, Requires } from '../access/access-rules';
import { payload } from '../errors/user-errors';
import { Cluster } from '../requests/request-context';
import type { EventStream } from '../subscriptions/event-stream';
import { followValue } from '../subscriptions/followed-value';
import { runScenario, scenarioProgress, type ScenarioProgress as Progress } from './run-scenario';
import { RunScenarioInput, RunScenarioPayload, ScenarioProgress } from './scenario-types';

/** Stories with faults and expectations. */
@Resolver()
export class ScenariosResolver {
  @Requires(clusterRight('update'))
  @Mutation(() => RunScenarioPayload, {
    name: 'runScenario',
    description: 'Runs a scenario on the cluster, whose clock must be paused.',
  })
  runScenario(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => RunScenarioInput, description: 'The scenario.' }) input: RunScenarioInput,
  ): Promise<unknown> {
    return payload(input, async () => ({ report: await runScenario(runtime, input.yaml) }));
  }

  @Requires(clusterRight('get'))
  @Subscription(() => ScenarioProgress, {
    name: 'scenarioProgressed',
    description: 'The course of the newest scenario: at once if there is one, and after each step.',
    resolve: (progress: unknown) => progress,
  })
  scenarioProgressed(@Cluster() runtime: ClusterRuntime): EventStream<Progress> {
    const followed = { key: `scenario ${runtime.id}`, read: () => scenarioProgress(runtime) };
    return followValue<Progress | null, Progress>(runtime, followed, (progress, stream) => {
      if (progress) stream.push(progress);
    });
  }
}
