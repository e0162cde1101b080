import { writeFileSync } from 'node:fs';
import { accepted, Orrery, OrreryError, readKubeconfig, RefusedError } from '@orrery/sdk';
import { Option } from 'commander';
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
import { paintsFor } from '../../output/paint';
import { elapsed, withProgress } from '../../output/progress';
import { renderTable } from '../../output/table';
import { timeProgress } from '../../output/time-progress';
import { junitReport, type RunOfFile, type ScenarioReport } from '../../scenario/junit-report';
import { clusterOfScenario } from '../../scenario/scenario-cluster';
import { findServer } from '../../server/find-server';
import { startServer } from '../../server/start-server';

const DESCRIPTION = `Runs scenarios (timed faults, changes and expectations) and reports each step. Each gets a cluster of its own, as its spec.cluster says, which is removed afterwards; with --cluster they run on that one, whose clock must be manual. Where no server is known, one is started for the run.`;

interface Options extends ServerOptions {
  readonly output?: 'json';
  readonly junit?: string;
}

/** `orrery scenario run`. */
export const scenarioRunCommand: CliCommand = {
  words: ['scenario', 'run'],
  summary: 'run timed faults, changes and expectations',
  declare: (command, terminal) => {
    command
      .description(DESCRIPTION)
      .argument('<file...>', 'scenarios, in YAML or JSON; - reads standard input')
      .option('--junit <file>', 'writes a report in the format of JUnit, too')
      .addOption(new Option('-o, --output <format>', 'the reports, for programs').choices(['json']));
    withServerOptions(command)
      .addHelpText('after', exitCodes('all as expected', 'refused or not as expected'))
      .action((files: readonly string[], options: Options) => runScenarios(files, options, terminal));
  },
};

async function runScenarios(files: readonly string[], options: Options, terminal: Terminal): Promise<void> {
  const scenarios = files.map((file) => ({ file, yaml: readText(file) }));
  const { output, junit, ...place } = options;
  const orrery = await serverFor(place, terminal);
  const runs: RunOfFile[] = [];
  try {
    for (const { file, yaml } of scenarios) {
      const run = await runFile(orrery, { file, yaml, cluster: place.cluster }, terminal);
      runs.push(run);
      if (output === undefined) terminal.write(printRun(run, terminal, files.length > 1));
    }
  } finally {
    await orrery.stop();
  }
  const reports = runs.map(({ report }) => report);
  if (output === 'json') terminal.write(`${JSON.stringify(files.length === 1 ? reports[0] : reports, null, 2)}\n`);
  if (junit !== undefined) writeReport(junit, runs);
  const failures = runs.filter(({ report }) => !report?.passed);
  if (failures.length > 0) throw new CliError(failures.map(failureText).join('\n'), ExitCode.Refused);
}

function writeReport(file: string, runs: readonly RunOfFile[]): void {
  try {
    writeFileSync(file, junitReport(runs));
  } catch (error) {
    throw new CliError(`--junit: ${(error as Error).message}`, ExitCode.Usage);
  }
}

/** The server that is known, or one of this run. */
async function serverFor(place: ServerOptions, terminal: Terminal): Promise<Orrery> {
  try {
    const { cluster: _cluster, ...rest } = place;
    return new Orrery(findServer({ ...rest, environment: terminal.environment }).address);
  } catch (error) {
    const isNamed = place.server ?? place.kubeconfig ?? place.cluster;
    if (!(error instanceof OrreryError) || isNamed !== undefined) throw error;
    const server = await withProgress(terminal, 'starting a server', elapsed(), () =>
      startServer({ args: ['--port', '0', '--ephemeral', '--nodes', '0'] }),
    );
    return new Orrery(readKubeconfig(server.kubeconfig), server.stop);
  }
}

interface Scenario {
  readonly file: string;
  readonly yaml: string;
  readonly cluster: string | undefined;
}

async function runFile(
  orrery: Orrery,
  { file, yaml, cluster: given }: Scenario,
  terminal: Terminal,
): Promise<RunOfFile> {
  try {
    const cluster = given === undefined ? await orrery.cluster(clusterOfScenario(yaml, file)) : orrery.attach(given);
    try {
      const { operations } = cluster;
      const { report } = await withProgress(terminal, `${file}: cluster time`, timeProgress(operations), async () =>
        accepted((await operations.runScenario({ input: { yaml } })).runScenario),
      );
      return report ? { file, report } : { file, error: 'the server gave no report' };
    } finally {
      if (given === undefined) await cluster.remove();
    }
  } catch (error) {
    if (error instanceof RefusedError || error instanceof CliError) return { file, error: error.message };
    throw error;
  }
}

function failureText({ report, error }: RunOfFile): string {
  return error ?? `scenario ${report!.name} failed`;
}

function printRun({ file, report }: RunOfFile, terminal: Terminal, isNamed: boolean): string {
  if (!report) return '';
  const { strong } = paintsFor(terminal);
  const title = isNamed ? `${strong(`${file}: ${report.name}`)}\n` : '';
  return `${title}${printReport(report, terminal)}`;
}

function printReport({ steps, warnings }: ScenarioReport, terminal: Terminal): string {
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
