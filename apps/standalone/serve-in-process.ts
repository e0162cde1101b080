import 'reflect-metadata';
import type { ServerFiles } from '@orrery/postgres';
import { StartSequence } from '@orrery/program';
import type { InProcessServer } from '@orrery/sdk';
import { createLogger } from '@orrery/service';
import type { StandaloneSettings } from '@orrery/settings';
import { startStandalone } from './standalone';

/** Starts a server in this process. Rejects with what a start fails with. */
export async function serveInProcess(
  settings: StandaloneSettings,
  files: Promise<ServerFiles>,
): Promise<InProcessServer> {
  const logger = createLogger('standalone', settings.logLevel);
  // Logged where it happens; requests then fail, which is what tests see.
  const failed = (): void => undefined;
  const server = await startStandalone(settings, { logger, sequence: new StartSequence(), files, failed });
  if (!server) throw new Error('the server was stopped while it started');
  const { url, kubeconfig } = server.welcome;
  return { url, kubeconfig, stop: () => server.stop() };
}
