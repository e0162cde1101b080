import type { InProcessServer } from '@orrery/sdk';
import { ServerStartError } from '@orrery/sdk';
import { isUsageError, readOptions, UsageError } from './options';
import { filesOfServer } from './server-files';

const FAILED = 1;

/** Starts a server in this process with options of its command line. Rejects with {@link ServerStartError}. */
export async function startInProcess(args: readonly string[]): Promise<InProcessServer> {
  try {
    const settings = readOptions(args, {});
    if (settings === 'help') throw new UsageError('--help is for the command line');
    const files = filesOfServer(settings);
    const { serveInProcess } = await import('./serve-in-process');
    return await serveInProcess(settings, files);
  } catch (error) {
    throw new ServerStartError((error as Error).message, isUsageError(error) ? error.exitCode : FAILED);
  }
}
