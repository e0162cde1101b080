import { createTwoFilesPatch } from 'diff';
import {
  CliError,
  exitCodes,
  ExitCode,
  withServerOptions,
  type CliCommand,
  type ServerOptions,
  type Terminal,
} from '../../command';
import { readText } from '../../input/read-text';
import { findServer } from '../../server/find-server';
import { applyConfig, currentConfig, currentDocument, DEFAULT_SCHEDULER, documentText, readConfig } from './documents';

interface Options extends ServerOptions {
  readonly scheduler: string;
}

const FILE = 'KubeSchedulerConfiguration, Policy or master configuration, in YAML or JSON; - reads standard input';

/** `orrery config get`. */
const getCommand: CliCommand = {
  words: ['config', 'get'],
  summary: 'show the configuration of schedulers and admission',
  declare: (command, terminal) => {
    withServerOptions(command.description('Shows, in YAML, what schedulers and admission were configured with.'))
      .addHelpText('after', exitCodes('shown', 'refused'))
      .action(async (place: ServerOptions) => {
        const { operations } = findServer({ ...place, environment: terminal.environment });
        terminal.write(documentText(await currentConfig(operations)));
      });
  },
};

/** `orrery config apply`. */
const applyCommand: CliCommand = {
  words: ['config', 'apply'],
  summary: 'configure a scheduler or admission from a file',
  declare: (command, terminal) => {
    command
      .description('Puts a configuration into force while the cluster runs; it replaces the one of before.')
      .argument('<file>', FILE)
      .option('--scheduler <name>', 'of this scheduler; another name adds one', DEFAULT_SCHEDULER);
    withServerOptions(command)
      .addHelpText('after', exitCodes('done', 'refused'))
      .action((file: string, options: Options) => apply(file, options, terminal));
  },
};

async function apply(file: string, { scheduler, ...place }: Options, terminal: Terminal): Promise<void> {
  const config = readConfig(readText(file), file, scheduler);
  const { operations } = findServer({ ...place, environment: terminal.environment });
  for (const warning of await applyConfig(operations, config, false)) terminal.writeError(`Warning: ${warning}\n`);
  terminal.write(config.target === 'admission' ? 'admission configured\n' : `scheduler ${scheduler} configured\n`);
}

/** `orrery config diff`. */
const diffCommand: CliCommand = {
  words: ['config', 'diff'],
  summary: 'compare a file with the configuration in force',
  declare: (command, terminal) => {
    command
      .description('Shows what config apply would change, line by line. Nothing is changed.')
      .argument('<file>', FILE)
      .option('--scheduler <name>', 'compare with this scheduler', DEFAULT_SCHEDULER);
    withServerOptions(command)
      .addHelpText('after', exitCodes('the same', 'they differ, or refused'))
      .action((file: string, options: Options) => compare(file, options, terminal));
  },
};

async function compare(file: string, { scheduler, ...place }: Options, terminal: Terminal): Promise<void> {
  const { target, content } = readConfig(readText(file), file, scheduler);
  const { operations } = findServer({ ...place, environment: terminal.environment });
  const before = documentText(await currentDocument(operations, target));
  const after = documentText(content);
  if (before === after) return;
  terminal.write(createTwoFilesPatch('in force', file, before, after));
  throw new CliError('the configuration in force differs', ExitCode.Refused);
}

/** `orrery config …`. */
export const CONFIG_COMMANDS: readonly CliCommand[] = [getCommand, applyCommand, diffCommand];
