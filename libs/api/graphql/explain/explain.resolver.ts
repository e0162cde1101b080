import { Args, Int, Query, Resolver } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { Cluster } from '../requests/request-context';
import { answerExplainScheduling } from './explain-scheduling';
import { pageRequest } from '../connections/page-request';
import { ExplainSchedulingInput, SchedulingExplanation } from './explain-types';
import { SchedulingQueue } from './queue-types';
import { schedulingQueue } from './scheduling-queue';

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

  @Query(() => SchedulingQueue, {
    name: 'schedulingQueue',
    description: 'The pods that wait for the schedulers of the cluster, and what they wait for.',
  })
  schedulingQueue(
    @Cluster() runtime: ClusterRuntime,
    @Args('first', {
      type: () => Int,
      nullable: true,
      description: 'So many pods of each place and scheduler, 1 to 500; 100 if nothing is said.',
    })
    first: number | null,
  ): Promise<object> {
    return schedulingQueue(runtime, pageRequest({ first }).size);
  }
}
