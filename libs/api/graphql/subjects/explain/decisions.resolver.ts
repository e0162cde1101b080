import { PLACEMENTS } from '@orrery/actions';
import { Requires } from '../../requests/requires';
import { Args, Int, Parent, Query, ResolveField, Resolver, Subscription } from '@nestjs/graphql';
import type { KubeObject } from '@orrery/api-types';
import type { ClusterRuntime } from '@orrery/control-plane';
import { AT } from '../../objects/connections/page-args';
import { pageRequest, decisionsOf, readEntry, decisionView } from '@orrery/insights';
import { Cluster } from '../../requests/request-context';
import type { EventStream } from '../../streams/event-stream';
import { decisionPage } from './decision-page';
import { streamDecisions } from './decision-stream';
import { SchedulingDecisionFilter, SchedulingDecision, SchedulingDecisionConnection } from './decision-types';
import { Pod } from '../../objects/kinds/kind-types';

const FILTER = {
  type: () => SchedulingDecisionFilter,
  nullable: true,
  description: 'Selects decisions; all if absent.',
};

/** Decisions of schedulers. */
@Resolver(() => Pod)
export class DecisionsResolver {
  @Requires(PLACEMENTS)
  @Query(() => SchedulingDecisionConnection, {
    name: 'schedulingDecisions',
    description: 'Scheduling decisions, newest first: the last 10,000 of the cluster and the last 20 of each pod.',
  })
  schedulingDecisions(
    @Cluster() runtime: ClusterRuntime,
    @Args('filter', FILTER) filter: SchedulingDecisionFilter | null,
    @Args('first', {
      type: () => Int,
      nullable: true,
      description: 'Maximum number of decisions (1-500, default 100).',
    })
    first: number | null,
    @Args('after', { type: () => String, nullable: true, description: 'Returns decisions older than this cursor.' })
    after: string | null,
    @Args('at', AT) _at: string | null,
  ): Promise<object> {
    return decisionPage(runtime, filter ?? {}, { first, after });
  }

  @ResolveField('schedulingDecisions', () => [SchedulingDecision], {
    description: 'Last attempts to schedule the pod, newest first.',
  })
  async ofPod(
    @Cluster() runtime: ClusterRuntime,
    @Parent() pod: KubeObject,
    @Args('first', {
      type: () => Int,
      nullable: true,
      description: 'Maximum number of decisions (1-500; default: all recorded).',
    })
    first: number | null,
  ): Promise<object[]> {
    const { size } = pageRequest({ first });
    const entries = (await decisionsOf(runtime)).about(pod.metadata.uid);
    return entries.slice(0, size).map((entry) => decisionView(runtime, readEntry(entry)));
  }

  @Requires(PLACEMENTS)
  @Subscription(() => SchedulingDecision, {
    name: 'schedulingDecisionMade',
    description: 'Scheduling decisions as they are made, in order.',
    resolve: (decision: unknown) => decision,
  })
  made(
    @Cluster() runtime: ClusterRuntime,
    @Args('filter', FILTER) filter: SchedulingDecisionFilter | null,
  ): Promise<EventStream<object>> {
    return streamDecisions(runtime, filter ?? {});
  }
}
