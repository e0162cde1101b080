import { accepted, downloadSnapshot, uploadSnapshot } from '@orrery/sdk';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions } from '../../command';
import { elapsed, withProgress } from '../../output/progress';
import { findServer } from '../../server/find-server';

interface FileOptions extends ServerOptions {
  readonly file: string;
}

/** `orrery snapshot download`. */
export const snapshotDownloadCommand: CliCommand = {
  words: ['snapshot', 'download'],
  summary: 'write a snapshot that the server keeps to a file',
  declare: (command, terminal) => {
    command
      .description('Writes a snapshot that the server keeps to a file: the file is there whole, or not at all.')
      .argument('<snapshot>', 'its name')
      .requiredOption('-f, --file <file>', 'the file');
    withServerOptions(command)
      .addHelpText('after', exitCodes('written', 'refused, or there is no such snapshot'))
      .action(async (name: string, { file, ...place }: FileOptions) => {
        const { address } = findServer({ ...place, environment: terminal.environment });
        await withProgress(terminal, `writing ${file}`, elapsed(), () => downloadSnapshot(address, name, file));
      });
  },
};

/** `orrery snapshot upload`. */
export const snapshotUploadCommand: CliCommand = {
  words: ['snapshot', 'upload'],
  summary: 'let the server keep the snapshot of a file',
  declare: (command, terminal) => {
    command
      .description('Lets the server keep the snapshot of a file. One that is damaged, or no snapshot, is refused.')
      .argument('<snapshot>', 'name that it gets')
      .requiredOption('-f, --file <file>', 'the file');
    withServerOptions(command)
      .addHelpText('after', exitCodes('kept', 'refused'))
      .action(async (name: string, { file, ...place }: FileOptions) => {
        const { address } = findServer({ ...place, environment: terminal.environment });
        await withProgress(terminal, `reading ${file}`, elapsed(), () => uploadSnapshot(address, name, file));
      });
  },
};

/** `orrery snapshot delete`. */
export const snapshotDeleteCommand: CliCommand = {
  words: ['snapshot', 'delete'],
  summary: 'delete snapshots from the server',
  declare: (command, terminal) => {
    command
      .description('Deletes snapshots that the server keeps. Clusters that were made of them stay.')
      .argument('<snapshot...>', 'their names');
    withServerOptions(command)
      .addHelpText('after', exitCodes('deleted', 'refused, or there is no such snapshot'))
      .action(async (names: readonly string[], place: ServerOptions) => {
        const { operations } = findServer({ ...place, environment: terminal.environment });
        for (const name of names) {
          accepted((await operations.deleteSnapshot({ input: { name } })).deleteSnapshot);
          terminal.write(`snapshot ${name} deleted\n`);
        }
      });
  },
};
