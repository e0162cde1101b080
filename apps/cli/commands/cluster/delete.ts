import { accepted } from '@orrery/sdk';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions } from '../../command';
import { findServer } from '../../server/find-server';

/** `orrery cluster delete`. */
export const clusterDeleteCommand: CliCommand = {
  words: ['cluster', 'delete'],
  summary: 'delete clusters with everything in them',
  declare: (command, terminal) => {
    withServerOptions(command.description('Deletes clusters with everything in them, at once and for good.'))
      .argument('<name...>', 'as many as need be')
      .addHelpText('after', exitCodes('deleted', 'refused or not found'))
      .action(async (names: readonly string[], place: ServerOptions) => {
        const { operations } = findServer({ ...place, environment: terminal.environment });
        for (const name of names) {
          accepted((await operations.deleteCluster({ input: { name } })).deleteCluster);
          terminal.write(`cluster ${name} deleted\n`);
        }
      });
  },
};
