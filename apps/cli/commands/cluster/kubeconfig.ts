import { contextName, kubeconfigFor, RefusedError, serverOf, writeKubeconfig } from '@orrery/sdk';
import {
  CliError,
  exitCodes,
  ExitCode,
  withServerOptions,
  type CliCommand,
  type ServerOptions,
  type Terminal,
} from '../../command';
import { findServer } from '../../server/find-server';

interface Options extends ServerOptions {
  readonly write?: string;
  readonly address?: string;
  readonly at?: string;
}

/** `orrery cluster kubeconfig`. */
export const clusterKubeconfigCommand: CliCommand = {
  words: ['cluster', 'kubeconfig'],
  summary: 'write a kubeconfig for clusters of the server',
  declare: (command, terminal) => {
    const description =
      'Writes a kubeconfig with a context for each of these clusters, or for all of them; the first one is current.';
    withServerOptions(command.description(description))
      .argument('[name...]', 'the clusters; all of the server if none is given')
      .option('--write <file>', 'a file, that its owner alone can read, instead of standard output')
      .option('--address <url>', 'where clients reach the server, if that is elsewhere than where this command does')
      .option(
        '--at <moment>',
        'the clusters as they were: a revision, a time (with all that was done at that instant), or how long ago (-10m); read only',
      )
      .addHelpText('after', exitCodes('written', 'there is no such cluster'))
      .action((names: readonly string[], options: Options) => kubeconfig(names, options, terminal));
  },
};

async function kubeconfig(names: readonly string[], options: Options, terminal: Terminal): Promise<void> {
  const { write, address: seen, at, ...place } = options;
  if (at !== undefined && !/^[\w:.+-]+$/.test(at))
    throw new CliError(`--at: ${at} is not a moment: give a revision, a time or -10m`, ExitCode.Usage);
  if (seen !== undefined && !/^https?:\/\/[^/]/.test(seen)) {
    throw new CliError(`--address: ${seen} is not an http address`, ExitCode.Usage);
  }
  const { address, operations } = findServer({ ...place, environment: terminal.environment });
  const known = (await operations.clusters()).clusters.map(({ name }) => name);
  const missing = names.filter((name) => !known.includes(name));
  if (missing.length > 0) {
    throw new RefusedError(`there is no cluster ${missing.join(', ')}; those of the server are ${known.join(', ')}`);
  }
  const chosen = (names.length > 0 ? names : known).map((name) => (at === undefined ? name : `${name}@${at}`));
  const url = (seen ?? address.url).replace(/(?<!\/)\/+$/, '');
  const text = kubeconfigFor(serverOf({ ...address, url }), chosen);
  if (write === undefined) return terminal.write(text);
  writeKubeconfig(write, text);
  terminal.write(`wrote ${write}; its contexts are ${chosen.map(contextName).join(', ')}\n`);
}
