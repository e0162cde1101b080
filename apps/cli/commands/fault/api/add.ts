import { accepted } from '@orrery/sdk';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions, type Terminal } from '../../../command';
import { actionInput, withActionOptions } from '../../../input/action-options';
import { printItems, withOutput, type Output } from '../../../output/print-items';
import { findServer } from '../../../server/find-server';
import { API_FAULT_VIEW } from './api-fault-view';

type Options = ServerOptions & { readonly output: Output };

/** Fields of a rule besides its name. */
const RULE = {
  only: [
    'verbs',
    'resources',
    'namespaces',
    'names',
    'users',
    'userAgents',
    'code',
    'message',
    'retryAfter',
    'latency',
    'watchLifetime',
    'probability',
    'times',
  ],
};

/** `orrery fault api add`. */
export const faultApiAddCommand: CliCommand = {
  words: ['fault', 'api', 'add'],
  summary: 'let requests of the Kubernetes API fail',
  declare: (command, terminal) => {
    command
      .description('Adds a rule by which requests of the Kubernetes API fail, take longer or lose their watches.')
      .argument('<name>', 'name of the rule; one of this name is replaced');
    withActionOptions(command, 'addApiFault', RULE);
    withServerOptions(withOutput(command))
      .addHelpText('after', '\nA * at the end of a value matches any ending; an option that is left out matches all.')
      .addHelpText('after', exitCodes('added', 'refused'))
      .action((name: string, options: Options) => add(name, options, terminal));
  },
};

async function add(name: string, options: Options, terminal: Terminal): Promise<void> {
  const { output, ...place } = options;
  const { operations } = findServer({ ...place, environment: terminal.environment });
  const input = { ...actionInput('addApiFault', options, RULE), name };
  const { apiFaults } = accepted((await operations.addApiFault({ input })).addApiFault);
  const added = apiFaults.filter((each) => each.name === name);
  printItems(added, API_FAULT_VIEW, output, terminal);
}
