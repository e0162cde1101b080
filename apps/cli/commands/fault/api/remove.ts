import { accepted } from '@orrery/sdk';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions, type Terminal } from '../../../command';
import { findServer } from '../../../server/find-server';

/** `orrery fault api remove`. */
export const faultApiRemoveCommand: CliCommand = {
  words: ['fault', 'api', 'remove'],
  summary: 'remove a rule for requests of the Kubernetes API',
  declare: (command, terminal) => {
    command
      .description('Removes a rule for requests of the Kubernetes API, or all of them.')
      .argument('[name]', 'name of the rule (default: all rules)');
    withServerOptions(command)
      .addHelpText('after', exitCodes('done', 'refused'))
      .action((name: string | undefined, options: ServerOptions) => remove(name, options, terminal));
  },
};

async function remove(name: string | undefined, place: ServerOptions, terminal: Terminal): Promise<void> {
  const { operations } = findServer({ ...place, environment: terminal.environment });
  const input = name === undefined ? {} : { name };
  const { apiFaults } = accepted((await operations.removeApiFault({ input })).removeApiFault);
  const left = apiFaults.length;
  terminal.write(left === 0 ? 'no rule is left\n' : `${left} ${left === 1 ? 'rule is' : 'rules are'} left\n`);
}
