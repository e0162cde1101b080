import { LIST_RULES } from './list-rules.generated';

/** Treatment of a field's value by patches and appliers, from the tags and markers of the Go types. */
export interface FieldRules {
  /** Items belong to appliers by these keys, by their value (`set`), or with the whole field (`atomic`). */
  readonly owned: { readonly keys: readonly string[] } | 'set' | 'atomic' | undefined;
  /** The strategy of strategic merge patches: `merge`, `merge,retainKeys`, `retainKeys`, `replace`. */
  readonly patchStrategy: string | undefined;
  readonly mergeKey: string | undefined;
}

type Rules = ReadonlyMap<string, FieldRules>;

const NONE: Rules = new Map();
/** Name for the struct itself. */
const WHOLE = '*';

const LINES: ReadonlyMap<string, string> = new Map(
  LIST_RULES.trim()
    .split('\n')
    .map((line) => {
      const space = line.indexOf(' ');
      return [line.slice(0, space), line.slice(space + 1)] as const;
    }),
);
const read = new Map<string, Rules>();

/** The rules of a field; undefined where it has none of its own. */
export function rulesOf(structName: string, field: string): FieldRules | undefined {
  return rulesOfStruct(structName).get(field);
}

/** Returns whether a struct belongs to appliers as a whole. */
export function isOwnedAsWhole(structName: string): boolean {
  return rulesOfStruct(structName).has(WHOLE);
}

function rulesOfStruct(name: string): Rules {
  let rules = read.get(name);
  if (!rules) read.set(name, (rules = readLine(LINES.get(name))));
  return rules;
}

function readLine(line: string | undefined): Rules {
  if (line === undefined) return NONE;
  return new Map(
    line.split(' ').map((entry) => {
      const equals = entry.indexOf('=');
      const [owned = '', patchStrategy, mergeKey] = entry.slice(equals + 1).split('/');
      return [entry.slice(0, equals), { owned: readOwned(owned), patchStrategy, mergeKey }] as const;
    }),
  );
}

function readOwned(text: string): FieldRules['owned'] {
  if (text === '') return undefined;
  return text === 'set' || text === 'atomic' ? text : { keys: text.split('+') };
}
