import { registerEnumType } from '@nestjs/graphql';
import type { SchemaWord } from '@orrery/documents';

/** A closed set of words with their explanations. */
interface ExplainedWords {
  readonly name: string;
  readonly about: string;
  readonly words: Readonly<Record<string, SchemaWord>>;
}

const enums = new Map<string, Readonly<Record<string, string>>>();

/** The GraphQL enum of a set of words; each is served as the value that it has inside of the program. */
export function enumType({ name, about, words }: ExplainedWords): Readonly<Record<string, string>> {
  const known = enums.get(name);
  if (known) return known;
  const values = Object.fromEntries(Object.entries(words).map(([word, { value }]) => [word, value ?? word]));
  const explanations = Object.entries(words).map(
    ([word, { about: description, formerly }]) =>
      [word, { description, ...(formerly ? { deprecationReason: `Use ${formerly}.` } : {}) }] as const,
  );
  registerEnumType(values, { name, description: about, valuesMap: Object.fromEntries(explanations) });
  enums.set(name, values);
  return values;
}
