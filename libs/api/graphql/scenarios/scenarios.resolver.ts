import { Args, Mutation, Resolver } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { payload } from '../errors/user-errors';
import { Cluster } from '../requests/request-context';
import { runScenario } from './run-scenario';
import { RunScenarioInput, RunScenarioPayload } from './scenario-types';

/** Stories with faults and expectations. */
@Resolver()
export class ScenariosResolver {
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
}
