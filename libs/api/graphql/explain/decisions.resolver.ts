import { Args, Int, Parent, Query, ResolveField, Resolver, Subscription } from '@nestjs/graphql';
import type { KubeObject } from '@orrery/api-types';
import type { ClusterRuntime } from '@orrery/control-plane';
import { PLACEMENTS, Requires } from '../access/access-rules';
import { pageRequest } from '../connections/page-request';
import { Cluster } from '../requests/request-context';
import type { EventStream } from '../subscriptions/event-stream';
import { decisionsOf, readEntry } from './decision-index';
import { decisionPage } from './decision-page';
import { streamDecisions } from './decision-stream';
import { SchedulingDecisionFilter, SchedulingDecision, SchedulingDecisionConnection } from './decision-types';
import { decisionView } from './decision-view';
import { Pod } from '../kinds/kind-types';

const FILTER = { type: () => SchedulingDecisionFilter, nullable: true, description: 'Which ones; all if not given.' };

/** What schedulers decided. */
@Resolver(() => Pod)
export class DecisionsResolver {
  @Requires(PLACEMENTS)
  @Query(() => SchedulingDecisionConnection, {
    name: 'schedulingDecisions',
    description: 'What schedulers decided, newest first: the last 10,000 of the cluster, the last 20 of a pod.',
  })
  schedulingDecisions(
    @Cluster() runtime: ClusterRuntime,
    @Args('filter', FILTER) filter: SchedulingDecisionFilter | null,
    @Args('first', { type: () => Int, nullable: true, description: 'So many, 1 to 500; 100 if nothing is said.' })
    first: number | null,
    @Args('after', { type: () => String, nullable: true, description: 'Only older ones than this cursor’s.' })
    after: string | null,
  ): Promise<object> {
    return decisionPage(runtime, filter ?? {}, { first, after });
  }

  @ResolveField('schedulingDecisions', () => [SchedulingDecision], {
    description: 'The last attempts to place it, newest first.',
  })
  async ofPod(
    @Cluster() runtime: ClusterRuntime,
    @Parent() pod: KubeObject,
    @Args('first', { type: () => Int, nullable: true, description: 'So many; all that are kept if nothing is said.' })
    first: number | null,
  ): Promise<object[]> {
    const { size } = pageRequest({ first });
    const entries = (await decisionsOf(runtime)).about(pod.metadata.uid);
    return entries.slice(0, size).map((entry) => decisionView(runtime, readEntry(entry)));
  }

  @Requires(PLACEMENTS)
  @Subscription(() => SchedulingDecision, {
    name: 'schedulingDecisionMade',
    description: 'Decisions of schedulers as they are made, in order.',
    resolve: (decision: unknown) => decision,
  })
  made(
    @Cluster() runtime: ClusterRuntime,
    @Args('filter', FILTER) filter: SchedulingDecisionFilter | null,
  ): Promise<EventStream<object>> {
    return streamDecisions(runtime, filter ?? {});
  }
}
