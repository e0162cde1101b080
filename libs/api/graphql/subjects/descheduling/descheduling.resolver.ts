import { clusterRight, scheduleView, type RunView } from '@orrery/actions';
import { Requires } from '../../requests/requires';
import { decisionsOf, followRuns, pastDecisions, runsOf } from './past-runs';
import { Args, Int, Parent, Query, ResolveField, Resolver, Subscription } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import type { KubeObject } from '@orrery/api-types';
import { AT } from '../../objects/connections/page-args';
import { Cluster } from '../../requests/request-context';
import type { EventStream } from '../../streams/event-stream';
import {
  DeschedulerRun,
  DeschedulerSchedule,
  DeschedulingDecision,
  DeschedulingDecisionFilter,
  PastDeschedulingDecision,
} from './descheduling-types';
import { Pod } from '../../objects/kinds/kind-types';

const FILTER = {
  type: () => DeschedulingDecisionFilter,
  nullable: true,
  description: 'Selects decisions; all if absent.',
};
const FIRST = { type: () => Int, defaultValue: 50, description: 'Maximum number of decisions (1-500, default 50).' };

/** Cycles of the descheduler: on request, by schedule, and those that were. */
@Resolver(() => DeschedulerRun)
export class DeschedulingResolver {
  @Requires(clusterRight('get'))
  @Query(() => [DeschedulerRun], {
    name: 'deschedulerRuns',
    description: 'The newest cycles, newest first.',
  })
  deschedulerRuns(
    @Cluster() runtime: ClusterRuntime,
    @Args('first', { type: () => Int, defaultValue: 20, description: 'Maximum number of cycles (1-100, default 20).' })
    first: number,
    @Args('at', AT) _at: string | null,
  ): Promise<unknown> {
    return runsOf(runtime, first);
  }

  @Requires(clusterRight('get'))
  @Query(() => DeschedulerSchedule, {
    name: 'deschedulerSchedule',
    nullable: true,
    description: 'Schedule of the descheduler.',
  })
  deschedulerSchedule(@Cluster() runtime: ClusterRuntime): unknown {
    return scheduleView(runtime);
  }

  @Requires(clusterRight('get'))
  @Subscription(() => DeschedulerRun, {
    name: 'deschedulerRan',
    description: 'Cycles of the descheduler as they end, in order.',
    resolve: (run: unknown) => run,
  })
  deschedulerRan(@Cluster() runtime: ClusterRuntime): Promise<EventStream<RunView>> {
    return followRuns(runtime);
  }

  @ResolveField(() => [DeschedulingDecision], {
    name: 'decisions',
    description: 'Decisions about selected pods, in the order in which they were made (the first 2000).',
  })
  decisions(
    @Parent() run: RunView,
    @Args('filter', FILTER) filter: DeschedulingDecisionFilter | null,
  ): readonly object[] {
    return decisionsOf(run, filter);
  }

  @Requires(clusterRight('get'))
  @Query(() => [PastDeschedulingDecision], {
    name: 'deschedulingDecisions',
    description: 'Decisions of past cycles about pods, newest cycle first, including deleted pods.',
  })
  deschedulingDecisions(
    @Cluster() runtime: ClusterRuntime,
    @Args('filter', FILTER) filter: DeschedulingDecisionFilter | null,
    @Args('first', FIRST) first: number,
    @Args('at', AT) _at: string | null,
  ): Promise<unknown> {
    return pastDecisions(runtime, { first, filter: filter ?? {} });
  }
}

/** Decisions of cycles about a pod. */
@Resolver(() => Pod)
export class PodDeschedulingResolver {
  @ResolveField('deschedulingDecisions', () => [PastDeschedulingDecision], {
    description: 'Decisions of past cycles about the pod, newest first.',
  })
  ofPod(
    @Cluster() runtime: ClusterRuntime,
    @Parent() { metadata }: KubeObject,
    @Args('first', FIRST) first: number,
  ): Promise<unknown> {
    const filter = { namespace: metadata.namespace ?? '', pod: metadata.name };
    return pastDecisions(runtime, { first, filter }, metadata.uid);
  }
}
