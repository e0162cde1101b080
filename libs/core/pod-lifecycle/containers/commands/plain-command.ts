import type { Container } from '@orrery/api-types';
import { readScript, type ShellCommand } from './shell-words';

/** What a container does whose command says so itself. */
export interface PlainRun {
  /** How long it runs; infinity for `sleep infinity`. */
  readonly runMs: number;
  readonly exitCode: number;
  /** What it prints, line by line, with the time since its start. */
  readonly output: readonly { readonly afterMs: number; readonly text: string }[];
}

const SHELLS = new Set(['sh', 'bash', 'ash', 'dash', 'zsh', 'ksh']);
const UNIT_MS: Readonly<Record<string, number>> = { '': 1000, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Containers never change, and those of one template are one object. */
const known = new WeakMap<Container, PlainRun | undefined>();

/**
 * The run of a container whose command is `sleep`, `exit`, `true`, `false` or `echo`, or a shell's script of nothing but
 * these, joined by `;`, `&&`, `||` or ends of lines; undefined for every other command, and for none. Arguments count as
 * the command where there is no other: images made to be used so, such as busybox, run them.
 */
export function plainRunOf(container: Container): PlainRun | undefined {
  if (!container.command && !container.args) return undefined;
  // A shell without a script runs for as long as it may get input.
  if ((container as { stdin?: boolean }).stdin === true && isBareShell(container)) return undefined;
  if (!known.has(container)) known.set(container, runOf([...(container.command ?? []), ...(container.args ?? [])]));
  return known.get(container);
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
  const commands = readScript(script);
  return commands && evaluate(commands, flags.includes('e'));
}

/** @param endsOnFailure the shell's `-e`: a command that fails ends the script, unless others are joined to it */
function evaluate(commands: readonly ShellCommand[], endsOnFailure: boolean): PlainRun | undefined {
  const run = { runMs: 0, exitCode: 0, output: [] as { afterMs: number; text: string }[] };
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
    if (step.ends || run.runMs === Number.POSITIVE_INFINITY) break;
    if (endsOnFailure && isLastOfItsList && run.exitCode !== 0) break;
  }
  return run;
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
