import type { Random } from '@orrery/time';

/** Letters of generated names: no vowels, nothing that looks like something else. */
const NAME_LETTERS = 'bcdfghjklmnpqrstvwxz2456789';
const MAX_GENERATED_PREFIX = 58;

/** The name that the server makes from a prefix. */
export function generateName(prefix: string, random: Random): string {
  let name = prefix.slice(0, MAX_GENERATED_PREFIX);
  for (let i = 0; i < 5; i++) name += NAME_LETTERS[random.below(NAME_LETTERS.length)]!;
  return name;
}
