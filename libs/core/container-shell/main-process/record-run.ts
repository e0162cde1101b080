import type { Machine } from '../machine';
import { decode, OutOfMemory, Unknown, type LoopTurn, type Process } from '../process';
import { baseName } from '../files/paths';
import { recordedPrograms } from '../programs/programs';
import { Shell } from '../script/shell';
import { ScriptError } from '../script/syntax';
import type { HookOutcome, HookRun } from './hook-run';
import type { KeptVolumes } from './kept-volumes';
import type { ProbeWindows } from './failed-spans';
import { RunLines, type RunLine } from './run-lines';

/** Recorded behaviour of a command. */
export interface RecordedRun {
  /** Run time in milliseconds; infinity for `sleep infinity`. */
  readonly runMs: number;
  readonly exitCode: number;
  /** Printed lines, each with the time since the start. */
  readonly output: readonly RunLine[];
  /** The last line has no end. */
  readonly hasOpenLine?: true;
  /** Termination message of its container, if there is one. */
  readonly message?: string;
  /** Repeated part of a run that loops for ever. */
  readonly loop?: RunLoop;
  /** It waits for input, and what it does then depends on that. */
  readonly waitsForInput?: true;
  /** Spans in which the container's exec probes fail because of the run's changes to its files. */
  readonly probes?: ProbeWindows;
  /** Files that it leaves in volumes of its container alone. */
  readonly volumes?: KeptVolumes;
  /** The end of the container's postStart hook, which runs beside it. */
  readonly postStart?: HookOutcome;
}

/** A loop without an end. */
interface RunLoop {
  readonly startMs: number;
  /** Duration of one iteration in milliseconds; greater than zero. */
  readonly everyMs: number;
  readonly output: readonly RunLine[];
}

/** The run follows from the container only together with its pod and the objects that this names. */
export const NEEDS_POD = 'needs pod';

/** Knowledge of a run; undefined if the run is unknown. */
export type KnownRun = RecordedRun | typeof NEEDS_POD | undefined;

/** Most requests in a row of a program that still counts as a few plain commands: alone, or with the data of its pod. */
const MAX_STEPS = { alone: 2000, inPod: 5000 };
/** Commands that the shell runs itself, without a program of the name. */
const BUILT_IN = new Set([':', 'exit']);

/** Returns whether a command begins with a program that runs can be recorded of. */
export function isRecorded([name = '']: readonly string[], machine: Pick<Machine, 'isAgnhost'> = {}): boolean {
  return BUILT_IN.has(name) || Object.hasOwn(recordedPrograms(machine), baseName(name));
}

/** Current time of a run. */
export interface RunClock {
  atMs: number;
}

/** Options for the recording of a run. */
export interface RecordOptions {
  /** Without input, it is at its end at once. */
  readonly hasInput: boolean;
  readonly clock: RunClock;
  /** Returns the time of the next change of a volume's contents; left out, volumes never change. */
  readonly runContext?: { readonly nextChangeMs: (atMs: number) => number };
  /** Called with the time since the start when the run pauses, before that time passes. */
  readonly onPause?: (ranMs: number) => void;
  /** A hook that runs beside it while it pauses. */
  readonly hook?: HookRun | undefined;
}

/**
 * Runs a command ahead of time, with its sleeps skipped, and returns its recorded behaviour: undefined where that depends on
 * unknown parts of its container (another program, the contents of its image, the time), and for more than a few plain
 * commands; `NEEDS_POD` where only the pod is missing.
 */
export function recordRun(machine: Machine, words: readonly string[], options: RecordOptions): KnownRun {
  const shell = new Shell(machine, recordedPrograms(machine));
  const process = BUILT_IN.has(words[0] ?? '') ? shell.runText(words.join(' ')) : shell.startProgram(words);
  if (!process) return undefined;
  try {
    return new Recording(process, options).run();
  } catch (error) {
    if (error instanceof Unknown && error.isOfPod) return NEEDS_POD;
    if (error instanceof Unknown || error instanceof ScriptError || error instanceof OutOfMemory) return undefined;
    throw error;
  } finally {
    process.return(0);
  }
}

interface SeenTurn {
  readonly state: string;
  readonly atMs: number;
  readonly lines: number;
}

class Recording {
  private readonly startMs: number;
  private readonly lines: RunLines;
  private readonly turns = new Map<object, SeenTurn>();

  constructor(
    private readonly process: Process,
    private readonly options: RecordOptions,
  ) {
    this.startMs = options.clock.atMs;
    this.lines = new RunLines(options.runContext ? 'inPod' : 'alone');
  }

  /** Since its start. */
  private get ranMs(): number {
    return this.options.clock.atMs - this.startMs;
  }

  run(): RecordedRun | undefined {
    const { hasInput, clock, runContext } = this.options;
    const maxSteps = runContext ? MAX_STEPS.inPod : MAX_STEPS.alone;
    for (let steps = 0; steps < maxSteps && !this.lines.isTooMuch; steps++) {
      const { done, value } = this.process.next(undefined);
      if (done) return this.ended(this.ranMs, { exitCode: value });
      switch (value.is) {
        case 'write':
          this.lines.add(decode(value.bytes), this.ranMs);
          break;
        case 'read':
          if (!hasInput) break;
          this.pause(Number.POSITIVE_INFINITY);
          return this.ended(Number.POSITIVE_INFINITY, { waitsForInput: true });
        case 'sleep':
          clock.atMs = this.pause(clock.atMs + value.ms);
          if (clock.atMs === Number.POSITIVE_INFINITY) return this.ended(clock.atMs);
          break;
        case 'step': {
          const before = value.turn && this.seen(value.turn);
          if (before && this.options.hook?.isActive) {
            // It may be what the loop waits for.
            if (before.atMs === this.ranMs) this.pause(Number.POSITIVE_INFINITY);
            this.turns.clear();
            break;
          }
          const isOver = before && this.repeated(before);
          if (isOver) return isOver.run;
          break;
        }
        case 'prompt':
        case 'unread':
      }
    }
    return undefined;
  }

  /** The hook runs on meanwhile; returns the end of the pause. */
  private pause(untilMs: number): number {
    const { hook, onPause } = this.options;
    const look = (): void => onPause?.(this.ranMs);
    if (hook) hook.runTo(untilMs, look);
    else look();
    return untilMs;
  }

  private ended(runMs: number, rest: Partial<RecordedRun> = {}): RecordedRun {
    const open = this.lines.hasOpenLine ? { hasOpenLine: true as const } : {};
    return { runMs, exitCode: 0, output: this.lines.all, ...open, ...rest };
  }

  /** The turn before, if it began in the state of this one. */
  private seen({ loop, state }: LoopTurn): SeenTurn | undefined {
    this.lines.endLine();
    const turn = { state: state(), atMs: this.ranMs, lines: this.lines.count };
    const before = this.turns.get(loop);
    this.turns.set(loop, turn);
    return before?.state === turn.state ? before : undefined;
  }

  /**
   * From here on all is as it was in the turn that began then: for ever, or until volumes show something else. Then the
   * turns up to there are taken together.
   */
  private repeated(before: SeenTurn): { readonly run: RecordedRun | undefined } | undefined {
    const { clock, runContext } = this.options;
    // What was there in that turn is there no more.
    if (runContext && runContext.nextChangeMs(this.startMs + before.atMs) <= clock.atMs) return undefined;
    const nextMs = runContext?.nextChangeMs(clock.atMs) ?? Number.POSITIVE_INFINITY;
    if (nextMs === Number.POSITIVE_INFINITY) return { run: this.endless(before) };
    const everyMs = this.ranMs - before.atMs;
    const printed = this.lines.after(before.lines);
    if (everyMs === 0) {
      if (printed.length > 0) return { run: undefined };
      clock.atMs = nextMs;
    } else {
      const turns = Math.max(0, Math.ceil((nextMs - clock.atMs) / everyMs) - 1);
      this.lines.repeat(printed, { turns, everyMs });
      clock.atMs += turns * everyMs;
    }
    this.turns.clear();
    return undefined;
  }

  /** Returns the run of an endless loop; undefined for a loop that prints without a pause. */
  private endless({ atMs: startMs, lines }: SeenTurn): RecordedRun | undefined {
    const everyMs = this.ranMs - startMs;
    const printed = this.lines.after(lines);
    if (everyMs === 0) return printed.length > 0 ? undefined : this.ended(Number.POSITIVE_INFINITY);
    const output = printed.map(({ afterMs, text }) => ({ afterMs: afterMs - startMs, text }));
    return {
      runMs: Number.POSITIVE_INFINITY,
      exitCode: 0,
      output: this.lines.before(lines),
      loop: { startMs, everyMs, output },
    };
  }
}
