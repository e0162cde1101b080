import type { Command } from 'commander';

/** Exit codes of the command. */
export const ExitCode = {
  Ok: 0,
  /** The server refused, or the object does not exist. */
  Refused: 1,
  /** Invalid command line. */
  Usage: 2,
  /** The server cannot be reached. */
  Unreachable: 3,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** Ends the command with a message for people and an exit code. */
export class CliError extends Error {
  constructor(
    message: string,
    readonly exitCode: ExitCode,
  ) {
    super(message);
  }
}

/** Ends with the exit code of a program that the command ran; there is nothing more to say. */
export class ProgramEnd extends Error {
  constructor(readonly exitCode: number) {
    super(`the program ended with ${exitCode}`);
  }
}

/** Input and output of a command. */
export interface Terminal {
  readonly write: (text: string) => void;
  /** Writes to the error output. */
  readonly writeError: (text: string) => void;
  /** Columns of the window; 100 if it is none. */
  readonly columns: number;
  /** True if colours are welcome. */
  readonly isColoured: boolean;
  /** Stream that shows the progress of long work; absent unless it is a terminal. */
  readonly progress?: NodeJS.WritableStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** One command: a file in `commands/` and a line in `commands/all-commands.ts`. */
export interface CliCommand {
  /** Words that call it: `['explain', 'pod']`. One that programs call, and that help leaves out, begins with `_`. */
  readonly words: readonly string[];
  /** One line for the list of commands. */
  readonly summary: string;
  /** Declares arguments and options, and what is done with them: an action that may throw {@link CliError}. */
  declare(command: Command, terminal: Terminal): void;
}

/** The server option of every command. */
export interface ServerOptions {
  readonly server?: string;
  readonly kubeconfig?: string;
  readonly cluster?: string;
}

/** Declares {@link ServerOptions}. */
export function withServerOptions(command: Command): Command {
  return command
    .option('--server <url>', 'the server (else from the kubeconfig)')
    .option('--kubeconfig <file>', 'else $KUBECONFIG, else .orrery/kubeconfig')
    .option('--cluster <name>', 'one of several clusters of the server');
}

/** The end of a command's help: the exit codes, with what the first two mean for it. */
export function exitCodes(ok: string, refused: string): string {
  return `\nExit codes: 0 ${ok}, 1 ${refused}, 2 wrong usage, 3 server not reachable.`;
}
