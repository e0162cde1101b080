import { exitCodes, withServerOptions, type CliCommand, type ServerOptions } from '../../command';
import { printItems, withOutput, type Output } from '../../output/print-items';
import { findServer } from '../../server/find-server';
import { CLUSTER_VIEW } from './cluster-view';

/** `orrery cluster list`. */
export const clusterListCommand: CliCommand = {
  words: ['cluster', 'list'],
  summary: 'list the clusters of the server',
  declare: (command, terminal) => {
    withServerOptions(withOutput(command.description('Lists the clusters of the server with their clocks.')))
      .addHelpText('after', exitCodes('listed', 'refused'))
      .action(async ({ output, ...place }: ServerOptions & { output: Output }) => {
        const { operations } = findServer({ ...place, environment: terminal.environment });
        printItems((await operations.clusters()).clusters, CLUSTER_VIEW, output, terminal);
      });
  },
};
