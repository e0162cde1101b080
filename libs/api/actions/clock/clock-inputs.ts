import { ClockMode } from '@orrery/clock';
import {
  count,
  decimal,
  durationText,
  flag,
  input,
  json,
  nestedList,
  text,
  timeText,
  valuedWords,
  wordOf,
  type InputOf,
} from '../input/inputs';

export const CLOCK_MODE = valuedWords<ClockMode>('ClockMode', 'How cluster time follows real time.', {
  PAUSED: { value: ClockMode.Manual, about: 'Former name of MANUAL.', formerly: 'MANUAL' },
  MANUAL: { value: ClockMode.Manual, about: 'Cluster time stands still until it is advanced.' },
  REALTIME: { value: ClockMode.Real, about: 'Cluster time runs at the speed of real time.' },
  SCALED: { value: ClockMode.Scaled, about: 'Cluster time runs faster or slower than real time.' },
  AUTO: {
    value: ClockMode.Auto,
    about: 'Cluster time jumps to the next event while the cluster and its clients are idle.',
  },
});

export const SET_CLOCK_MODE = input('The mode of the clock.', {
  required: { mode: wordOf(CLOCK_MODE, 'How cluster time follows real time.') },
  optional: {
    rate: decimal(
      'Cluster seconds per real second (above 0, at most 1000000): for SCALED, and for AUTO at most (default 1000).',
    ),
  },
});

/** A number of matching objects that must exist. */
export const CLOCK_CONDITION = input('A condition: a number of matching objects must exist.', {
  required: { kind: text('Kind of the objects.') },
  optional: {
    apiVersion: text('API version of the objects (default `v1`).'),
    namespace: text('Namespace of the objects (default `default`).'),
    name: text('Name of the object.'),
    labelSelector: text('Label selector of the objects.'),
    matches: json(
      'Partial object: an object matches if it has at least these fields, and its lists at least one matching item for each item given.',
    ),
    count: count('Exact number of matching objects (default: at least one).'),
  },
});

export const ADVANCE_CLOCK = input(
  'Extent of the advance of a manual clock: `by`, `to`, `untilIdle`, `until` or `toNextEvent`; `by` and `to` limit the others.',
  {
    optional: {
      by: durationText('Duration to advance by.'),
      to: timeText('Time to advance to.'),
      until: nestedList(
        'ClockCondition',
        CLOCK_CONDITION,
        'Advances to the first instant at which all conditions are met (within `1h` if no limit is given).',
      ),
      toNextEvent: flag('Advances to the next instant at which an event is due.'),
      untilIdle: flag('Advances until nothing but heartbeats has happened for `idleFor`.'),
      idleFor: durationText('Duration without changes that counts as idle (default `1m`).'),
      maxEvents: count('Maximum number of instants (default 1000000).'),
    },
  },
);

export type ClockCondition = InputOf<typeof CLOCK_CONDITION>;
export type AdvanceClockInput = InputOf<typeof ADVANCE_CLOCK>;
