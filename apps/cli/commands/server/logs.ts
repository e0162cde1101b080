import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { Option } from 'commander';
import { logFile, readLog, runningServer } from '../../background/server-record';
import { dataFolder, withDataFolder, type GivenOptions } from '../../background/server-options';
import { CliError, exitCodes, ExitCode, type CliCommand, type Terminal } from '../../command';

const LOOK_EVERY_MS = 200;

interface Options extends GivenOptions {
  readonly tail?: string;
  readonly follow?: true;
}

/** `orrery logs`. */
export const logsCommand: CliCommand = {
  words: ['logs'],
  summary: 'show what the server in the background logs',
  declare: (command, terminal) => {
    withDataFolder(command.description('Shows the log of the server that orrery up started, also after its end.'))
      .addOption(new Option('--tail <n>', 'the last lines only').argParser(lineCount))
      .option('-f, --follow', 'follow the log until the server stops')
      .addHelpText('after', exitCodes('shown', 'there is no log'))
      .action((options: Options) => logs(options, terminal));
  },
};

function lineCount(text: string): string {
  if (/^\d+$/.test(text)) return text;
  throw new CliError(`--tail: ${JSON.stringify(text)} is not a number of lines`, ExitCode.Usage);
}

async function logs(options: Options, terminal: Terminal): Promise<void> {
  const folder = dataFolder(options, terminal.environment);
  if (!existsSync(logFile(folder))) throw new CliError(`there is no log in ${folder}`, ExitCode.Refused);
  const text = readLog(folder);
  terminal.write(options.tail === undefined ? text : lastLines(text, Number(options.tail)));
  if (text === '' && !options.follow) terminal.writeError('the server has logged nothing\n');
  if (options.follow) await follow(folder, Buffer.byteLength(text), terminal);
}

function lastLines(text: string, count: number): string {
  const lines = text.split('\n');
  const complete = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  return count === 0
    ? ''
    : complete
        .slice(-count)
        .map((line) => `${line}\n`)
        .join('');
}

/** Writes what is added to the log, until its server has ended. */
async function follow(folder: string, from: number, terminal: Terminal): Promise<void> {
  for (let position = from; ;) {
    // Asked before the last look: what the server wrote at its end is not missed.
    const isOver = runningServer(folder) === undefined;
    const added = readFrom(logFile(folder), position);
    position += added.length;
    if (added.length > 0) terminal.write(added.toString('utf8'));
    if (isOver) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

function readFrom(file: string, position: number): Buffer {
  const length = Math.max(0, statSync(file).size - position);
  const bytes = Buffer.alloc(length);
  if (length === 0) return bytes;
  const descriptor = openSync(file, 'r');
  try {
    return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position));
  } finally {
    closeSync(descriptor);
  }
}
