import { OrreryError, RefusedError, UnreachableError } from '@orrery/sdk';
import { Command, CommanderError, Help } from 'commander';
import { CliError, ExitCode, ProgramEnd, type CliCommand, type Terminal } from './command';
import { COMMANDS, GROUPS } from './commands/all-commands';
import { packageVersion } from '@orrery/service';

const DEFAULT_COLUMNS = 100;

/** Runs a command line and returns the exit code. Nothing is thrown for errors that the user can correct. */
export async function runCli(args: readonly string[], terminal: Terminal = processTerminal()): Promise<number> {
  const program = programFor(terminal);
  if (args.length === 0) {
    program.outputHelp();
    return ExitCode.Usage;
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return ExitCode.Ok;
  } catch (error) {
    if (error instanceof ProgramEnd) return error.exitCode;
    // What the parser has to say is written by then; only help that was asked for is not a mistake.
    if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.Ok : ExitCode.Usage;
    if (!(error instanceof CliError || error instanceof OrreryError)) throw error;
    terminal.writeError(`orrery: ${error.message.trimEnd()}\n`);
    return exitCodeOf(error);
  }
}

function exitCodeOf(error: CliError | OrreryError): ExitCode {
  if (error instanceof CliError) return error.exitCode;
  if (error instanceof UnreachableError) return ExitCode.Unreachable;
  // What is left is wrong in files or options.
  return error instanceof RefusedError ? ExitCode.Refused : ExitCode.Usage;
}

/** The parser of command lines, with what each command does. */
export function programFor(terminal: Terminal): Command {
  const program = new Command('orrery');
  program
    .description('Starts Orrery servers and works with their clusters.')
    .version(packageVersion(), '-V, --version', 'the version of this command')
    .exitOverride()
    .enablePositionalOptions()
    .showHelpAfterError('orrery --help lists the commands.')
    .configureOutput({
      writeOut: terminal.write,
      writeErr: terminal.writeError,
      outputError: (text, write) => write(`orrery: ${withWholeCommand(program, text.replace(/^error: /, ''))}`),
      getOutHelpWidth: () => terminal.columns,
      getErrHelpWidth: () => terminal.columns,
    })
    .configureHelp({ formatHelp: helpOf })
    .addHelpText(
      'after',
      '\norrery COMMAND --help shows its options. A running server has the documentation at /docs.',
    );
  for (const command of COMMANDS) declare(program, command, terminal);
  return program;
}

/**
 * Returns the parser's message for an unknown command, with the commands that end in this word: `advance` alone does
 * not exist, `clock advance` does.
 */
function withWholeCommand(program: Command, text: string): string {
  const [, word] = /^unknown command '([^']+)'\n$/.exec(text) ?? [];
  const whole = leavesOf(program).filter((command) => command.name() === word);
  return whole.length === 0 ? text : `${text}(Did you mean ${whole.map(wordsOf).join(', ')}?)\n`;
}

/** Adds a command below the words that lead to it. */
function declare(program: Command, command: CliCommand, terminal: Terminal): void {
  const [last, ...groups] = [...command.words].reverse();
  let parent = program;
  for (const word of groups.reverse()) {
    parent =
      parent.commands.find((known) => known.name() === word) ??
      parent
        .command(word)
        .description(GROUPS[word] ?? '')
        .helpCommand(false);
    pointToHelp(parent, 'commands');
  }
  const declared = parent.command(last!).summary(command.summary);
  pointToHelp(declared, 'options');
  command.declare(declared, terminal);
}

/** Makes a command print one line after an error: the whole help would push the error out of the window. */
function pointToHelp(command: Command, about: 'commands' | 'options'): void {
  command.showHelpAfterError(`orrery ${wordsOf(command)} --help lists the ${about}.`);
}

/** Help with the words of whole commands. Only the text is made so: what the parser takes a mistyped word for are single words. */
function helpOf(command: Command, help: Help): string {
  const shown: Help = Object.assign(Object.create(help) as Help, {
    visibleCommands: leavesOf,
    subcommandTerm: wordsOf,
  });
  return Help.prototype.formatHelp.call(shown, command, shown);
}

/** Returns the runnable commands below a command; a group of commands does not run. */
function leavesOf(command: Command): Command[] {
  const visible = command.commands.filter((each) => !isHidden(each));
  return visible.flatMap((each) => (each.commands.length === 0 ? [each] : leavesOf(each)));
}

/** Returns whether programs call it, and not people. */
function isHidden(command: Command): boolean {
  return command.name().startsWith('_');
}

/** Returns the words of a command: `explain pod`. */
function wordsOf(command: Command): string {
  const words: string[] = [];
  for (let each: Command | null = command; each?.parent; each = each.parent) words.unshift(each.name());
  return words.join(' ');
}

function processTerminal(): Terminal {
  const { stdout, stderr, env } = process;
  return {
    write: (text) => void stdout.write(text),
    writeError: (text) => void stderr.write(text),
    columns: stdout.isTTY ? Math.max(60, stdout.columns || DEFAULT_COLUMNS) : DEFAULT_COLUMNS,
    isColoured: stdout.isTTY === true && !env['NO_COLOR'],
    environment: env,
    ...(stderr.isTTY && env['TERM'] !== 'dumb' ? { progress: stderr } : {}),
  };
}
