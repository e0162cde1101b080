import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { identityOf, makeFolder } from '@orrery/process-lock';
import type { LaunchedServer } from '@orrery/sdk';
import { lock } from 'proper-lockfile';
import { logFile, readLog, runningServer, writeRecord } from '../../background/server-record';
import { dataFolder, serverArguments, withServerSettings, type GivenOptions } from '../../background/server-options';
import { CliError, exitCodes, ExitCode, type CliCommand, type Terminal } from '../../command';
import { elapsed, withProgress } from '../../output/progress';
import { startServer } from '../../server/start-server';

const DESCRIPTION = `Starts a server with a cluster in the background and waits until it is ready. Its state is kept in a data folder between runs, unless it is --ephemeral.`;

/** `orrery up`. */
export const upCommand: CliCommand = {
  words: ['up'],
  summary: 'start a server in the background',
  declare: (command, terminal) => {
    withServerSettings(command.description(DESCRIPTION))
      .option('--foreground', 'stay in the terminal until Ctrl-C')
      .addHelpText('after', exitCodes('ready', 'it did not start, or runs already'))
      .action((options: GivenOptions) => (options['foreground'] ? stay(options, terminal) : up(options, terminal)));
  },
};

/** Two that start at once would both find no server: one waits for the other. */
const WAITING = { retries: 100, minTimeout: 100, maxTimeout: 300 };

async function up(options: GivenOptions, terminal: Terminal): Promise<void> {
  const folder = dataFolder(options, terminal.environment);
  makeDataFolder(folder);
  const release = await lock(folder, { lockfilePath: join(folder, 'up.lock'), retries: WAITING });
  try {
    const running = runningServer(folder);
    if (running) {
      const advice = 'orrery down stops it; --data-dir and --port give another one a place of its own';
      throw new CliError(
        `a server runs already at ${running.url} (process ${running.pid}): ${advice}`,
        ExitCode.Refused,
      );
    }
    const server = await withProgress(terminal, 'starting the server', elapsed(), () =>
      startInBackground(folder, options),
    );
    const pid = server.process.pid!;
    const { url, kubeconfig } = server;
    writeRecord(folder, {
      ...identityOf(pid),
      url,
      kubeconfig,
      log: logFile(folder),
      startedAt: new Date().toISOString(),
    });
    terminal.write(server.welcome);
  } finally {
    await release();
  }
}

async function startInBackground(folder: string, options: GivenOptions): Promise<LaunchedServer> {
  const log = openSync(logFile(folder), 'w', 0o600);
  try {
    return await startServer({ args: serverArguments(options), log, isDetached: true }, () => readLog(folder));
  } finally {
    closeSync(log);
  }
}

/** Runs the server in the foreground, as this process's child, so that both end together. */
async function stay(options: GivenOptions, terminal: Terminal): Promise<void> {
  const server = await startServer({ args: serverArguments(options), log: 2 });
  terminal.write(server.welcome);
  const stop = (): void => void server.stop();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  const code = await new Promise<number | null>((resolve) => server.process.once('exit', resolve));
  if (code !== 0) throw new CliError(`the server ended with ${code ?? 'a signal'}`, ExitCode.Refused);
}

function makeDataFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw new CliError(`--data-dir: the folder ${folder} cannot be made: ${(error as Error).message}`, ExitCode.Usage);
  }
}
