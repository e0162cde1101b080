import { Args, Int, Mutation, Parent, Query, ResolveField, Resolver, Subscription } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import type { KubeObject } from '@orrery/api-types';
import { clusterRight, Requires } from '../access/access-rules';
import { payload } from '../errors/user-errors';
import { Cluster } from '../requests/request-context';
import type { EventStream } from '../subscriptions/event-stream';
import {
  decisionsOf,
  followRuns,
  pastDecisions,
  runNow,
  runsOf,
  scheduleView,
  setSchedule,
  type RunView,
} from './descheduler-runs';
import {
  DeschedulerRun,
  DeschedulerSchedule,
  DeschedulingDecision,
  DeschedulingDecisionFilter,
  PastDeschedulingDecision,
  RunDeschedulerInput,
  RunDeschedulerPayload,
  SetDeschedulerScheduleInput,
  SetDeschedulerSchedulePayload,
} from './descheduling-types';
import { Pod } from '../kinds/kind-types';

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
    description: 'The newest cycles that are kept, newest first.',
  })
  deschedulerRuns(
    @Cluster() runtime: ClusterRuntime,
    @Args('first', { type: () => Int, defaultValue: 20, description: 'How many, up to 100.' }) first: number,
  ): Promise<unknown> {
    return runsOf(runtime, first);
  }

  @Requires(clusterRight('get'))
  @Query(() => DeschedulerSchedule, {
    name: 'deschedulerSchedule',
    nullable: true,
    description: 'When the descheduler runs by itself.',
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

  @Requires(clusterRight('update'))
  @Mutation(() => RunDeschedulerPayload, { name: 'runDescheduler', description: 'Runs one cycle of a policy.' })
  runDescheduler(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => RunDeschedulerInput, description: 'Which one.' }) input: RunDeschedulerInput,
  ): Promise<unknown> {
    return payload(input, () => runNow(runtime, input));
  }

  @Requires(clusterRight('update'))
  @Mutation(() => SetDeschedulerSchedulePayload, {
    name: 'setDeschedulerSchedule',
    description: 'Lets the descheduler run by itself, on cluster time.',
  })
  setDeschedulerSchedule(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => SetDeschedulerScheduleInput, description: 'When and what.' })
    input: SetDeschedulerScheduleInput,
  ): Promise<unknown> {
    return payload(input, () => setSchedule(runtime, input));
  }

  @ResolveField(() => [DeschedulingDecision], {
    name: 'decisions',
    description:
      'Pods that strategies had reasons to evict, in the order in which it was decided; the first 2000 are kept.',
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
    description: 'What the cycles that are kept decided about pods, newest cycle first; pods may be gone by now.',
  })
  deschedulingDecisions(
    @Cluster() runtime: ClusterRuntime,
    @Args('filter', FILTER) filter: DeschedulingDecisionFilter | null,
    @Args('first', FIRST) first: number,
  ): Promise<unknown> {
    return pastDecisions(runtime, { first, filter: filter ?? {} });
  }
}

/** What cycles decided about a pod. */
@Resolver(() => Pod)
export class PodDeschedulingResolver {
  @ResolveField('deschedulingDecisions', () => [PastDeschedulingDecision], {
    description: 'What cycles of the descheduler decided about it and why, newest first.',
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
