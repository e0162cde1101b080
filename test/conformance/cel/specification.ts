import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseTextFormat, type Message, type Value } from './text-format';

/** A value as the specification writes it: its type, and the value itself. */
export type Expected =
  | { readonly type: 'bool' | 'int' | 'uint' | 'double' | 'string' | 'type'; readonly text: string }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  | { readonly type: 'null' | 'error' }
  | { readonly type: 'list'; readonly items: readonly Expected[] }
  | { readonly type: 'map'; readonly entries: readonly (readonly [Expected, Expected])[] };

/** A test of the specification. */
export interface SpecificationCase {
  /** File, section and test: `lists/index/zero_based_double`. */
  readonly name: string;
  readonly expression: string;
  readonly bindings: Readonly<Record<string, Expected>>;
  readonly expected: Expected;
}

const SUFFIX = '.textproto';

/**
 * Returns the cases of a folder with files of `tests/simple/testdata` of cel-spec. Those that need Protobuf messages, types of variables
 * or a check without a run are left out.
 */
export function casesIn(folder: string): SpecificationCase[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(SUFFIX));
  return files.sort().flatMap((file) => {
    const tree = parseTextFormat(readFileSync(join(folder, file), 'utf8'));
    return messagesOf(tree, 'section').flatMap((section) =>
      messagesOf(section, 'test').flatMap((test) =>
        caseOf(`${basename(file, SUFFIX)}/${textIn(section, 'name')}`, test),
      ),
    );
  });
}

const LEFT_OUT = ['type_env', 'container', 'check_only', 'typed_result', 'disable_check'];

function caseOf(place: string, test: Message): SpecificationCase[] {
  const expression = textIn(test, 'expr');
  const needsMessages = /TestAllTypes|google\.protobuf/u.test(expression);
  if (needsMessages || LEFT_OUT.some((name) => fieldOf(test, name) !== undefined)) return [];
  const bindings = messagesOf(test, 'bindings').map((binding) => {
    const value = fieldOf(fieldOf(binding, 'value') as Message, 'value') as Message;
    return [textIn(binding, 'key'), expectedOf(value)] as const;
  });
  const value = fieldOf(test, 'value') as Message | undefined;
  const isError = fieldOf(test, 'eval_error') !== undefined;
  const expected: Expected | undefined = isError
    ? { type: 'error' }
    : value
      ? expectedOf(value)
      : { type: 'bool', text: 'true' };
  if (!expected || bindings.some(([, bound]) => !bound)) return [];
  const known = Object.fromEntries(bindings) as Record<string, Expected>;
  return [{ name: `${place}/${textIn(test, 'name')}`, expression, bindings: known, expected }];
}

/** Returns a value; undefined for messages. */
function expectedOf(value: Message): Expected | undefined {
  const [name, inner] = value[0] ?? ['none', ''];
  switch (name) {
    case 'bool_value':
    case 'double_value':
      return { type: name === 'bool_value' ? 'bool' : 'double', text: inner as string };
    case 'int64_value':
    case 'uint64_value':
      return { type: name === 'int64_value' ? 'int' : 'uint', text: inner as string };
    case 'string_value':
    case 'type_value':
      return { type: name === 'string_value' ? 'string' : 'type', text: textOf(inner) };
    case 'bytes_value':
      return { type: 'bytes', bytes: inner as Uint8Array };
    case 'null_value':
      return { type: 'null' };
    case 'list_value': {
      const items = messagesOf(inner as Message, 'values').map(expectedOf);
      return items.includes(undefined) ? undefined : { type: 'list', items: items as Expected[] };
    }
    case 'map_value': {
      const entries = messagesOf(inner as Message, 'entries').map((entry) =>
        ['key', 'value'].map((part) => expectedOf(fieldOf(entry, part) as Message)),
      );
      if (entries.flat().includes(undefined)) return undefined;
      return { type: 'map', entries: entries as unknown as (readonly [Expected, Expected])[] };
    }
    default:
      return undefined;
  }
}

function fieldOf(message: Message, name: string): Value | undefined {
  return message.find(([each]) => each === name)?.[1];
}

function messagesOf(message: Message, name: string): Message[] {
  return message.flatMap(([each, value]) => (each === name ? [value as Message] : []));
}

function textIn(message: Message, name: string): string {
  return textOf(fieldOf(message, name) ?? '');
}

function textOf(value: Value): string {
  return typeof value === 'string' ? value : Buffer.from(value as Uint8Array).toString();
}
