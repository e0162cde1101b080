import { launchServer, ServerStartError, type LaunchedServer } from '@orrery/sdk';
import { CliError, ExitCode } from '../command';

/**
 * Starts a server as {@link launchServer} does. Rejects with a {@link CliError}: wrong usage if its options were at fault.
 * `log` answers what a server that did not start wrote, where that is not in the error.
 */
export async function startServer(
  options: Parameters<typeof launchServer>[0],
  log: () => string = () => '',
): Promise<LaunchedServer> {
  try {
    return await launchServer(options);
  } catch (error) {
    if (!(error instanceof ServerStartError)) throw error;
    const exitCode = error.exitCode === ExitCode.Usage ? ExitCode.Usage : ExitCode.Refused;
    throw new CliError(log().trim() || error.message, exitCode);
  }
}
