import { parseArgs } from 'node:util';
import { nearestName } from '@orrery/documents';
import { SettingsError, variableOf, type Setting, type Settings } from './setting';

/** The texts of options that are on a command line, by name; a switch is `true`. Throws {@link SettingsError}. */
export function parseOptions(args: readonly string[], settings: Settings): Record<string, string | undefined> {
  const all = Object.values(settings);
  const options = Object.fromEntries([
    ...all.map(({ name, argument }) => [name, { type: argument === undefined ? 'boolean' : 'string' }] as const),
    ['help', { type: 'boolean', short: 'h' }] as const,
  ]) as Record<string, { type: 'boolean' | 'string' }>;
  try {
    const { values } = parseArgs({ args: [...args], options, strict: true, allowPositionals: false });
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  } catch (error) {
    const message = (error as Error).message.split('. To specify')[0]!;
    const unknown = /^Unknown option '--([^'=]+)/.exec(message)?.[1];
    const nearest = unknown && nearestName(unknown, Object.keys(options));
    throw new SettingsError([nearest ? `${message}. Did you mean --${nearest}?` : message]);
  }
}

/** The rows of help, one an option: its name and argument, its variable, what it is for and its default. */
export function optionRows(settings: Settings): string[] {
  return Object.values(settings).map((setting) => {
    const preset = shownDefault(setting);
    const shown = preset === undefined ? '' : ` [${preset}]`;
    return `  ${optionOf(setting).padEnd(28)} ${variableOf(setting).padEnd(28)} ${setting.help}${shown}`;
  });
}

/** An option as it is typed: `--port N`. */
export function optionOf({ name, argument }: Setting<unknown>): string {
  return `--${name}${argument === undefined ? '' : ` ${argument}`}`;
}

/** A default that is worth showing. */
export function shownDefault(setting: Setting<unknown>): string | undefined {
  return setting.default === '' || setting.default === 'false' ? undefined : setting.default;
}
