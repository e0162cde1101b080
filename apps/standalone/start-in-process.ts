import 'reflect-metadata';
import { StartSequence } from '@orrery/program';
import { ServerStartError, type InProcessServer } from '@orrery/sdk';
import { createLogger } from '@orrery/service';
import { readOptions, UsageError } from './options';
import { startStandalone } from './standalone';

const USAGE = 2;
const FAILED = 1;

/** Starts a server in this process with options of its command line. Rejects with {@link ServerStartError}. */
export async function startInProcess(args: readonly string[]): Promise<InProcessServer> {
  try {
    const settings = readOptions(args, {});
    if (settings === 'help') throw new UsageError('--help is for the command line');
    const logger = createLogger('standalone', settings.logLevel);
    // Logged where it happens; requests then fail, which is what tests see.
    const failed = (): void => undefined;
    const server = await startStandalone(settings, { logger, sequence: new StartSequence(), failed });
    if (!server) throw new Error('the server was stopped while it started');
    const { url, kubeconfig } = server.welcome;
    return { url, kubeconfig, stop: () => server.stop() };
  } catch (error) {
    throw new ServerStartError((error as Error).message, error instanceof UsageError ? USAGE : FAILED);
  }
}
