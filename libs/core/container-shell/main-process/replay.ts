import type { Machine } from '../machine';
import { OutOfMemory, Unknown, type Process } from '../process';
import type { DnsQuestion } from '../servers/network';
import { programsOf } from '../programs/programs';
import { Shell } from '../script/shell';
import { ScriptError } from '../script/syntax';

/** Of a process that never sleeps so many steps are replayed. */
const MAX_STEPS = 20_000;

function unknown(): never {
  throw new Unknown('network');
}

/** A container's own command, run as far as its time has come, for the files that it has written by then. */
export class Replay {
  private readonly process: Process | undefined;
  /** Time of the next step, in milliseconds since the start. */
  private dueMs = 0;
  private steps = 0;
  private isOver = false;

  constructor(machine: Machine, words: readonly string[], startedAtMs: number) {
    // It ends at the first program that is not simulated: what that does to files is not known.
    // What others answered it at its time is not known either, but which services had names then is.
    const { request: _unknown, network, ...known } = machine;
    const names = network && {
      lookup: (question: DnsQuestion) => network.lookup({ ...question, atMs: startedAtMs + this.dueMs }),
      connect: unknown,
      send: unknown,
    };
    const shell = new Shell({ ...known, ...(names && { network: names }), isPartlyKnown: true }, programsOf(machine));
    this.process = shell.startProgram(words);
  }

  /**
   * Runs at most the given number of steps; false if no more steps are due.
   *
   * @param ranMs for how long the container has run
   */
  advance(ranMs: number, maxSteps: number): boolean {
    for (let step = 0; step < maxSteps; step++) {
      if (!this.process || this.isOver || this.dueMs > ranMs) return false;
      const { done, value } = this.next(this.process);
      if (done || ++this.steps > MAX_STEPS) this.isOver = true;
      else if (value.is === 'sleep') this.dueMs += value.ms;
    }
    return true;
  }

  private next(process: Process): ReturnType<Process['next']> {
    try {
      return process.next(undefined);
    } catch (error) {
      if (error instanceof Unknown || error instanceof ScriptError || error instanceof OutOfMemory) {
        return { done: true, value: 0 };
      }
      throw error;
    }
  }
}
