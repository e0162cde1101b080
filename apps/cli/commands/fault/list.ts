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
      .option('--at <moment>', 'those of a moment: a revision, a time, or how long ago (-10m)')
      .addHelpText('after', exitCodes('listed', 'refused'))
      .action(async ({ output, at, ...place }: ServerOptions & { output: Output; at?: string }) => {
        const { operations } = findServer({ ...place, environment: terminal.environment });
        printItems((await operations.faults(at === undefined ? {} : { at })).faults, FAULT_VIEW, output, terminal);
      });
  },
};
