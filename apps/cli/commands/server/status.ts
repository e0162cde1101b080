import {
  operationsAt,
  readKubeconfig,
  UnreachableError,
  type ClusterPartsFragment,
  type ServerAddress,
} from '@orrery/sdk';
import { runningServer, type ServerRecord } from '../../background/server-record';
import { dataFolder, withDataFolder, type GivenOptions } from '../../background/server-options';
import { CliError, exitCodes, ExitCode, type CliCommand, type Terminal } from '../../command';
import { clockText } from '../../output/clock-text';
import { historyText } from '../cluster/cluster-view';
import { paintsFor } from '../../output/paint';
import { findServer } from '../../server/find-server';
import { printItem, withOutput, type ItemView, type Output } from '../../output/print-items';

interface Status {
  readonly state: 'ready' | 'does not answer';
  readonly url: string;
  /** The following are known of a server in the background on this machine. */
  readonly pid?: number;
  readonly startedAt?: string;
  readonly kubeconfig?: string;
  readonly log?: string;
  readonly clusters: readonly ClusterPartsFragment[];
}

/** `orrery status`. */
export const statusCommand: CliCommand = {
  words: ['status'],
  summary: 'show the server, and its clusters',
  declare: (command, terminal) => {
    withOutput(
      withDataFolder(
        command.description('Shows the server at $ORRERY_URL, or the one that orrery up started, and its clusters.'),
      ),
    )
      .addHelpText('after', exitCodes('it is ready', 'none runs, or it does not answer'))
      .action((options: GivenOptions & { output: Output }) => status(options, terminal));
  },
};

async function status(options: GivenOptions & { readonly output: Output }, terminal: Terminal): Promise<void> {
  const now = await statusNow(options, terminal);
  printItem(now, viewFor(terminal), options.output, terminal);
  if (now.state === 'ready') return;
  const where = now.log === undefined ? now.url : `see ${now.log}`;
  throw new CliError(`the server does not answer; ${where}`, ExitCode.Refused);
}

/** Returns the state of the server on the given folder, else of the one at $ORRERY_URL, else of that on the usual folder. */
async function statusNow(options: GivenOptions, { environment }: Terminal): Promise<Status> {
  const url = environment['ORRERY_URL'];
  if (url && options['dataDir'] === undefined) {
    const { address } = findServer({ environment });
    return answerOf(address, { url: address.url });
  }
  const folder = dataFolder(options, environment);
  const server = runningServer(folder);
  if (!server) throw new CliError(`no server runs in the background on ${folder}`, ExitCode.Refused);
  return statusOf(server);
}

function statusOf({ url, pid, startedAt, kubeconfig, log }: ServerRecord): Promise<Status> {
  return answerOf(readKubeconfig(kubeconfig), { url, pid, startedAt, kubeconfig, log });
}

async function answerOf(address: ServerAddress, known: Omit<Status, 'state' | 'clusters'>): Promise<Status> {
  try {
    const { clusters } = await operationsAt(address).clusters();
    return { state: 'ready', ...known, clusters };
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    return { state: 'does not answer', ...known, clusters: [] };
  }
}

function viewFor(terminal: Terminal): ItemView<Status> {
  const { good, bad } = paintsFor(terminal);
  return {
    nameOf: ({ url }) => url,
    none: '',
    columns: [
      { title: 'STATE', of: ({ state }) => ({ text: state, paint: state === 'ready' ? good : bad }) },
      { title: 'URL', of: ({ url }) => url },
      { title: 'PROCESS', of: ({ pid }) => String(pid ?? '-') },
      { title: 'SINCE', of: ({ startedAt }) => startedAt ?? '-' },
      { title: 'LOG', of: ({ log }) => log ?? '-', isWide: true },
      { title: 'KUBECONFIG', of: ({ kubeconfig }) => kubeconfig ?? '-', isWide: true },
      { title: 'CLUSTERS', of: ({ clusters }) => clusters.map(clusterText).join(', ') },
    ],
  };
}

function clusterText({ name, clock, history }: ClusterPartsFragment): string {
  const parts = [...(clock ? [clockText(clock)] : []), ...(history ? [historyText(history)] : [])];
  return parts.length === 0 ? name : `${name} (${parts.join(', ')})`;
}
