import { accepted } from '@orrery/sdk';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions, type Terminal } from '../command';
import { printItem, withOutput, type Output } from '../output/print-items';
import { findServer } from '../server/find-server';
import { CLUSTER_VIEW } from './cluster/cluster-view';

interface Options extends ServerOptions {
  readonly name: string;
  readonly at?: string;
  readonly output: Output;
}

const DESCRIPTION = `Creates a cluster that continues from where another one is, or was at a moment of its past. Forked from a present whose clock is manual or auto, or from the past of a cluster that is recorded, it continues exactly as the other one does when it is asked for the same. A time includes everything that was done at that instant; a revision is exact to the change.`;

/** `orrery fork`. */
export const forkCommand: CliCommand = {
  words: ['fork'],
  summary: 'copy a cluster as it is, or was, to another one',
  declare: (command, terminal) => {
    command
      .description(DESCRIPTION)
      .argument('<cluster>', 'the other cluster')
      .requiredOption('--name <name>', 'name of the new one: lower case letters, digits, - and .')
      .option(
        '--at <moment>',
        'the moment: a revision, a time (with all that was done at that instant), or how long ago (-10m); default: now',
      );
    withServerOptions(withOutput(command))
      .addHelpText('after', exitCodes('forked', 'refused, or there is no such cluster or moment'))
      .action((cluster: string, options: Options) => fork(cluster, options, terminal));
  },
};

async function fork(origin: string, { name, at, output, ...place }: Options, terminal: Terminal): Promise<void> {
  const { operations } = findServer({ ...place, environment: terminal.environment });
  const input = { cluster: origin, name, ...(at === undefined ? {} : { at }) };
  const { cluster } = accepted((await operations.forkCluster({ input })).forkCluster);
  if (cluster) printItem(cluster, CLUSTER_VIEW, output, terminal);
}
