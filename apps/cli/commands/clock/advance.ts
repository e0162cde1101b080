import { accepted } from '@orrery/sdk';
import type { Command } from 'commander';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions, type Terminal } from '../../command';
import { actionInput, withActionOptions } from '../../input/action-options';
import { duration } from '../../input/numbers';
import { printItem, withOutput, type Output } from '../../output/print-items';
import { withProgress } from '../../output/progress';
import { timeProgress } from '../../output/time-progress';
import { findServer } from '../../server/find-server';
import { CLOCK_VIEW } from './clock-view';

const DESCRIPTION =
  'Advances a manual clock: by a duration, to a time, to the next event, or until nothing but heartbeats happens. Everything that is due happens, in order.';

/** Ends of an advance besides a duration. */
const ENDS = { only: ['to', 'toNextEvent', 'untilIdle', 'idleFor', 'maxEvents'], names: { toNextEvent: 'nextEvent' } };

interface Options extends ServerOptions {
  readonly to?: string;
  readonly nextEvent?: true;
  readonly untilIdle?: true;
  readonly output: Output;
}

/** `orrery clock advance`. */
export const clockAdvanceCommand: CliCommand = {
  words: ['clock', 'advance'],
  summary: 'advance a manual clock',
  declare: (command, terminal) => {
    command
      .description(DESCRIPTION)
      .argument('[duration]', 'such as 90s or 5m; the limit with --until-idle and --next-event', duration);
    withActionOptions(command, 'advanceClock', ENDS);
    withServerOptions(withOutput(command))
      .addHelpText('after', exitCodes('done', 'refused, or the clock is not paused'))
      .action((by: string | undefined, options: Options) => advance(command, by, options, terminal));
  },
};

async function advance(command: Command, by: string | undefined, options: Options, terminal: Terminal): Promise<void> {
  const { to, nextEvent, untilIdle, output, ...place } = options;
  if (by === undefined && to === undefined && !nextEvent && !untilIdle) {
    command.error('give a duration, --to, --next-event or --until-idle');
  }
  const { operations } = findServer({ ...place, environment: terminal.environment });
  const input = { ...actionInput('advanceClock', options, ENDS), ...(by === undefined ? {} : { by }) };
  const { clock } = await withProgress(terminal, 'cluster time', timeProgress(operations, { by, to }), async () =>
    accepted((await operations.advanceClock({ input })).advanceClock),
  );
  if (clock) printItem(clock, CLOCK_VIEW, output, terminal);
}
