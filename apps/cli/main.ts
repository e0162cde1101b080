import { CliError, ExitCode, type Command, type Terminal } from './command';
import { COMMANDS } from './commands/all-commands';

const DEFAULT_COLUMNS = 100;

/** Runs a command line; answers with the exit code. Nothing is thrown for what the user can mend. */
export async function runCli(args: readonly string[], terminal: Terminal = processTerminal()): Promise<ExitCode> {
  try {
    if (args.length === 0 || args[0] === 'help' || args[0] === '--help' || args[0] === '-h') {
      terminal.write(overview());
      return args.length === 0 ? ExitCode.Usage : ExitCode.Ok;
    }
    const command = COMMANDS.find(({ words }) => words.every((word, i) => args[i] === word));
    if (!command) throw new CliError(`unknown command: ${args.join(' ')}\n\n${overview()}`, ExitCode.Usage);
    const rest = args.slice(command.words.length);
    if (rest.includes('--help') || rest.includes('-h')) terminal.write(command.usage);
    else await command.run(rest, terminal);
    return ExitCode.Ok;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    process.stderr.write(`orrery: ${error.message.trimEnd()}\n`);
    return error.exitCode;
  }
}

function overview(): string {
  const name = ({ words }: Command): string => words.join(' ');
  const width = COMMANDS.reduce((most, command) => Math.max(most, name(command).length), 0);
  const lines = COMMANDS.map((command) => `  ${name(command).padEnd(width)}  ${command.summary}\n`);
  return `Usage: orrery COMMAND [OPTIONS]\n\n${lines.join('')}\norrery COMMAND --help tells more.\n`;
}

function processTerminal(): Terminal {
  const { stdout, env } = process;
  return {
    write: (text) => void stdout.write(text),
    columns: stdout.isTTY ? Math.max(60, stdout.columns || DEFAULT_COLUMNS) : DEFAULT_COLUMNS,
    isColoured: stdout.isTTY === true && !env['NO_COLOR'],
    environment: env,
  };
}
