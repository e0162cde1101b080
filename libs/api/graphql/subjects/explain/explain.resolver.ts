import { PLACEMENTS } from '@orrery/actions';
import { Requires } from '../../requests/requires';
import { Args, Int, Query, Resolver, Subscription } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { Cluster } from '../../requests/request-context';
import { answerExplainScheduling, pageRequest, askSchedulers, queueView } from '@orrery/insights';
import { AT } from '../../objects/connections/page-args';
import { ExplainSchedulingInput, SchedulingExplanation } from './explain-types';
import { SchedulingQueue } from './queue-types';
import type { EventStream } from '../../streams/event-stream';
import { followValue } from '../../streams/followed-value';

/** Forecasts of the placement of pods, with the reasons. */
@Resolver()
export class ExplainResolver {
  @Requires(PLACEMENTS)
  @Query(() => SchedulingExplanation, {
    name: 'explainScheduling',
    description:
      'Explains where a pod would be scheduled: filter results, scores and preemption for each node. Writes nothing.',
  })
  explainScheduling(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => ExplainSchedulingInput, description: 'The pod.' }) input: ExplainSchedulingInput,
    @Args('at', AT) _at: string | null,
  ): Promise<object> {
    return answerExplainScheduling(runtime, input);
  }

  @Requires(PLACEMENTS)
  @Query(() => SchedulingQueue, {
    name: 'schedulingQueue',
    description: 'Pods that wait for the schedulers of the cluster, and what they wait for.',
  })
  async schedulingQueue(
    @Cluster() runtime: ClusterRuntime,
    @Args('first', {
      type: () => Int,
      nullable: true,
      description: 'Maximum number of pods of each place and scheduler (1-500, default 100).',
    })
    first: number | null,
  ): Promise<object> {
    return queueView(runtime, await askSchedulers(runtime, pageRequest({ first }).size));
  }

  @Requires(PLACEMENTS)
  @Subscription(() => SchedulingQueue, {
    name: 'schedulingQueueChanged',
    description: 'The pods that wait for the schedulers of the cluster: at once, and after each change.',
    resolve: (queue: unknown) => queue,
  })
  schedulingQueueChanged(
    @Cluster() runtime: ClusterRuntime,
    @Args('first', {
      type: () => Int,
      nullable: true,
      description: 'Maximum number of pods of each place and scheduler (1-500, default 100).',
    })
    first: number | null,
  ): EventStream<object> {
    const { size } = pageRequest({ first });
    const followed = { key: `queue ${runtime.id} ${size}`, read: () => askSchedulers(runtime, size), everyMs: 500 };
    return followValue(runtime, followed, (queues, stream) => stream.push(queueView(runtime, queues)));
  }
}
