/** A value, or what is wrong with a text: the second half of a sentence whose first word is the setting. */
export type Parsed<T> = { readonly value: T } | { readonly problem: string };

/** Setting of a program that a user may choose, by an option or by an environment variable. */
export interface Setting<T> {
  /** Name of the option, without dashes. */
  readonly name: string;
  /** Environment variable; `ORRERY_` and the name in capitals if absent. */
  readonly variable?: string;
  /** Placeholder of the value in help and tables; a setting without one is a switch. */
  readonly argument?: string;
  /** Text of the default; an empty one means that the setting is unset. Without a default the setting is required. */
  readonly default?: string;
  readonly parse: (text: string) => Parsed<T>;
  /** Description for help and tables. */
  readonly help: string;
}

/** The settings of a program, by the name that its code uses. */
export type Settings = Readonly<Record<string, Setting<unknown>>>;

/** The values of settings. */
export type ValuesOf<S extends Settings> = { readonly [Key in keyof S]: S[Key] extends Setting<infer T> ? T : never };

/** Sources of the texts of settings; an option wins over a variable, a variable over the default. */
export interface SettingSources {
  readonly options?: Readonly<Record<string, string | undefined>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Settings that cannot be used; each problem begins with the option or variable that is wrong. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** The environment variable of a setting. */
export function variableOf({ name, variable }: Pick<Setting<unknown>, 'name' | 'variable'>): string {
  return variable ?? `ORRERY_${name.replaceAll('-', '_').toUpperCase()}`;
}

/** Reads all settings. Throws {@link SettingsError} with all problems at once. */
export function readSettings<S extends Settings>(
  settings: S,
  { options = {}, environment }: SettingSources,
): ValuesOf<S> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(settings)) {
    const option = options[setting.name];
    const source = option === undefined ? variableOf(setting) : `--${setting.name}`;
    const text = option ?? (environment[variableOf(setting)]?.trim() || setting.default);
    const parsed = text === undefined ? { problem: 'must be set' } : setting.parse(text);
    if ('problem' in parsed) problems.push(`${source} ${parsed.problem}`);
    else values[key] = parsed.value;
  }
  if (problems.length > 0) throw new SettingsError(problems);
  return values as ValuesOf<S>;
}

/** The texts of all settings of a program: what the environment has, and defaults for the rest. */
export function environmentFor(
  settings: Settings,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const rows = Object.values(settings).map((setting) => {
    const variable = variableOf(setting);
    return [variable, environment[variable] ?? setting.default ?? ''] as const;
  });
  return Object.fromEntries(rows);
}
