import { absolutePath } from '../files/paths';
import type { FileSystem } from '../files/file-system';
import type { Machine } from '../machine';
import { decode, fail, readAll, type Process, type ProcessStep } from '../process';

/** The shell that a program is started from, as far as programs know it. */
export interface ParentShell {
  readonly machine: Machine;
  readonly workingDir: string;
  /** A shell of its own, as `sh` starts it. */
  child(environment: ReadonlyMap<string, string>, depth: number, parameters?: readonly string[]): ParentShell;
  hasProgram(name: string): boolean;
  /** Starts a program; undefined if the name is unknown. */
  startProgram(words: readonly string[]): Process | undefined;
  runText(text: string, options?: { readonly endsOnFailure?: boolean }): Process;
  /** Runs what was typed; says whether that ended the shell. */
  runLine(text: string): ProcessStep<{ readonly code: number; readonly isOver: boolean }>;
}

/** Call of a program. */
export interface Call {
  readonly name: string;
  readonly args: readonly string[];
  /** Shell that starts the program, and in whose directory it runs. */
  readonly shell: ParentShell;
  readonly environment: ReadonlyMap<string, string>;
  readonly depth: number;
}

/** A simulated program. Errors about paths that it throws are printed in its name. */
export type Program = (this: ParentShell, call: Call) => Process;

export function machineOf({ shell }: Call): Machine {
  return shell.machine;
}

export function filesOf({ shell }: Call): FileSystem {
  return shell.machine.files;
}

/** A path as the program was given it, made absolute. */
export function pathOf({ shell }: Call, path: string): string {
  return absolutePath(path, shell.workingDir);
}

/** Flags of single letters, and what is left; flags in `withValue` take the rest of their word, or the next one. */
export interface Options {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  readonly rest: readonly string[];
}

export function optionsOf(args: readonly string[], withValue = ''): Options {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const rest: string[] = [];
  let isOver = false;
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!;
    if (isOver || !arg.startsWith('-') || arg === '-') rest.push(arg);
    else if (arg === '--') isOver = true;
    else if (arg.startsWith('--')) flags.add(arg.slice(2));
    else {
      for (let at = 1; at < arg.length; at++) {
        const flag = arg[at]!;
        flags.add(flag);
        if (!withValue.includes(flag)) continue;
        const value = arg.slice(at + 1);
        values.set(flag, value === '' ? (args[++index] ?? '') : value);
        break;
      }
    }
  }
  return { flags, values, rest };
}

/** The contents of the named files, or of the input if none is named; `-` is the input as well. */
export function* contentsOf(call: Call, names: readonly string[]): ProcessStep<Uint8Array[]> {
  const contents: Uint8Array[] = [];
  for (const name of names.length === 0 ? ['-'] : names) {
    contents.push(name === '-' ? yield* readAll() : filesOf(call).read(pathOf(call, name)));
  }
  return contents;
}

/** The lines of a text; an end of line at its end begins no further one. */
export function linesOf(bytes: Uint8Array): string[] {
  const text = decode(bytes);
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

/** A complaint in the name of the program. */
export function* complain({ name }: Call, text: string, exitCode = 1): Process {
  return yield* fail(`${name}: ${text}`, exitCode);
}
