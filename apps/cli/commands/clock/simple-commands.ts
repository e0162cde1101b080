import { accepted, type ClockPartsFragment, type Operations } from '@orrery/sdk';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions } from '../../command';
import { printItem, withOutput, type Output } from '../../output/print-items';
import { findServer } from '../../server/find-server';
import { CLOCK_VIEW } from './clock-view';

interface Definition {
  readonly word: string;
  readonly summary: string;
  readonly description: string;
  /** Asks or changes the clock and answers with what it is then. */
  readonly act: (operations: Operations) => Promise<ClockPartsFragment | null>;
}

const DEFINITIONS: readonly Definition[] = [
  {
    word: 'show',
    summary: 'show the clock and the next event',
    description: 'Shows how cluster time follows real time, and when the next event is due.',
    act: async (operations) => (await operations.clock()).clock,
  },
  {
    word: 'pause',
    summary: 'let cluster time stand still',
    description: 'Lets cluster time stand still until it is advanced.',
    act: async (operations) => accepted((await operations.pauseClock()).pauseClock).clock,
  },
  {
    word: 'resume',
    summary: 'let cluster time pass again',
    description:
      'Lets cluster time pass at the speed of real time, whatever it was before; orrery clock rate and orrery clock auto set another one.',
    act: async (operations) => accepted((await operations.resumeClock()).resumeClock).clock,
  },
  {
    word: 'auto',
    summary: 'let cluster time jump to the next event automatically',
    description:
      'Lets cluster time jump to the next event while the cluster and its clients are idle, at most 1000 times as fast as real time (orrery clock rate auto:200x for another limit).',
    act: async (operations) =>
      accepted((await operations.setClockMode({ input: { mode: 'AUTO' } })).setClockMode).clock,
  },
];

/** `orrery clock show`, `pause`, `resume` and `auto`. */
export const SIMPLE_CLOCK_COMMANDS: readonly CliCommand[] = DEFINITIONS.map(({ word, summary, description, act }) => ({
  words: ['clock', word],
  summary,
  declare: (command, terminal) => {
    withServerOptions(withOutput(command.description(description)))
      .addHelpText('after', exitCodes('done', 'refused'))
      .action(async ({ output, ...place }: ServerOptions & { output: Output }) => {
        const { operations } = findServer({ ...place, environment: terminal.environment });
        const clock = await act(operations);
        if (clock) printItem(clock, CLOCK_VIEW, output, terminal);
      });
  },
}));
