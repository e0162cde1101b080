import { optionOf, readSettings, shownDefault, STANDALONE_SETTINGS, type Setting } from '@orrery/settings';
import { Option, type Command } from 'commander';

/** Options of the server as commander reads them: texts, and `true` for switches, by the name in camel case. */
export type GivenOptions = Readonly<Record<string, string | boolean | undefined>>;

const SETTINGS: readonly Setting<unknown>[] = Object.values(STANDALONE_SETTINGS);

/** Declares the options of the server, but for some that a command chooses itself. */
export function withServerSettings(command: Command, except: readonly string[] = []): Command {
  for (const setting of SETTINGS.filter(({ name }) => !except.includes(name))) {
    const preset = shownDefault(setting);
    const help = preset === undefined ? setting.help : `${setting.help} [${preset}]`;
    command.addOption(new Option(optionOf(setting).replace(/ (\S+)$/, ' <$1>'), help));
  }
  return command;
}

/** The command line of the server that these options come to. */
export function serverArguments(given: GivenOptions): string[] {
  return SETTINGS.flatMap(({ name }) => {
    const value = given[camelCase(name)];
    if (value === undefined || value === false) return [];
    return value === true ? [`--${name}`] : [`--${name}`, String(value)];
  });
}

/** The name of an option on the command line, from the one that commander gives it. */
export function wordOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Declares the option that names a data folder. */
export function withDataFolder(command: Command): Command {
  return command.option('--data-dir <dir>', 'the folder of the server [.orrery]');
}

/** The data folder: the option, else $ORRERY_DATA_DIR, else `.orrery`. */
export function dataFolder(given: GivenOptions, environment: Readonly<Record<string, string | undefined>>): string {
  const { dataDir } = STANDALONE_SETTINGS;
  const options = typeof given['dataDir'] === 'string' ? { [dataDir.name]: given['dataDir'] } : {};
  return readSettings({ dataDir }, { options, environment }).dataDir;
}

function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
