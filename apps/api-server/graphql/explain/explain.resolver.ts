import { Args, Query, Resolver } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { Cluster } from '../requests/request-context';
import { answerExplainScheduling } from './explain-scheduling';
import { ExplainSchedulingInput, SchedulingExplanation } from './explain-types';

/** Where pods would go, and why. */
@Resolver()
export class ExplainResolver {
  @Query(() => SchedulingExplanation, {
    name: 'explainScheduling',
    description:
      'Where a pod would go and why: every node’s verdicts, scores and part in a preemption. Writes nothing.',
  })
  explainScheduling(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => ExplainSchedulingInput, description: 'Which pod.' }) input: ExplainSchedulingInput,
  ): Promise<object> {
    return answerExplainScheduling(runtime, input);
  }
}
