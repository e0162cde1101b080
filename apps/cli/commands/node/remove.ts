import { accepted } from '@orrery/sdk';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions } from '../../command';
import { findServer } from '../../server/find-server';

/** `orrery node remove`. */
export const nodeRemoveCommand: CliCommand = {
  words: ['node', 'remove'],
  summary: 'remove nodes with their machines',
  declare: (command, terminal) => {
    withServerOptions(command.description('Removes nodes with their machines; controllers replace their pods.'))
      .argument('<name...>', 'as many as need be')
      .addHelpText('after', exitCodes('removed', 'refused or not found'))
      .action(async (names: readonly string[], place: ServerOptions) => {
        const { operations } = findServer({ ...place, environment: terminal.environment });
        for (const name of names) {
          accepted((await operations.removeNode({ input: { name } })).removeNode);
          terminal.write(`node/${name} removed\n`);
        }
      });
  },
};
