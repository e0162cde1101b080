import { accepted } from '@orrery/sdk';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions, type Terminal } from '../../../command';
import { duration, nameList, positiveNumber, wholeNumber } from '../../../input/numbers';
import { printItems, withOutput, type Output } from '../../../output/print-items';
import { findServer } from '../../../server/find-server';
import { API_FAULT_VIEW } from './api-fault-view';

interface Rule {
  readonly verbs?: readonly string[];
  readonly resources?: readonly string[];
  readonly namespaces?: readonly string[];
  readonly names?: readonly string[];
  readonly users?: readonly string[];
  readonly userAgents?: readonly string[];
  readonly code?: number;
  readonly message?: string;
  readonly retryAfter?: string;
  readonly latency?: string;
  readonly watchLifetime?: string;
  readonly probability?: number;
  readonly times?: number;
}
type Options = ServerOptions & Rule & { readonly output: Output };

/** `orrery fault api add`. */
export const faultApiAddCommand: CliCommand = {
  words: ['fault', 'api', 'add'],
  summary: 'let requests of the Kubernetes API fail',
  declare: (command, terminal) => {
    command
      .description('Adds a rule by which requests of the Kubernetes API fail, take longer or lose their watches.')
      .argument('<name>', 'name of the rule; one of this name is replaced')
      .option('--verbs <a,b>', 'verbs as in roles: get, list, watch, create, update, ...', nameList)
      .option('--resources <a,b>', 'resources such as pods, deployments.apps, pods/status', nameList)
      .option('--namespaces <a,b>', 'namespaces', nameList)
      .option('--names <a,b>', 'names of objects', nameList)
      .option('--users <a,b>', 'users by name', nameList)
      .option('--user-agents <a,b>', 'clients by their User-Agent', nameList)
      .option('--code <n>', 'answer with this HTTP code', wholeNumber)
      .option('--message <text>', 'and with this message')
      .option('--retry-after <duration>', 'and ask to try again after this long', duration)
      .option('--latency <duration>', 'take the request so much later, in real time', duration)
      .option('--watch-lifetime <duration>', 'end watches after this long, with code 410', duration)
      .option('--probability <0-1>', 'only for this share of the requests, drawn with the seed', positiveNumber)
      .option('--times <n>', 'only for so many requests', wholeNumber);
    withServerOptions(withOutput(command))
      .addHelpText('after', '\nA * at the end of a value stands for any ending; what is left out stands for all.')
      .addHelpText('after', exitCodes('added', 'refused'))
      .action((name: string, options: Options) => add(name, options, terminal));
  },
};

async function add(name: string, options: Options, terminal: Terminal): Promise<void> {
  const { output, server, kubeconfig, cluster, ...rule } = options;
  const { operations } = findServer({ server, kubeconfig, cluster, environment: terminal.environment });
  const { apiFaults } = accepted((await operations.addApiFault({ input: { name, ...rule } })).addApiFault);
  const added = apiFaults.filter((each) => each.name === name);
  printItems(added, API_FAULT_VIEW, output, terminal);
}
