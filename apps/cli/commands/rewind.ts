import { accepted } from '@orrery/sdk';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions, type Terminal } from '../command';
import { printItem, withOutput, type Output } from '../output/print-items';
import { findServer } from '../server/find-server';
import { CLUSTER_VIEW } from './cluster/cluster-view';

interface Options extends ServerOptions {
  readonly to: string;
  readonly output: Output;
}

/** `orrery rewind`. */
export const rewindCommand: CliCommand = {
  words: ['rewind'],
  summary: 'take a cluster back to a moment of its past',
  declare: (command, terminal) => {
    command
      .description(
        'Takes a cluster back to a moment of its past. What was later is gone; clients that watch the cluster list again.',
      )
      .argument('<cluster>', 'its name')
      .requiredOption(
        '--to <moment>',
        'a revision, a time (with all that was done at that instant), or how long ago (-10m)',
      );
    withServerOptions(withOutput(command))
      .addHelpText('after', exitCodes('taken back', 'refused, or there is no such cluster or moment'))
      .action((name: string, options: Options) => rewind(name, options, terminal));
  },
};

async function rewind(name: string, { to, output, ...place }: Options, terminal: Terminal): Promise<void> {
  const { operations } = findServer({ ...place, environment: terminal.environment });
  const { cluster } = accepted((await operations.rewindCluster({ input: { name, to } })).rewindCluster);
  if (cluster) printItem(cluster, CLUSTER_VIEW, output, terminal);
}
