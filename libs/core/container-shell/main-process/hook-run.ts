import type { Machine } from '../machine';
import { decode, OutOfMemory, Unknown, type Effect, type Process } from '../process';
import { recordedPrograms } from '../programs/programs';
import { Shell } from '../script/shell';
import { ScriptError } from '../script/syntax';
import type { KnownFiles } from './known-files';

/** The end of a postStart hook. */
export interface HookOutcome {
  /** In milliseconds since the start of its container. */
  readonly afterMs: number;
  readonly exitCode: number;
  /** All of its output, and the error output. */
  readonly output: string;
  readonly errors: string;
}

/** A hook that asks for more than this in a row, as one that waits for something again and again, is not followed to its end. */
const MAX_STEPS = 600;

/** The run of a container's postStart hook beside that of its own command: both see what the other one writes. */
export class HookRun {
  /** Undefined as long as it runs, and where its end is not known. */
  outcome: HookOutcome | undefined;
  /** True from the moment at which it does what nothing tells. */
  isUnknown = false;
  /** True if its effect depends on the pod. */
  needsPod = false;
  private readonly startMs: number;
  private wakesAtMs: number;
  private process: Process | undefined;
  private steps = 0;
  private output = '';
  private errors = '';

  /** @param isOwnRunKnown whether everything is known that the container's own command has done up to now */
  constructor(
    private readonly machine: Machine & { readonly files: KnownFiles; readonly clock: { atMs: number } },
    words: readonly string[],
    private readonly isOwnRunKnown: boolean,
  ) {
    this.startMs = machine.clock.atMs;
    this.wakesAtMs = this.startMs;
    this.guarded(() => {
      this.process = new Shell(machine, recordedPrograms(machine)).startProgram(words);
      this.isUnknown = !this.process;
    });
  }

  /** True as long as it may do something. */
  get isActive(): boolean {
    return this.process !== undefined;
  }

  /** Runs the hook up to a time, not included: the clock is set to the instants at which it acts, and `look` is called after each. */
  runTo(untilMs: number, look: () => void): void {
    const { clock } = this.machine;
    if (!this.isActive || this.wakesAtMs > clock.atMs) look();
    while (this.isActive && this.wakesAtMs < untilMs) {
      clock.atMs = Math.max(clock.atMs, this.wakesAtMs);
      this.guarded(() => (this.isOwnRunKnown ? this.machine.files.knowingOwnRun(() => this.act()) : this.act()));
      look();
    }
  }

  /** Until it sleeps or has ended. */
  private act(): void {
    while (this.process) {
      if (++this.steps > MAX_STEPS) throw new Unknown('the end of a hook');
      const { done, value } = this.process.next(undefined);
      if (done) this.end(value);
      else if (this.isAsleep(value)) return;
    }
  }

  private end(exitCode: number): void {
    this.process = undefined;
    this.outcome = {
      afterMs: this.machine.clock.atMs - this.startMs,
      exitCode,
      output: this.output,
      errors: this.errors,
    };
  }

  private isAsleep(effect: Effect): boolean {
    if (effect.is === 'write') {
      const text = decode(effect.bytes);
      this.output += text;
      if (effect.to === 'stderr') this.errors += text;
    }
    if (effect.is !== 'sleep') return false;
    this.wakesAtMs = this.machine.clock.atMs + effect.ms;
    if (this.wakesAtMs === Number.POSITIVE_INFINITY) this.process = undefined;
    return true;
  }

  private guarded(run: () => void): void {
    try {
      run();
    } catch (error) {
      if (!(error instanceof Unknown || error instanceof ScriptError || error instanceof OutOfMemory)) throw error;
      this.process = undefined;
      this.isUnknown = true;
      this.needsPod = error instanceof Unknown && error.isOfPod;
    }
  }
}
