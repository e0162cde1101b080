import { randomUUID } from 'node:crypto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { ClockMode as StoredMode } from '@orrery/clock';
import type { ClusterRuntime } from '@orrery/control-plane';
import { clusterRight, Requires } from '../access/access-rules';
import { badUserInput } from '../errors/request-errors';
import { payload } from '../errors/user-errors';
import { Cluster } from '../requests/request-context';
import { advanceClock, areConditionsMet } from './advance-clock';
import { durationOf } from './duration-input';
import { clockOf, rateOfMode } from './clock-view';
import {
  AdvanceClockInput,
  Clock,
  ClockConditionInput,
  SetClockModeInput,
  ClockPayload,
  HoldClockInput,
  HoldClockPayload,
  ReleaseClockInput,
  PauseClockInput,
  ResumeClockInput,
} from './clock-types';

const INPUT = { description: 'Input of the mutation.' };

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
    description: 'Whether all conditions are met now: for clients that wait while the clock runs by itself.',
  })
  conditionsMet(
    @Cluster() runtime: ClusterRuntime,
    @Args('conditions', { type: () => [ClockConditionInput], description: 'At least one condition.' })
    conditions: ClockConditionInput[],
  ): Promise<boolean> {
    return areConditionsMet(runtime, conditions);
  }

  @Requires(clusterRight('update'))
  @Mutation(() => ClockPayload, { name: 'setClockMode', description: 'Sets how cluster time follows real time.' })
  setClockMode(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => SetClockModeInput, ...INPUT }) input: SetClockModeInput,
  ): Promise<unknown> {
    return payload(input, () => setMode(runtime, input));
  }

  @Requires(clusterRight('update'))
  @Mutation(() => ClockPayload, { name: 'pauseClock', description: 'Pauses the clock.' })
  pauseClock(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => PauseClockInput, ...INPUT }) input: PauseClockInput,
  ): Promise<unknown> {
    return payload(input, () => setMode(runtime, { mode: StoredMode.Manual }));
  }

  @Requires(clusterRight('update'))
  @Mutation(() => ClockPayload, { name: 'resumeClock', description: 'Starts the clock.' })
  resumeClock(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => ResumeClockInput, ...INPUT }) input: ResumeClockInput,
  ): Promise<unknown> {
    return payload(input, () => resume(runtime, input));
  }

  @Requires(clusterRight('update'))
  @Mutation(() => HoldClockPayload, {
    name: 'holdClock',
    description:
      'Keeps an AUTO clock where it is while a client is busy with something of which the server does not know.',
  })
  holdClock(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => HoldClockInput, ...INPUT }) input: HoldClockInput,
  ): Promise<unknown> {
    return payload(input, async () => ({ name: holdClock(runtime, input), clock: clockOf(runtime) }));
  }

  @Requires(clusterRight('update'))
  @Mutation(() => HoldClockPayload, { name: 'releaseClock', description: 'Ends a hold of the clock.' })
  releaseClock(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => ReleaseClockInput, ...INPUT }) input: ReleaseClockInput,
  ): Promise<unknown> {
    return payload(input, async () => {
      await runtime.releaseClock(input.name);
      return { name: input.name, clock: clockOf(runtime) };
    });
  }

  @Requires(clusterRight('update'))
  @Mutation(() => ClockPayload, {
    name: 'advanceClock',
    description: 'Advances a paused clock; all due events are processed in order.',
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

const HOLD_MS = 30_000;
const LONGEST_HOLD_MS = 3_600_000;

/** Answers the name of the hold. */
function holdClock({ clients }: ClusterRuntime, { name, for: given }: HoldClockInput): string {
  const forMs = durationOf(given, 'for') ?? HOLD_MS;
  if (forMs <= 0 || forMs > LONGEST_HOLD_MS) {
    throw badUserInput('for: must be greater than 0 and at most 1h', ['for']);
  }
  const chosen = name ?? randomUUID();
  clients.hold(chosen, forMs);
  return chosen;
}

async function setMode(
  runtime: ClusterRuntime,
  { mode, rate }: Pick<SetClockModeInput, 'mode' | 'rate'>,
): Promise<{ clock: unknown }> {
  await runtime.setClock(mode, rateOfMode(mode, rate, ['rate']));
  return { clock: clockOf(runtime) };
}

function resume(runtime: ClusterRuntime, { rate }: ResumeClockInput): Promise<{ clock: unknown }> {
  const isScaled = rate != null && rate !== 1;
  return setMode(runtime, isScaled ? { mode: StoredMode.Scaled, rate } : { mode: StoredMode.Real });
}
