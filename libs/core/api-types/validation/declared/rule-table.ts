import { DECLARED_RULES } from '../../structure/declared-rules.generated';

/** A rule of one field, as upstream declares it: `maxItems` with the value `32`. */
export interface DeclaredRule {
  readonly name: string;
  /** Empty for rules without a value. */
  readonly value: string;
}

/** Rules of the fields of one struct, in the order of its declaration. */
export type FieldRules = ReadonlyMap<string, readonly DeclaredRule[]>;

const TABLE: ReadonlyMap<string, FieldRules> = new Map(
  DECLARED_RULES.trim()
    .split('\n')
    .map((line) => {
      const [struct = '', ...fields] = line.split(' ');
      return [struct, new Map(fields.map(readField))] as const;
    }),
);

/** Returns the rules of a struct by the name in the table of structs: `V1PodSpec`; none for most. */
export function declaredRules(struct: string): FieldRules {
  return TABLE.get(struct) ?? NONE;
}

/** The names of structs with rules. */
export const STRUCTS_WITH_RULES: readonly string[] = [...TABLE.keys()];

const NONE: FieldRules = new Map();

function readField(text: string): readonly [string, readonly DeclaredRule[]] {
  const colon = text.indexOf(':');
  const rules = text.slice(colon + 1).split(',');
  return [text.slice(0, colon), rules.map(readRule)];
}

function readRule(text: string): DeclaredRule {
  const sign = text.indexOf('=');
  return sign < 0 ? { name: text, value: '' } : { name: text.slice(0, sign), value: text.slice(sign + 1) };
}
