import { DEFAULT_RELEASE, RELEASES } from '@orrery/api-types';
import { accepted, clusterInput, type ClockWord, type ClusterOptions } from '@orrery/sdk';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions, type Terminal } from '../../command';
import { wholeNumber } from '../../input/numbers';
import { printItem, withOutput, type Output } from '../../output/print-items';
import { findServer } from '../../server/find-server';
import { CLUSTER_VIEW } from './cluster-view';

interface Options extends ServerOptions {
  readonly nodes: number;
  readonly zones: number;
  readonly seed?: string;
  readonly clock: ClockWord;
  readonly startAt?: string;
  readonly bundle?: NonNullable<ClusterOptions['bundle']>;
  readonly record?: true;
  readonly output: Output;
}

/** `orrery cluster create`. */
export const clusterCreateCommand: CliCommand = {
  words: ['cluster', 'create'],
  summary: 'create a cluster on the server',
  declare: (command, terminal) => {
    command
      .description('Creates a cluster beside the others of the server. It has objects, clock and seed of its own.')
      .argument('<name>', 'lower case letters, digits, - and .')
      .option('--nodes <n>', 'simulated nodes', wholeNumber, 3)
      .option('--zones <n>', 'zones that they are spread over', wholeNumber, 3)
      .option('--seed <text>', 'seed of all random choices (default: the name)')
      .option('--clock <mode>', 'real, manual, auto, or a rate such as 60x', 'real')
      .option('--start-at <time>', 'first cluster time, in ISO 8601 (default: now; 2025-01-01 for manual and auto)')
      .option('--bundle <name>', `behaviour: ${RELEASES.join(', ')} (default: ${DEFAULT_RELEASE})`)
      .option('--record', 'record everything that it is asked for: see orrery record; for manual and auto clocks');
    withServerOptions(withOutput(command))
      .addHelpText('after', exitCodes('created', 'refused'))
      .action((name: string, options: Options) => create(name, options, terminal));
  },
};

async function create(name: string, options: Options, terminal: Terminal): Promise<void> {
  const { output, nodes, zones, seed = name, clock, startAt, bundle, record, ...place } = options;
  const { operations } = findServer({ ...place, environment: terminal.environment });
  const chosen = { nodes, zones, seed, clock, ...(startAt === undefined ? {} : { startAt }) };
  const input = clusterInput(name, {
    ...chosen,
    ...(bundle === undefined ? {} : { bundle }),
    ...(record ? { record } : {}),
  });
  const { cluster } = accepted((await operations.createCluster({ input })).createCluster);
  if (cluster) printItem(cluster, CLUSTER_VIEW, output, terminal);
}
