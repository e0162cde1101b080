import { Args, Int, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import type { KubeObject } from '@orrery/api-types';
import { payload } from '../errors/user-errors';
import { Cluster } from '../requests/request-context';
import {
  decisionsOf,
  pastDecisions,
  runNow,
  runsOf,
  scheduleView,
  setSchedule,
  type RunView,
} from './descheduler-runs';
import {
  DecisionQueryArgs,
  DeschedulerRun,
  DeschedulerSchedule,
  DeschedulingDecision,
  PastDecisionQueryArgs,
  PastDeschedulingDecision,
  RunDeschedulerInput,
  RunDeschedulerPayload,
  SetDeschedulerScheduleInput,
  SetDeschedulerSchedulePayload,
} from './descheduling-types';
import { Pod } from '../kinds/kind-types';

/** Cycles of the descheduler: on request, by schedule, and those that were. */
@Resolver(() => DeschedulerRun)
export class DeschedulingResolver {
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

  @Query(() => DeschedulerSchedule, {
    name: 'deschedulerSchedule',
    nullable: true,
    description: 'When the descheduler runs by itself.',
  })
  deschedulerSchedule(@Cluster() runtime: ClusterRuntime): unknown {
    return scheduleView(runtime);
  }

  @Mutation(() => RunDeschedulerPayload, { name: 'runDescheduler', description: 'Runs one cycle of a policy.' })
  runDescheduler(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => RunDeschedulerInput, description: 'Which one.' }) input: RunDeschedulerInput,
  ): Promise<unknown> {
    return payload(input, () => runNow(runtime, input));
  }

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
  decisions(@Parent() run: RunView, @Args() request: DecisionQueryArgs): readonly object[] {
    return decisionsOf(run, request);
  }

  @Query(() => [PastDeschedulingDecision], {
    name: 'deschedulingDecisions',
    description: 'What the cycles that are kept decided about pods, newest cycle first; pods may be gone by now.',
  })
  deschedulingDecisions(@Cluster() runtime: ClusterRuntime, @Args() request: PastDecisionQueryArgs): Promise<unknown> {
    return pastDecisions(runtime, request);
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
    @Args('first', { type: () => Int, defaultValue: 50, description: 'How many, up to 500.' }) first: number,
  ): Promise<unknown> {
    return pastDecisions(runtime, { first, namespace: metadata.namespace ?? '', pod: metadata.name }, metadata.uid);
  }
}
