import { Args, Int, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { payload } from '../errors/user-errors';
import { Cluster } from '../requests/request-context';
import { decisionsOf, runNow, runsOf, scheduleView, setSchedule, type RunView } from './descheduler-runs';
import {
  DeschedulerRun,
  DeschedulerSchedule,
  SetDeschedulerScheduleInput,
  SetDeschedulerSchedulePayload,
  DeschedulingDecision,
  DeschedulingVerdict,
  RunDeschedulerInput,
  RunDeschedulerPayload,
} from './descheduling-types';

const OPTIONAL = { type: () => String, nullable: true } as const;

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
  decisions(
    @Parent() run: RunView,
    @Args('verdict', { type: () => DeschedulingVerdict, nullable: true, description: 'Only these.' })
    verdict?: DeschedulingVerdict | null,
    @Args('strategy', { ...OPTIONAL, description: 'Only of this strategy.' }) strategy?: string | null,
    @Args('namespace', { ...OPTIONAL, description: 'Only of this namespace.' }) namespace?: string | null,
    @Args('pod', { ...OPTIONAL, description: 'Only about pods of this name.' }) pod?: string | null,
  ): readonly object[] {
    return decisionsOf(run, {
      verdict: verdict ?? null,
      strategy: strategy ?? null,
      namespace: namespace ?? null,
      pod: pod ?? null,
    });
  }
}
