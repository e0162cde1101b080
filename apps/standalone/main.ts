import 'reflect-metadata';
import { StartSequence } from '@orrery/program';
import { STOPS_WITH_PARENT, type ReadyMessage } from '@orrery/sdk';
import { createLogger, stopOnSignal } from '@orrery/service';
import { helpText, readOptions, UsageError } from './options';
import { startStandalone, type Standalone } from './standalone';
import { welcomeBox } from './welcome';

async function main(): Promise<void> {
  const startedAtMs = Date.now() - process.uptime() * 1000;
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === 'help') {
    process.stdout.write(helpText());
    return;
  }
  const logger = createLogger('standalone', options.logLevel);
  const sequence = new StartSequence();
  const starting = startStandalone(options, { logger, sequence, failed: (reason) => void fail(starting, reason) });
  const stop = async (): Promise<void> => (await starting)?.stop();
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

/** To the process that started this one, which says it to the user. */
function report({ type, url, kubeconfig, welcome }: ReadyMessage): void {
  process.send!({ type, url, kubeconfig, welcome });
}

/** How long a server without a database may take to end, in ms. */
const END_MS = 10_000;

/** Without its database the server is of no use: it ends, with the reason. */
async function fail(starting: Promise<Standalone | undefined>, reason: string): Promise<void> {
  process.stderr.write(`the embedded Postgres cannot be kept running: ${reason}\n`);
  setTimeout(() => process.exit(1), END_MS);
  await starting.then((standalone) => standalone?.stop()).catch(() => undefined);
  process.exit(1);
}

main().catch((error: unknown) => {
  const isUsage = error instanceof UsageError;
  const message = error instanceof Error ? error.message : String(error);
  // The command line, which has started this program with a channel, has its own words for where help is.
  const hint = isUsage && process.send === undefined ? 'npm start -- --help lists the options.\n' : '';
  process.stderr.write(`${message}\n${hint}`);
  if (!isUsage && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
  process.exit(isUsage ? 2 : 1);
});
