import { accepted } from '@orrery/sdk';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions, type Terminal } from '../../command';
import { printItem, withOutput, type Output } from '../../output/print-items';
import { elapsed, withProgress } from '../../output/progress';
import { findServer } from '../../server/find-server';
import { CLUSTER_VIEW } from '../cluster/cluster-view';
import { withSnapshot } from './chosen-snapshot';

interface Options extends ServerOptions {
  readonly name: string;
  readonly file?: string;
  readonly output: Output;
}

const DESCRIPTION = `Creates a cluster that continues from a snapshot, as often as you like. One whose clock is manual or auto continues exactly as the other one did when it is asked for the same. A file that is damaged, or none of ours, is refused, and nothing of it stays.`;

/** `orrery snapshot restore`. */
export const snapshotRestoreCommand: CliCommand = {
  words: ['snapshot', 'restore'],
  summary: 'create a cluster from a snapshot',
  declare: (command, terminal) => {
    command
      .description(DESCRIPTION)
      .argument('[snapshot]', 'name of a snapshot that the server keeps')
      .option('-f, --file <file>', 'a file of yours instead')
      .requiredOption('--name <name>', 'name of the cluster: lower case letters, digits, - and .');
    withServerOptions(withOutput(command))
      .addHelpText('after', exitCodes('restored', 'refused, or there is no such snapshot'))
      .action((snapshot: string | undefined, options: Options) => restore(snapshot, options, terminal));
  },
};

async function restore(snapshot: string | undefined, { name, file, output, ...place }: Options, terminal: Terminal) {
  const server = findServer({ ...place, environment: terminal.environment });
  const { cluster } = await withSnapshot({ name: snapshot, file }, server, terminal, (chosen) =>
    withProgress(terminal, `restoring ${name}`, elapsed(), async () =>
      accepted((await server.operations.restoreSnapshot({ input: { snapshot: chosen, name } })).restoreSnapshot),
    ),
  );
  if (cluster) printItem(cluster, CLUSTER_VIEW, output, terminal);
}
