import { exitCodes, withServerOptions, type CliCommand, type ServerOptions } from '../../command';
import { printItems, withOutput, type Output } from '../../output/print-items';
import { findServer } from '../../server/find-server';
import { FAULT_VIEW } from './fault-view';

/** `orrery fault list`. */
export const faultListCommand: CliCommand = {
  words: ['fault', 'list'],
  summary: 'list faults that are in force or planned',
  declare: (command, terminal) => {
    withServerOptions(withOutput(command.description('Lists the faults that are in force or planned.')))
      .addHelpText('after', exitCodes('listed', 'refused'))
      .action(async ({ output, ...place }: ServerOptions & { output: Output }) => {
        const { operations } = findServer({ ...place, environment: terminal.environment });
        printItems((await operations.faults()).faults, FAULT_VIEW, output, terminal);
      });
  },
};
