import { accepted, clockInput } from '@orrery/sdk';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions, type Terminal } from '../../command';
import { printItem, withOutput, type Output } from '../../output/print-items';
import { findServer } from '../../server/find-server';
import { CLOCK_VIEW } from './clock-view';

type Options = ServerOptions & { readonly output: Output };

/** `orrery clock rate`. */
export const clockRateCommand: CliCommand = {
  words: ['clock', 'rate'],
  summary: 'let cluster time pass faster or slower',
  declare: (command, terminal) => {
    command
      .description('Sets how many seconds of cluster time pass in a second of real time.')
      .argument('<rate>', 'such as 60x; 1x is the speed of real time');
    withServerOptions(withOutput(command))
      .addHelpText('after', exitCodes('done', 'refused'))
      .action((rate: string, options: Options) => setRate(rate, options, terminal));
  },
};

async function setRate(rate: string, { output, ...place }: Options, terminal: Terminal): Promise<void> {
  const { operations } = findServer({ ...place, environment: terminal.environment });
  // The sign may be left out: 60 can mean nothing else.
  const { mode, rate: factor } = clockInput(/^[\d.]+$/.test(rate) ? `${rate}x` : rate);
  const input = { mode, ...(factor == null ? {} : { rate: factor }) };
  const { clock } = accepted((await operations.setClockMode({ input })).setClockMode);
  if (clock) printItem(clock, CLOCK_VIEW, output, terminal);
}
