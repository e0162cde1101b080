import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  clusterAddress,
  kubeconfigFor,
  kubeconfigInJson,
  Orrery,
  writeKubeconfig,
  type ClockWord,
  type ClusterOptions,
} from '@orrery/sdk';
import { serverArguments, wordOf, withServerSettings, type GivenOptions } from '../../background/server-options';
import { CliError, ExitCode, ProgramEnd, type CliCommand, type Terminal } from '../../command';
import { elapsed, withProgress } from '../../output/progress';
import { findServer } from '../../server/find-server';
import { startServer } from '../../server/start-server';

const DESCRIPTION = `Runs a command with a cluster of its own and removes the cluster afterwards: KUBECONFIG and ORRERY_URL lead to it. The cluster is that of a new server, or with --server a new one of a server that runs.`;

/** Server that a command runs against. */
interface Place {
  readonly url: string;
  /** Its content. */
  readonly kubeconfig: string;
  readonly remove: () => Promise<void>;
}

type Options = GivenOptions & { readonly server?: string | true };

/** Options that a server of one command has no use for. */
const CHOSEN = ['port', 'host', 'published-host', 'data-dir', 'ephemeral', 'kubeconfig'];
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Exit codes of shells for a command that they do not find, or may not run. */
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;
/** Offset that shells add to the number of the signal that ended a command. */
const BY_SIGNAL = 128;

/** `orrery exec -- COMMAND`. */
export const execCommand: CliCommand = {
  words: ['exec'],
  summary: 'run a command with a cluster of its own',
  declare: (command, terminal) => {
    withServerSettings(command.description(DESCRIPTION), CHOSEN)
      .argument('<command...>', 'the command with its arguments, after --')
      .option('--server [url]', 'a cluster of this server, or of the one that is found as by other commands')
      .passThroughOptions()
      .addHelpText(
        'after',
        '\nExit codes: that of the command; 128 + N if signal N ended it, 127 if there is no such command;\n1 no server or cluster, 2 wrong usage, 3 server not reachable.',
      )
      .action((words: readonly string[], options: Options) => exec(words, options, terminal));
  },
};

async function exec(words: readonly string[], options: Options, terminal: Terminal): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-exec-'));
  // Before there is anything to remove, a signal may already come.
  const signals = holdSignals();
  try {
    const place = await (options.server ? newCluster(options, terminal) : newServer(options, terminal));
    let code: number;
    try {
      code = await run(words, environmentOf(place, folder), signals, terminal);
    } finally {
      await place.remove();
    }
    if (code !== 0) throw new ProgramEnd(code);
  } finally {
    signals.release();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function newServer(options: Options, terminal: Terminal): Promise<Place> {
  const args = [...serverArguments(options), '--port', '0', '--ephemeral'];
  const server = await withProgress(terminal, 'starting a server', elapsed(), () =>
    startServer({ args, environment: terminal.environment }),
  );
  return { url: server.url, kubeconfig: readFileSync(server.kubeconfig, 'utf8'), remove: server.stop };
}

/** Options of a cluster on a running server; all others belong to a server. */
const OF_CLUSTERS = ['nodes', 'zones', 'seed', 'clock', 'bundle'] as const;

/** A cluster of a server that runs; it is removed, the server stays. */
async function newCluster(options: Options, terminal: Terminal): Promise<Place> {
  const { server, ...given } = options;
  const stranger = Object.keys(given).find((name) => !OF_CLUSTERS.some((known) => known === name));
  if (stranger !== undefined) {
    throw new CliError(`--${wordOf(stranger)} is for a server of its own: it cannot go with --server`, ExitCode.Usage);
  }
  const { address } = findServer({
    server: typeof server === 'string' ? server : undefined,
    environment: terminal.environment,
  });
  const { nodes = 3, zones = 3, clock = 'real', ...rest } = given;
  const cluster = await new Orrery(address).cluster({
    name: `exec-${randomBytes(6).toString('hex')}`,
    ...(rest as ClusterOptions),
    nodes: Number(nodes),
    zones: Number(zones),
    // The SDK says which words there are.
    clock: String(clock) as ClockWord,
  });
  return {
    url: clusterAddress(address, cluster.name).url,
    kubeconfig: kubeconfigFor(address, [cluster.name]),
    remove: () => cluster.remove(),
  };
}

/** Returns the environment of the command; the kubeconfig is in JSON for the SDKs of languages without a YAML parser. */
function environmentOf({ url, kubeconfig }: Place, folder: string): NodeJS.ProcessEnv {
  const file = join(folder, 'kubeconfig');
  writeKubeconfig(file, kubeconfigInJson(kubeconfig));
  return { KUBECONFIG: file, ORRERY_URL: url };
}

/** Signals that came, for the command as soon as there is one. */
interface HeldSignals {
  readonly passTo: (receive: (signal: NodeJS.Signals) => void) => void;
  readonly release: () => void;
}

function holdSignals(): HeldSignals {
  const waiting: NodeJS.Signals[] = [];
  let receive = (signal: NodeJS.Signals): void => void waiting.push(signal);
  const listener = (signal: NodeJS.Signals): void => receive(signal);
  for (const signal of SIGNALS) process.on(signal, listener);
  return {
    passTo: (next) => {
      receive = next;
      waiting.splice(0).forEach(next);
    },
    release: () => SIGNALS.forEach((signal) => process.off(signal, listener)),
  };
}

function run(
  [command, ...args]: readonly string[],
  place: NodeJS.ProcessEnv,
  signals: HeldSignals,
  terminal: Terminal,
): Promise<number> {
  const environment = { ...terminal.environment, ...place };
  return new Promise((resolve, reject) => {
    const child = spawn(command!, args, { stdio: 'inherit', env: environment });
    // From a terminal the command gets Ctrl-C as well: one more is what programs take for a second one.
    const isInterrupted = process.stdin.isTTY === true;
    signals.passTo((signal) => {
      if (signal !== 'SIGINT' || !isInterrupted) child.kill(signal);
    });
    child.once('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT';
      terminal.writeError(`orrery: ${command}: ${isMissing ? 'there is no such command' : error.message}\n`);
      if (isMissing || error.code === 'EACCES') resolve(isMissing ? NOT_FOUND : NOT_EXECUTABLE);
      else reject(error);
    });
    child.once('close', (code, signal) =>
      resolve(code ?? BY_SIGNAL + (signal === null ? 0 : constants.signals[signal])),
    );
  });
}
