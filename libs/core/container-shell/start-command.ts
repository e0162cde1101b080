import type { Machine } from './machine';
import { programsOf } from './programs/programs';
import { Shell } from './script/shell';
import { ScriptError } from './script/syntax';
import { fail, Interrupted, type Process } from './process';

/** Starts a command in a container; undefined if its program does not exist. */
export function startCommand(machine: Machine, words: readonly string[]): Process | undefined {
  const started = new Shell(machine, programsOf(machine)).startProgram(words);
  return started && explained(started);
}

function* explained(process: Process): Process {
  try {
    return yield* process;
  } catch (error) {
    if (error instanceof Interrupted) return 130;
    if (error instanceof ScriptError) return yield* fail(`sh: ${error.message}`, 2);
    throw error;
  }
}
