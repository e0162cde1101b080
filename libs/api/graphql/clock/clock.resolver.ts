import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { ClockMode as StoredMode } from '@orrery/clock';
import type { ClusterRuntime } from '@orrery/control-plane';
import { clusterRight, Requires } from '../access/access-rules';
import { badUserInput } from '../errors/request-errors';
import { payload } from '../errors/user-errors';
import { Cluster } from '../requests/request-context';
import { advanceClock } from './advance-clock';
import { clockOf, checkedRate } from './clock-view';
import {
  AdvanceClockInput,
  Clock,
  SetClockModeInput,
  ClockPayload,
  PauseClockInput,
  ResumeClockInput,
} from './clock-types';

const INPUT = { description: 'What is to be done.' };

/** The clock of the cluster. */
@Resolver()
export class ClockResolver {
  @Requires(clusterRight('get'))
  @Query(() => Clock, { name: 'clock', description: 'The clock of the cluster.' })
  clock(@Cluster() runtime: ClusterRuntime): unknown {
    return clockOf(runtime);
  }

  @Requires(clusterRight('update'))
  @Mutation(() => ClockPayload, { name: 'setClockMode', description: 'Changes how cluster time follows real time.' })
  setClockMode(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => SetClockModeInput, ...INPUT }) input: SetClockModeInput,
  ): Promise<unknown> {
    return payload(input, () => setMode(runtime, input));
  }

  @Requires(clusterRight('update'))
  @Mutation(() => ClockPayload, { name: 'pauseClock', description: 'Stops the clock.' })
  pauseClock(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => PauseClockInput, ...INPUT }) input: PauseClockInput,
  ): Promise<unknown> {
    return payload(input, () => setMode(runtime, { mode: StoredMode.Manual }));
  }

  @Requires(clusterRight('update'))
  @Mutation(() => ClockPayload, { name: 'resumeClock', description: 'Lets the clock run.' })
  resumeClock(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => ResumeClockInput, ...INPUT }) input: ResumeClockInput,
  ): Promise<unknown> {
    return payload(input, () => resume(runtime, input));
  }

  @Requires(clusterRight('update'))
  @Mutation(() => ClockPayload, {
    name: 'advanceClock',
    description: 'Moves a paused clock on; all that is due happens, in order.',
  })
  advanceClock(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => AdvanceClockInput, ...INPUT }) input: AdvanceClockInput,
  ): Promise<unknown> {
    return payload(input, async () => {
      const { events, endedBy } = await advanceClock(runtime, input);
      return { events, endedBy, clock: clockOf(runtime) };
    });
  }
}

async function setMode(
  runtime: ClusterRuntime,
  { mode, rate }: Pick<SetClockModeInput, 'mode' | 'rate'>,
): Promise<{ clock: unknown }> {
  if (rate != null && mode !== StoredMode.Scaled) throw badUserInput('a rate is for SCALED only', ['rate']);
  await runtime.setClock(mode, mode === StoredMode.Scaled ? checkedRate(rate) : 1);
  return { clock: clockOf(runtime) };
}

function resume(runtime: ClusterRuntime, { rate }: ResumeClockInput): Promise<{ clock: unknown }> {
  const isScaled = rate != null && rate !== 1;
  return setMode(runtime, isScaled ? { mode: StoredMode.Scaled, rate } : { mode: StoredMode.Real });
}
