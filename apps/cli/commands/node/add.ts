import { accepted } from '@orrery/sdk';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions, type Terminal } from '../../command';
import { actionInput, withActionOptions } from '../../input/action-options';
import { findServer } from '../../server/find-server';

/** Fields of new nodes besides their name. */
const NODES = {
  only: [
    'count',
    'firstIndex',
    'zones',
    'region',
    'instanceType',
    'labels',
    'annotations',
    'capacity',
    'allocatable',
    'unschedulable',
  ],
  letters: { labels: 'l' },
};

/** `orrery node add`. */
export const nodeAddCommand: CliCommand = {
  words: ['node', 'add'],
  summary: 'add simulated nodes',
  declare: (command, terminal) => {
    command
      .description(
        'Adds simulated nodes, each with a kubelet: 4 CPU, 16Gi memory, 100Gi storage and 110 pods by default.',
      )
      .argument('<name>', 'with --count the number is appended, or put in the place of {index}');
    withActionOptions(command, 'addNodes', NODES);
    withServerOptions(command)
      .addHelpText('after', exitCodes('added', 'refused'))
      .action((name: string, options: ServerOptions) => add(name, options, terminal));
  },
};

async function add(name: string, options: ServerOptions, terminal: Terminal): Promise<void> {
  const { operations } = findServer({ ...options, environment: terminal.environment });
  const input = { count: 1, ...actionInput('addNodes', options, NODES), name };
  const { nodes } = accepted((await operations.addNodes({ input })).addNodes);
  for (const { metadata } of nodes) terminal.write(`node/${metadata.name} added\n`);
}
