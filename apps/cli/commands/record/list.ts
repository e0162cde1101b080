import { exitCodes, withServerOptions, type CliCommand, type ServerOptions } from '../../command';
import { printItems, withOutput, type Output } from '../../output/print-items';
import { findServer } from '../../server/find-server';
import { RECORDING_VIEW } from './recording-view';

/** `orrery record list`. */
export const recordListCommand: CliCommand = {
  words: ['record', 'list'],
  summary: 'list the recordings of the server',
  declare: (command, terminal) => {
    withServerOptions(withOutput(command.description('Lists the clusters that are recorded, or were.')))
      .addHelpText('after', exitCodes('listed', 'refused'))
      .action(async ({ output, ...place }: ServerOptions & { output: Output }) => {
        const { operations } = findServer({ ...place, environment: terminal.environment });
        printItems((await operations.recordings()).recordings, RECORDING_VIEW, output, terminal);
      });
  },
};
