import { randomUUID } from 'node:crypto';
import { ClockMode } from '@orrery/clock';
import type { ClusterRuntime } from '@orrery/control-plane';
import { clusterRight } from '../access/access-rules';
import { clusterAction } from '../action';
import { badUserInput } from '../errors/input-error';
import { durationOf } from '../input/duration-input';
import { decimal, durationText, input, text, type InputOf } from '../input/inputs';
import { one, type ResultSchema } from '../input/results';
import { advanceClock } from './advance-clock';
import { ADVANCE_CLOCK, SET_CLOCK_MODE } from './clock-inputs';
import { clockOf, rateOfMode } from './clock-view';

const HOLD_MS = 30_000;
const LONGEST_HOLD_MS = 3_600_000;

const HOLD_CLOCK = input('A hold on an AUTO clock.', {
  optional: {
    name: text('Name of the hold; an existing hold of this name is restarted (default: a new name).'),
    for: durationText('Duration after which it expires, in real time (default 30s, at most 1h).'),
  },
});

const CLOCK: ResultSchema = {
  name: 'ClockPayload',
  about: 'Result of a change of the clock.',
  fields: {
    clock: one('Clock', 'The clock after the change.'),
    events: one('Int', 'Number of instants at which events were due.'),
    endedBy: one('AdvanceEnd', 'Why the advance ended.'),
  },
};
const HOLD: ResultSchema = {
  name: 'HoldClockPayload',
  about: 'A hold of the clock.',
  fields: { name: one('String', 'Name of the hold, for `releaseClock`.'), clock: one('Clock', 'The clock.') },
};
const right = clusterRight('update');

export const CLOCK_ACTIONS = [
  clusterAction({
    name: 'setClockMode',
    about: 'Sets how cluster time follows real time.',
    right,
    input: SET_CLOCK_MODE,
    result: CLOCK,
    perform: ({ runtime }, given) => setMode(runtime, given),
  }),
  clusterAction({
    name: 'pauseClock',
    about: 'Pauses the clock.',
    right,
    input: input('Pauses the clock.', {}),
    result: CLOCK,
    perform: ({ runtime }) => setMode(runtime, { mode: ClockMode.Manual }),
  }),
  clusterAction({
    name: 'resumeClock',
    about: 'Starts the clock.',
    right,
    input: input('Starts the clock.', { optional: { rate: decimal('Cluster seconds per real second (default 1).') } }),
    result: CLOCK,
    perform: ({ runtime }, { rate }) => {
      const isScaled = rate != null && rate !== 1;
      return setMode(runtime, isScaled ? { mode: ClockMode.Scaled, rate } : { mode: ClockMode.Real });
    },
  }),
  clusterAction({
    name: 'holdClock',
    about: 'Holds an AUTO clock while a client is busy with work that the server cannot see.',
    right,
    input: HOLD_CLOCK,
    result: HOLD,
    perform: async ({ runtime }, given) => ({ name: holdClock(runtime, given), clock: clockOf(runtime) }),
  }),
  clusterAction({
    name: 'releaseClock',
    about: 'Ends a hold of the clock.',
    right,
    input: input('The end of a hold.', { required: { name: text('Name of the hold.') } }),
    result: HOLD,
    perform: async ({ runtime }, { name }) => {
      await runtime.releaseClock(name);
      return { name, clock: clockOf(runtime) };
    },
  }),
  clusterAction({
    name: 'advanceClock',
    about: 'Advances a manual clock; all due events are processed in order.',
    right,
    input: ADVANCE_CLOCK,
    result: CLOCK,
    perform: async ({ runtime }, given) => {
      const { events, endedBy } = await advanceClock(runtime, given);
      return { events, endedBy, clock: clockOf(runtime) };
    },
  }),
];

/** Holds the clock; returns the name of the hold. */
function holdClock({ clients }: ClusterRuntime, { name, for: given }: InputOf<typeof HOLD_CLOCK>): string {
  const forMs = durationOf(given, 'for') ?? HOLD_MS;
  if (forMs <= 0 || forMs > LONGEST_HOLD_MS) {
    throw badUserInput('for: must be greater than 0 and at most 1h', ['for']);
  }
  const chosen = name ?? randomUUID();
  clients.hold(chosen, forMs);
  return chosen;
}

async function setMode(runtime: ClusterRuntime, { mode, rate }: InputOf<typeof SET_CLOCK_MODE>): Promise<object> {
  await runtime.setClock(mode, rateOfMode(mode, rate, ['rate']));
  return { clock: clockOf(runtime) };
}
