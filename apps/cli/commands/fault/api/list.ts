import { exitCodes, withServerOptions, type CliCommand, type ServerOptions } from '../../../command';
import { printItems, withOutput, type Output } from '../../../output/print-items';
import { findServer } from '../../../server/find-server';
import { API_FAULT_VIEW } from './api-fault-view';

/** `orrery fault api list`. */
export const faultApiListCommand: CliCommand = {
  words: ['fault', 'api', 'list'],
  summary: 'list the rules for requests of the Kubernetes API',
  declare: (command, terminal) => {
    withServerOptions(withOutput(command.description('Lists the rules by which requests of the Kubernetes API fail.')))
      .addHelpText('after', exitCodes('listed', 'refused'))
      .action(async ({ output, ...place }: ServerOptions & { output: Output }) => {
        const { operations } = findServer({ ...place, environment: terminal.environment });
        printItems((await operations.apiFaults()).apiFaults, API_FAULT_VIEW, output, terminal);
      });
  },
};
