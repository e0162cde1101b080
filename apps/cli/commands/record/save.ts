import { clusterAddress, OrreryError, saveRecording } from '@orrery/sdk';
import {
  CliError,
  exitCodes,
  ExitCode,
  withServerOptions,
  type CliCommand,
  type ServerOptions,
  type Terminal,
} from '../../command';
import { elapsed, withProgress } from '../../output/progress';
import { findServer } from '../../server/find-server';

interface Options extends ServerOptions {
  readonly file?: string;
}

const DESCRIPTION = `Writes the recording of a cluster to a file: what the cluster was made of, everything that it was asked for, what webhooks and the like answered, and its log. The file has the keys of the cluster: only its owner can read it. A running recording is written up to now and continues.`;

/** `orrery record save`. */
export const recordSaveCommand: CliCommand = {
  words: ['record', 'save'],
  summary: 'write the recording of a cluster to a file',
  declare: (command, terminal) => {
    command
      .description(DESCRIPTION)
      .argument('<cluster>', 'its name')
      .option('-f, --file <file>', 'the file (default: CLUSTER.recording)');
    withServerOptions(command)
      .addHelpText('after', exitCodes('written', 'refused, or the cluster is not recorded'))
      .action((cluster: string, options: Options) => save(cluster, options, terminal));
  },
};

async function save(
  cluster: string,
  { file = `${cluster}.recording`, ...place }: Options,
  terminal: Terminal,
): Promise<void> {
  const { address } = findServer({ ...place, environment: terminal.environment });
  try {
    await withProgress(terminal, `writing ${file}`, elapsed(), () =>
      saveRecording(clusterAddress(address, cluster), file),
    );
  } catch (error) {
    if (error instanceof OrreryError) throw error;
    throw new CliError(`--file: ${(error as Error).message}`, ExitCode.Usage);
  }
  terminal.write(`wrote ${file}\n`);
}
