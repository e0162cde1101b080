import { clusterRight, durationOf } from '@orrery/actions';
import { Requires } from '../../requests/requires';
import { Args, Resolver, Subscription } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { Clock } from './clock-types';
import { Cluster } from '../../requests/request-context';
import { Duration } from '../../values/scalars/scalars';
import { clockTicks } from './clock-ticks';
import type { EventStream } from '../../streams/event-stream';

const DEFAULT_EVERY_MS = 1000;

@Resolver()
export class ClockTicksResolver {
  @Requires(clusterRight('get'))
  @Subscription(() => Clock, {
    name: 'clockTicked',
    description: 'The clock: at once, and whenever it has advanced by the given duration.',
    resolve: (clock: unknown) => clock,
  })
  clockTicked(
    @Cluster() runtime: ClusterRuntime,
    @Args('every', {
      type: () => Duration,
      nullable: true,
      description: 'Minimum advance between two events, in cluster time (default `1s`).',
    })
    every: string | null,
  ): EventStream<Record<string, unknown>> {
    return clockTicks(runtime, durationOf(every, 'every') ?? DEFAULT_EVERY_MS);
  }
}
