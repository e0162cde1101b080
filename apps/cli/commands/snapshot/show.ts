import { RefusedError } from '@orrery/sdk';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions, type Terminal } from '../../command';
import { printItem, printItems, withOutput, type Output } from '../../output/print-items';
import { findServer } from '../../server/find-server';
import { withSnapshot } from './chosen-snapshot';
import { SNAPSHOT_VIEW, snapshotText } from './snapshot-view';

interface Options extends ServerOptions {
  readonly file?: string;
  readonly output: Output;
}

/** `orrery snapshot list`. */
export const snapshotListCommand: CliCommand = {
  words: ['snapshot', 'list'],
  summary: 'list the snapshots that the server keeps',
  declare: (command, terminal) => {
    withServerOptions(withOutput(command.description('Lists the snapshots that the server keeps.')))
      .addHelpText('after', exitCodes('listed', 'refused'))
      .action(async ({ output, ...place }: ServerOptions & { output: Output }) => {
        const { operations } = findServer({ ...place, environment: terminal.environment });
        printItems((await operations.snapshots()).snapshots, SNAPSHOT_VIEW, output, terminal);
      });
  },
};

/** `orrery snapshot show`. */
export const snapshotShowCommand: CliCommand = {
  words: ['snapshot', 'show'],
  summary: 'show what is in a snapshot',
  declare: (command, terminal) => {
    command
      .description(
        'Shows what is in a snapshot that the server keeps, or in a file. A file is read to its end and checked.',
      )
      .argument('[snapshot]', 'name of a snapshot that the server keeps')
      .option('-f, --file <file>', 'a file of yours instead');
    withServerOptions(withOutput(command))
      .addHelpText('after', exitCodes('shown', 'refused, or there is no such snapshot'))
      .action((snapshot: string | undefined, options: Options) => show(snapshot, options, terminal));
  },
};

async function show(name: string | undefined, { file, output, ...place }: Options, terminal: Terminal): Promise<void> {
  const server = findServer({ ...place, environment: terminal.environment });
  await withSnapshot({ name, file }, server, terminal, async (chosen) => {
    const { snapshot } = await server.operations.snapshot({ name: chosen });
    if (!snapshot) throw new RefusedError(`snapshot "${chosen}" not found`, 'NOT_FOUND');
    const shown = { ...snapshot, name: file ?? snapshot.name };
    if (output === 'table') terminal.write(snapshotText(shown));
    else printItem(shown, SNAPSHOT_VIEW, output, terminal);
  });
}
