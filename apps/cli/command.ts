/** What the exit code of the command says. */
export const ExitCode = {
  Ok: 0,
  /** The server refused, or what was asked about is not there. */
  Refused: 1,
  /** The command line makes no sense. */
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

/** Where a command reads and writes. */
export interface Terminal {
  readonly write: (text: string) => void;
  /** Columns of the window; 100 if it is none. */
  readonly columns: number;
  /** Whether colours are welcome. */
  readonly isColoured: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** One command: a file in `commands/` and a line in `commands/all-commands.ts`. */
export interface Command {
  /** Words that call it: `['explain', 'pod']`. */
  readonly words: readonly string[];
  /** One line for the list of commands. */
  readonly summary: string;
  readonly usage: string;
  /** `args` is what follows the words. Throws {@link CliError}. */
  run(args: readonly string[], terminal: Terminal): Promise<void>;
}
