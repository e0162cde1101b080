import type { Container } from '@orrery/api-types';
import { readScript, type ShellCommand } from './shell-words';

/** What a container does whose command says so itself. */
export interface PlainRun {
  /** How long it runs; infinity for `sleep infinity`. */
  readonly runMs: number;
  readonly exitCode: number;
  /** What it prints, line by line, with the time since its start. */
  readonly output: readonly RunLine[];
  /** Of a script that ends in `while true`: what it does again and again from then on. */
  readonly loop?: RunLoop;
}

/** A line, and the time since the start of the run, or of the turn of its loop. */
export interface RunLine {
  readonly afterMs: number;
  readonly text: string;
}

/** A loop without an end. */
export interface RunLoop {
  readonly startMs: number;
  /** How long one turn takes; never nothing. */
  readonly everyMs: number;
  readonly output: readonly RunLine[];
}

const SHELLS = new Set(['sh', 'bash', 'ash', 'dash', 'zsh', 'ksh']);
const UNIT_MS: Readonly<Record<string, number>> = { '': 1000, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** A log has no more lines than these, as a kubelet cuts off old ones. */
const MAX_LINES = 10_000;
/** Containers never change, and those of one template are one object. */
const known = new WeakMap<Container, PlainRun | undefined>();

/**
 * The run of a container whose command is `sleep`, `exit`, `true`, `false` or `echo`, or a shell's script of nothing but
 * these, joined by `;`, `&&`, `||` or ends of lines, where the last one may be `while true` around such a row that sleeps;
 * undefined for every other command, and for none. Arguments count as
 * the command where there is no other: images made to be used so, such as busybox, run them.
 */
export function plainRunOf(container: Container): PlainRun | undefined {
  if (!container.command && !container.args) return undefined;
  // A shell without a script runs for as long as it may get input.
  if ((container as { stdin?: boolean }).stdin === true && isBareShell(container)) return undefined;
  if (!known.has(container)) known.set(container, runOf([...(container.command ?? []), ...(container.args ?? [])]));
  return known.get(container);
}

/** The same of a command that is not a container's own, such as that of a hook. */
export function plainCommandRun(command: readonly string[]): PlainRun | undefined {
  return command.length === 0 ? undefined : runOf(command);
}

/** The lines that a run prints in a time of its own: from after `fromMs` up to `untilMs`, the latest `limit` of them. */
export function linesOfRun(
  { output, loop }: PlainRun,
  { fromMs = -1, untilMs, limit = MAX_LINES }: { fromMs?: number; untilMs: number; limit?: number },
): RunLine[] {
  const lines = [...output];
  if (loop && loop.output.length > 0 && untilMs >= loop.startMs) {
    const turns = Math.floor((untilMs - loop.startMs) / loop.everyMs) + 1;
    const kept = Math.ceil(limit / loop.output.length);
    for (let turn = Math.max(0, turns - kept); turn < turns; turn++) {
      const startMs = loop.startMs + turn * loop.everyMs;
      for (const { afterMs, text } of loop.output) lines.push({ afterMs: startMs + afterMs, text });
    }
  }
  return lines.filter(({ afterMs }) => afterMs > fromMs && afterMs <= untilMs).slice(-limit);
}

/** When a run prints next after a time of its own; undefined if never. */
export function nextLineMs({ output, loop }: PlainRun, afterTimeMs: number): number | undefined {
  const next = output.find(({ afterMs }) => afterMs > afterTimeMs)?.afterMs;
  if (next !== undefined || !loop) return next;
  const turn = Math.max(0, Math.floor((afterTimeMs - loop.startMs) / loop.everyMs));
  const times = [turn, turn + 1].flatMap((each) =>
    loop.output.map(({ afterMs }) => loop.startMs + each * loop.everyMs + afterMs),
  );
  return times.find((atMs) => atMs > afterTimeMs);
}

function isBareShell({ command = [], args = [] }: Container): boolean {
  return command.length + args.length === 1 && SHELLS.has(baseName([...command, ...args][0]!));
}

function runOf(words: readonly string[]): PlainRun | undefined {
  const [program = '', ...rest] = words;
  // Kubernetes itself puts variables into commands.
  if (words.some((word) => word.includes('$('))) return undefined;
  if (!SHELLS.has(baseName(program))) return evaluate([{ joint: ';', words }], false);
  const [flags = '', script, ...options] = rest;
  if (!/^-[a-z]*c$/.test(flags) || script === undefined) {
    return options.length === 0 && script === undefined && flags === '' ? evaluate([], false) : undefined;
  }
  return runOfScript(script, flags.includes('e'));
}

function runOfScript(script: string, endsOnFailure: boolean): PlainRun | undefined {
  const [start, body] = splitLoop(script) ?? [script];
  const commands = readScript(start);
  const run = commands && evaluate(commands, endsOnFailure);
  if (!run || body === undefined || run.ends) return run;
  const turn = readScript(body);
  const once = turn && evaluate(turn, endsOnFailure);
  if (!once || once.ends || (once.runMs === 0 && once.output.length > 0)) return undefined;
  const isIdle = once.runMs === 0 || once.runMs === Number.POSITIVE_INFINITY;
  if (isIdle) {
    const output = once.output.map(({ afterMs, text }) => ({ afterMs: run.runMs + afterMs, text }));
    return { runMs: Number.POSITIVE_INFINITY, exitCode: 0, output: [...run.output, ...output] };
  }
  const loop = { startMs: run.runMs, everyMs: once.runMs, output: once.output };
  return { runMs: Number.POSITIVE_INFINITY, exitCode: 0, output: run.output, loop };
}

/** What comes before a `while true` at the end of a script, and what is in it; undefined for other scripts. */
function splitLoop(script: string): readonly [string, string] | undefined {
  const text = withoutEnd(script.trimEnd(), ';').trimEnd();
  const at = text.indexOf('while ');
  const bodyAt = at < 0 ? undefined : endOfLoopHead(text, at);
  if (bodyAt === undefined || !text.endsWith('done')) return undefined;
  const [start, body] = [text.slice(0, at), text.slice(bodyAt, -'done'.length)];
  return endsCommand(body) && (start.trim() === '' || endsCommand(start)) ? [start, body] : undefined;
}

/** Where the commands of a `while true; do` begin that stands at a place of a script. */
function endOfLoopHead(text: string, start: number): number | undefined {
  const conditionAt = afterBlanks(text, start + 'while '.length);
  const condition = ['true', ':'].find((each) => text.startsWith(each, conditionAt));
  if (condition === undefined) return undefined;
  const breakAt = afterBlanks(text, conditionAt + condition.length, ' ');
  if (text[breakAt] !== ';' && text[breakAt] !== '\n') return undefined;
  const doAt = afterBlanks(text, breakAt + 1);
  return /^do\s/.test(text.slice(doAt, doAt + 3)) ? doAt + 'do '.length : undefined;
}

function afterBlanks(text: string, start: number, blanks = ' \t\n'): number {
  let at = start;
  while (at < text.length && blanks.includes(text[at]!)) at++;
  return at;
}

/** Whether another command may follow: after `;` or the end of a line, whatever blanks there are. */
function endsCommand(text: string): boolean {
  const rest = text.trimEnd();
  return rest.endsWith(';') || text.slice(rest.length).includes('\n');
}

function withoutEnd(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length) : text;
}

/** @param endsOnFailure the shell's `-e`: a command that fails ends the script, unless others are joined to it */
function evaluate(commands: readonly ShellCommand[], endsOnFailure: boolean): EvaluatedRun | undefined {
  const run = { runMs: 0, exitCode: 0, ends: false, output: [] as { afterMs: number; text: string }[] };
  let openLine: { afterMs: number; text: string } | undefined;
  for (const [index, { joint, words }] of commands.entries()) {
    const hasFailed = run.exitCode !== 0;
    if ((joint === '&&' && hasFailed) || (joint === '||' && !hasFailed)) {
      // Even what is passed over must be something that could be run.
      if (!stepOf(words, 0)) return undefined;
      continue;
    }
    const step = stepOf(words, run.exitCode);
    if (!step) return undefined;
    if (step.print !== undefined) openLine = print(run.output, openLine, { afterMs: run.runMs, text: step.print });
    run.runMs += step.ms;
    run.exitCode = step.exitCode;
    const isLastOfItsList = (commands[index + 1]?.joint ?? ';') === ';';
    if (step.ends || (endsOnFailure && isLastOfItsList && run.exitCode !== 0)) run.ends = true;
    if (run.ends || run.runMs === Number.POSITIVE_INFINITY) break;
  }
  return run;
}

interface EvaluatedRun extends PlainRun {
  /** The shell ended before the end of its script, or there. */
  readonly ends: boolean;
}

type Line = { readonly afterMs: number; text: string };

/** Adds text to the output; the line that is still open after it. */
function print(output: Line[], open: Line | undefined, { afterMs, text }: Line): Line | undefined {
  const parts = text.split('\n');
  const rest = parts.pop()!;
  let line = open;
  for (const part of rest === '' ? parts : [...parts, rest]) {
    if (line) line.text += part;
    else output.push({ afterMs, text: part });
    line = undefined;
  }
  return rest === '' ? undefined : output.at(-1);
}

interface Step {
  readonly ms: number;
  readonly exitCode: number;
  readonly print?: string;
  readonly ends?: boolean;
}

/** What one command does; undefined if it is none of those that are known. */
function stepOf(words: readonly string[], exitCode: number): Step | undefined {
  const [first = '', ...args] = words[0] === 'exec' ? words.slice(1) : words;
  switch (baseName(first)) {
    case 'true':
    case ':':
      return { ms: 0, exitCode: 0 };
    case 'false':
      return { ms: 0, exitCode: 1 };
    case 'echo':
      return echo(args);
    case 'exit':
      return exit(args, exitCode);
    case 'sleep': {
      const ms = args.length === 0 ? undefined : sum(args.map(sleepMs));
      return ms === undefined ? undefined : { ms, exitCode: 0 };
    }
    default:
      return undefined;
  }
}

function echo(args: readonly string[]): Step | undefined {
  const hasNoEnd = args[0] === '-n';
  const words = hasNoEnd ? args.slice(1) : args;
  if (/^-[neE]+$/.test(words[0] ?? '') || words.some((word) => word.includes('\\'))) return undefined;
  return { ms: 0, exitCode: 0, print: words.join(' ') + (hasNoEnd ? '' : '\n') };
}

function exit(args: readonly string[], exitCode: number): Step | undefined {
  const [code = String(exitCode)] = args;
  return args.length <= 1 && /^\d{1,9}$/.test(code) ? { ms: 0, exitCode: Number(code) & 255, ends: true } : undefined;
}

/** `5`, `0.5`, `2m`, `infinity`, as the `sleep` of GNU and busybox has it. */
function sleepMs(text: string): number | undefined {
  if (text === 'inf' || text === 'infinity') return Number.POSITIVE_INFINITY;
  const match = /^(\d+(?:\.\d*)?|\.\d+)([smhd]?)$/.exec(text);
  return match ? Math.round(Number(match[1]) * UNIT_MS[match[2]!]!) : undefined;
}

function sum(amounts: readonly (number | undefined)[]): number | undefined {
  return amounts.reduce((total, each) => (total === undefined || each === undefined ? undefined : total + each), 0);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
