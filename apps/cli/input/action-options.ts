import { Option, type Command } from 'commander';
import { ACTION_INPUTS } from './action-inputs.generated';
import { anyNumber, duration, nameList, pairs, wholeNumber } from './numbers';

/** The name of an action, as its mutation has it. */
export type ActionName = keyof typeof ACTION_INPUTS;

interface InputField {
  readonly type: string;
  readonly isList?: boolean;
  readonly words?: readonly string[];
  readonly about: string;
}

/** The fields of an action that become options of a command. */
interface ChosenFields {
  readonly only: readonly string[];
  /** Names of options that are not those of their fields, by field. */
  readonly names?: Readonly<Record<string, string>>;
  /** Letters of short options, by field. */
  readonly letters?: Readonly<Record<string, string>>;
}

interface Notation {
  readonly placeholder: string;
  readonly parse?: (text: string) => unknown;
}

const TEXT: Notation = { placeholder: '<text>' };
const NOTATIONS: Readonly<Record<string, Notation>> = {
  Int: { placeholder: '<n>', parse: wholeNumber },
  Int64: { placeholder: '<n>', parse: wholeNumber },
  Float: { placeholder: '<number>', parse: anyNumber },
  Duration: { placeholder: '<duration>', parse: duration },
  DateTime: { placeholder: '<time>' },
  Amount: { placeholder: '<amount>' },
};
const MAPS = ['LabelMap', 'ResourceList'];

/** Declares an option for each of these fields of an action's input, as its schema describes them. */
export function withActionOptions(
  command: Command,
  action: ActionName,
  { only, names = {}, letters = {} }: ChosenFields,
): Command {
  for (const name of only) {
    command.addOption(optionOf(names[name] ?? name, fieldOf(action, name), letters[name]));
  }
  return command;
}

/** The given options that are fields of an action's input, in the form in which the server takes them. */
export function actionInput(
  action: ActionName,
  options: object,
  { only, names = {} }: ChosenFields,
): Record<string, unknown> {
  const given = options as Readonly<Record<string, unknown>>;
  const fields = only.map((name) => [name, given[names[name] ?? name]] as const);
  return Object.fromEntries(
    fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, sentForm(fieldOf(action, name), value)]])),
  );
}

function fieldOf(action: ActionName, name: string): InputField {
  const field = (ACTION_INPUTS[action] as Readonly<Record<string, InputField>>)[name];
  if (!field) throw new TypeError(`${action} has no field ${name} that an option can give`);
  return field;
}

function optionOf(name: string, field: InputField, letter: string | undefined): Option {
  const flag = `${letter === undefined ? '' : `-${letter}, `}--${kebab(name)}`;
  if (field.type === 'Boolean') return new Option(flag, aboutOf(field));
  if (field.words) {
    const option = new Option(`${flag} <${field.isList ? 'word...' : 'word'}>`, aboutOf(field));
    return option.choices(field.words.map(kebab));
  }
  if (field.isList) return new Option(`${flag} <a,b>`, aboutOf(field)).argParser<readonly string[]>(nameList);
  if (MAPS.includes(field.type)) {
    return new Option(`${flag} <k=v,…>`, aboutOf(field)).argParser<Readonly<Record<string, string>>>(pairs);
  }
  const { placeholder, parse } = NOTATIONS[field.type] ?? TEXT;
  const option = new Option(`${flag} ${placeholder}`, aboutOf(field));
  return parse ? option.argParser(parse) : option;
}

/** Descriptions of the schema are sentences with the words of GraphQL, those of options have the words that are typed: `--idle-for` for `idleFor`. */
function aboutOf({ about }: InputField): string {
  const text = about
    .replace(/`([a-z]+[A-Z]\w*)`/g, (_all, field: string) => `--${kebab(field)}`)
    .replaceAll('`', '')
    .replace(/\.$/, '')
    .replace(/\b[A-Z]+_[A-Z_]+\b/g, kebab);
  return /^[A-Z][a-z]*(?![-\w])/.test(text) ? `${text[0]!.toLowerCase()}${text.slice(1)}` : text;
}

/** Words are typed in lower case: `heartbeats-stopped` for `HEARTBEATS_STOPPED`. */
function sentForm({ words }: InputField, value: unknown): unknown {
  const wordOf = (typed: unknown): unknown => words?.find((word) => kebab(word) === typed) ?? typed;
  return Array.isArray(value) ? value.map(wordOf) : wordOf(value);
}

function kebab(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}
