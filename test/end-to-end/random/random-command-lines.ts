import type { Argument, Command, Option } from 'commander';
import type { Random } from '@orrery/time';

/** Commands that start, follow or end programs, or wait for other programs; they have tests of their own. */
const LEFT_OUT = new Set(['up', 'down', 'exec', 'logs', 'status', 'until']);
/** Options that wait for an event that never comes, or that name the server. */
const OPTIONS_LEFT_OUT = new Set(['--follow', '--server', '--kubeconfig', '--cluster', '--help']);
const WORDS = [
  ...['default', 'web', 'p', 'node-1', 'node-9', 'absent', 'UPPER', '', ' ', '__proto__', 'x'.repeat(300), 'ü😀'],
  ...['1', '0', '-1', '1.5', '99999999999999999999', '50%', '1Gi', '2026-03-01T12:00:00Z', '2026-13-01', 'now'],
  ...['1s', '90s', '-5s', '1h30m', '1.5h', '9999999h', 'soon', 'Pod', 'pods', 'apps/v1', 'Deployment/web', 'a=b', 'a='],
  ...[
    'a=b,c=d',
    'a in (b',
    'status.phase=Running',
    'present.yaml',
    'broken.yaml',
    'absent.yaml',
    'folder',
    '{}',
    '{"a":',
  ],
] as const;

const pick = <T>(random: Random, values: readonly T[]): T => values[random.below(values.length)]!;

/** Returns the words of one command line of the program: most are well-formed, few are valid. */
export function randomCommandLine(program: Command, random: Random): string[] {
  const command = pick(random, leavesOf(program));
  const words = wordsOf(command);
  for (const argument of command.registeredArguments) words.push(...argumentOf(argument, random));
  const options = command.options.filter(({ long }) => !OPTIONS_LEFT_OUT.has(long ?? ''));
  const share = Math.min(0.5, 2.5 / Math.max(1, options.length));
  for (const option of options) {
    if (option.mandatory || random.unit() < share) words.push(...optionOf(option, random));
  }
  if (random.unit() < 0.05)
    words.splice(random.below(words.length + 1), 0, pick(random, ['--absent', '-z', '--', 'x']));
  return words;
}

function leavesOf(command: Command): Command[] {
  if (LEFT_OUT.has(command.name()) || command.name().startsWith('_')) return [];
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

function wordsOf(command: Command): string[] {
  const words: string[] = [];
  for (let each: Command | null = command; each?.parent; each = each.parent) words.unshift(each.name());
  return words;
}

function argumentOf({ argChoices, required, variadic }: Argument, random: Random): string[] {
  const count = random.unit() < (required ? 0.03 : 0.4) ? 0 : variadic ? 1 + random.below(3) : 1;
  return Array.from({ length: count }, () => valueOf(argChoices, random));
}

function optionOf({ long, short, argChoices, required, optional }: Option, random: Random): string[] {
  const flag = long ?? short!;
  return required || optional ? [flag, valueOf(argChoices, random)] : [flag];
}

function valueOf(choices: readonly string[] | undefined, random: Random): string {
  return choices && random.unit() < 0.9 ? pick(random, choices) : pick(random, WORDS);
}
