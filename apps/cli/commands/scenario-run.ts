import { accepted, type RunScenarioMutation } from '@orrery/sdk';
import { Option } from 'commander';
import {
  CliError,
  exitCodes,
  ExitCode,
  withServerOptions,
  type CliCommand,
  type ServerOptions,
  type Terminal,
} from '../command';
import { readText } from '../input/read-text';
import { paintsFor } from '../output/paint';
import { renderTable } from '../output/table';
import { findServer } from '../server/find-server';

const DESCRIPTION =
  'Runs a scenario (timed faults, changes and expectations) on a cluster whose clock is paused, and reports each step.';

type Report = NonNullable<RunScenarioMutation['runScenario']['report']>;

interface Options extends ServerOptions {
  readonly output?: 'json';
}

/** `orrery scenario run`. */
export const scenarioRunCommand: CliCommand = {
  words: ['scenario', 'run'],
  summary: 'run timed faults, changes and expectations',
  declare: (command, terminal) => {
    command
      .description(DESCRIPTION)
      .argument('<file>', 'the scenario, in YAML or JSON; - reads standard input')
      .addOption(new Option('-o, --output <format>', 'the report, for programs').choices(['json']));
    withServerOptions(command)
      .addHelpText('after', exitCodes('all as expected', 'refused or not as expected'))
      .action((file: string, options: Options) => runScenario(file, options, terminal));
  },
};

async function runScenario(file: string, { output, ...place }: Options, terminal: Terminal): Promise<void> {
  const server = findServer({ ...place, environment: terminal.environment });
  const input = { yaml: readText(file) };
  const { report } = accepted((await server.operations.runScenario({ input })).runScenario);
  if (!report) throw new CliError(`the scenario ${file} was not run`, ExitCode.Refused);
  terminal.write(output === 'json' ? `${JSON.stringify(report, null, 2)}\n` : printReport(report, terminal));
  if (!report.passed) throw new CliError(`scenario ${report.name} failed`, ExitCode.Refused);
}

function printReport({ steps, warnings }: Report, terminal: Terminal): string {
  const { good, bad } = paintsFor(terminal);
  const columns = [
    { title: 'SECONDS', align: 'right' } as const,
    { title: 'OK' },
    { title: 'STEP' },
    { title: 'WHAT' },
  ];
  const rows = steps.map(({ seconds, ok, name, message }) => [
    { text: String(seconds) },
    ok ? { text: 'yes', paint: good } : { text: 'no', paint: bad },
    { text: name },
    { text: message },
  ]);
  const warned = warnings.map((warning) => `${bad('Warning:')} ${warning}\n`).join('');
  return warned + renderTable(columns, rows, terminal.columns);
}
