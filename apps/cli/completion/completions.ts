import type { Command } from 'commander';

/**
 * Returns the completions of the last word, which may be a part of one: commands, options and their values. Words that
 * only the server knows, such as names of nodes, are not included.
 *
 * @param words the command line without the name of the program
 */
export function completions(program: Command, words: readonly string[]): string[] {
  const before = words.slice(0, -1);
  const begun = words.at(-1) ?? '';
  let command = program;
  let option: string | undefined;
  for (const word of before) {
    if (word === '--') return [];
    const next = command.commands.find((each) => each.name() === word);
    option = word.startsWith('-') ? word : undefined;
    if (next && option === undefined) command = next;
  }
  return candidates(command, option, begun)
    .filter((each) => each.startsWith(begun))
    .sort();
}

function candidates(command: Command, optionBefore: string | undefined, begun: string): readonly string[] {
  const option = command.options.find(
    ({ short, long }) => optionBefore !== undefined && [short, long].includes(optionBefore),
  );
  if (option?.required) return option.argChoices ?? [];
  if (begun.startsWith('-')) return command.options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : []));
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  return [...command.commands.map((each) => each.name()).filter((name) => !name.startsWith('_')), ...choices];
}
