import { accepted, downloadSnapshot, type SnapshotPartsFragment } from '@orrery/sdk';
import {
  CliError,
  exitCodes,
  ExitCode,
  withServerOptions,
  type CliCommand,
  type ServerOptions,
  type Terminal,
} from '../../command';
import { actionInput, withActionOptions } from '../../input/action-options';
import { printItem, withOutput, type Output } from '../../output/print-items';
import { elapsed, withProgress } from '../../output/progress';
import { findServer } from '../../server/find-server';
import { SNAPSHOT_VIEW } from './snapshot-view';

/** Fields of a snapshot besides its cluster. */
const SNAPSHOT = { only: ['name', 'history'] };

interface Options extends ServerOptions {
  readonly file?: string;
  readonly output: Output;
}

const DESCRIPTION = `Saves a cluster as it is now: objects, what its components know, clock, faults, decisions, settings and keys. The cluster continues meanwhile. The server keeps the snapshot under a name, or it is written to a file of yours. Keep files to yourself: they hold the secrets of the cluster.`;

/** `orrery snapshot save`. */
export const snapshotSaveCommand: CliCommand = {
  words: ['snapshot', 'save'],
  summary: 'save a cluster with the state of its components',
  declare: (command, terminal) => {
    command
      .description(DESCRIPTION)
      .argument('<cluster>', 'the cluster')
      .option('-f, --file <file>', 'write it to a file, and keep nothing on the server');
    withActionOptions(command, 'saveSnapshot', SNAPSHOT);
    withServerOptions(withOutput(command))
      .addHelpText('after', exitCodes('saved', 'refused, or there is no such cluster'))
      .action((cluster: string, options: Options) => save(cluster, options, terminal));
  },
};

async function save(cluster: string, options: Options, terminal: Terminal) {
  const { file, output, ...place } = options;
  const { operations, address } = findServer({ ...place, environment: terminal.environment });
  const input = { ...actionInput('saveSnapshot', options, SNAPSHOT), cluster };
  const snapshot = await withProgress(terminal, `saving ${cluster}`, elapsed(), async () =>
    written(accepted((await operations.saveSnapshot({ input })).saveSnapshot).snapshot),
  );
  if (file !== undefined) {
    try {
      await withProgress(terminal, `writing ${file}`, elapsed(), () => downloadSnapshot(address, snapshot.name, file));
    } finally {
      await operations.deleteSnapshot({ input: { name: snapshot.name } });
    }
  }
  printItem(file === undefined ? snapshot : { ...snapshot, name: file }, SNAPSHOT_VIEW, output, terminal);
}

function written(snapshot: SnapshotPartsFragment | null): SnapshotPartsFragment {
  if (!snapshot) throw new CliError('the server answered with no snapshot', ExitCode.Refused);
  return snapshot;
}
