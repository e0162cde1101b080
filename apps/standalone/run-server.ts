import 'reflect-metadata';
import type { ServerFiles } from '@orrery/postgres';
import { StartSequence } from '@orrery/program';
import { STOPS_WITH_PARENT, type ReadyMessage } from '@orrery/sdk';
import { createLogger, giveMemoryBackAtRest, stopOnSignal } from '@orrery/service';
import type { StandaloneSettings } from '@orrery/settings';
import { startStandalone, type Standalone } from './standalone';
import { welcomeBox } from './welcome';

/** Work begun before the server was loaded. */
export interface Beginning {
  readonly files: Promise<ServerFiles>;
  /** Start of the process, on the machine's clock. */
  readonly startedAtMs: number;
}

/** Starts the server and prints its addresses; it then ends by a signal, or with its database. */
export async function runServer(settings: StandaloneSettings, { files, startedAtMs }: Beginning): Promise<void> {
  const logger = createLogger('standalone', settings.logLevel);
  const sequence = new StartSequence();
  const starting = startStandalone(settings, {
    logger,
    sequence,
    files,
    failed: (reason) => void fail(starting, reason),
  });
  const stop = async (): Promise<void> => {
    await (await starting)?.stop();
    if (!process.send) process.stdout.write(farewell(settings));
  };
  giveMemoryBackAtRest();
  stopOnSignal({ logger, abort: () => sequence.abort(), started: starting, stop });
  // A parent that is killed says nothing; the channel to it is closed all the same.
  if (process.env[STOPS_WITH_PARENT]) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  const standalone = await starting;
  if (!standalone) return;
  const isInBackground = process.send !== undefined && !process.env[STOPS_WITH_PARENT];
  const howToStop = isInBackground ? 'orrery down stops it.' : 'Ctrl-C stops everything.';
  const welcome = welcomeBox({ ...standalone.welcome, readyAfterMs: Date.now() - startedAtMs, howToStop });
  if (process.send) report({ type: 'ready', welcome, ...standalone.welcome });
  else process.stdout.write(welcome);
}

/** Returns the line with which a server ends that a user stopped: where its state is. */
function farewell({ dataDir, ephemeral }: Pick<StandaloneSettings, 'dataDir' | 'ephemeral'>): string {
  return ephemeral ? 'Stopped; nothing is kept (--ephemeral).\n' : `Stopped; the state is in ${dataDir}.\n`;
}

/** Sends a message to the process that started this one, which shows it to the user. */
function report({ type, url, kubeconfig, welcome }: ReadyMessage): void {
  process.send!({ type, url, kubeconfig, welcome });
}

/** Maximum time for a server without a database to end, in ms. */
const END_MS = 10_000;

/** Ends a server without its database, with the reason. */
async function fail(starting: Promise<Standalone | undefined>, reason: string): Promise<void> {
  process.stderr.write(`the embedded Postgres cannot be kept running: ${reason}\n`);
  setTimeout(() => process.exit(1), END_MS);
  await starting.then((standalone) => standalone?.stop()).catch(() => undefined);
  process.exit(1);
}
