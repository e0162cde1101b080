import { isRunning, type ProcessIdentity } from '@orrery/process-lock';
import { removeRecord, runningServer } from '../../background/server-record';
import { dataFolder, withDataFolder, type GivenOptions } from '../../background/server-options';
import { CliError, exitCodes, ExitCode, type CliCommand, type Terminal } from '../../command';

/** The server stops in order within this time, in ms. */
const STOP_MS = 30_000;
const LOOK_EVERY_MS = 50;

/** `orrery down`. */
export const downCommand: CliCommand = {
  words: ['down'],
  summary: 'stop the server in the background',
  declare: (command, terminal) => {
    withDataFolder(command.description('Stops the server that orrery up started. Its state stays in the data folder.'))
      .addHelpText('after', exitCodes('stopped, or there was none', 'it does not stop'))
      .action((options: GivenOptions) => down(options, terminal));
  },
};

async function down(options: GivenOptions, terminal: Terminal): Promise<void> {
  const folder = dataFolder(options, terminal.environment);
  const server = runningServer(folder);
  if (!server) {
    terminal.write(`no server runs in the background on ${folder}\n`);
    return;
  }
  process.kill(server.pid, 'SIGTERM');
  if (!(await hasEnded(server))) {
    throw new CliError(`process ${server.pid} does not stop; see ${server.log}`, ExitCode.Refused);
  }
  removeRecord(folder);
  terminal.write(`stopped the server at ${server.url}\n`);
}

async function hasEnded(server: ProcessIdentity): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < STOP_MS; waitedMs += LOOK_EVERY_MS) {
    if (!isRunning(server)) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return false;
}
