import { readLine, type ProcessStep } from '../process';

/** Fields that `read` splits a line of input into. */
export interface ReadFields {
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** There was no line any more. */
  readonly isAtEnd: boolean;
}

/** Reads a line for the variables of `read`: split at blanks, and the last variable takes the rest. */
export function* readFields(args: readonly string[]): ProcessStep<ReadFields> {
  const given = args.filter((arg) => !arg.startsWith('-'));
  const names = given.length === 0 ? ['REPLY'] : given;
  const line = yield* readLine();
  let rest = (line ?? '').trim();
  const fields = names.map((name, index) => {
    const word = index < names.length - 1 ? (/^\S*/.exec(rest)?.[0] ?? '') : rest;
    rest = rest.slice(word.length).trimStart();
    return [name, word] as const;
  });
  return { fields, isAtEnd: line === undefined };
}
