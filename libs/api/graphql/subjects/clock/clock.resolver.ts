import { clusterRight, areConditionsMet, clockOf, type ClockCondition } from '@orrery/actions';
import { Requires } from '../../requests/requires';
import { Args, Query, Resolver } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { Cluster } from '../../requests/request-context';
import { Clock, ClockConditionInput } from './clock-types';

/** The clock of the cluster. */
@Resolver()
export class ClockResolver {
  @Requires(clusterRight('get'))
  @Query(() => Clock, { name: 'clock', description: 'Clock of the cluster.' })
  clock(@Cluster() runtime: ClusterRuntime): unknown {
    return clockOf(runtime);
  }

  // Who may wait for objects by advancing the clock may ask for them: it takes the same right.
  @Requires(clusterRight('update'))
  @Query(() => Boolean, {
    name: 'conditionsMet',
    description: 'Whether all conditions are met now: for clients that wait while the clock runs.',
  })
  conditionsMet(
    @Cluster() runtime: ClusterRuntime,
    @Args('conditions', { type: () => [ClockConditionInput], description: 'At least one condition.' })
    conditions: ClockCondition[],
  ): Promise<boolean> {
    return areConditionsMet(runtime, conditions);
  }
}
