import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CliError, ExitCode, type Command, type Terminal } from '../command';
import { paintsFor } from '../output/paint';
import { renderTable } from '../output/table';
import { askServer } from '../server/ask-server';
import { findServer } from '../server/find-server';

const USAGE = `Usage: orrery scenario run FILE [OPTIONS]

Runs a scenario (timed faults, changes and expectations) on a cluster whose clock is paused, and tells how it went.

  FILE                   the scenario, in YAML or JSON; - reads standard input
  -o, --output json      the report, for programs
      --server URL       the server (else from the kubeconfig)
      --kubeconfig FILE  else $KUBECONFIG, else .orrery/kubeconfig
      --cluster NAME     one of several clusters of the server

Exit codes: 0 all as expected, 1 refused or not as expected, 2 wrong usage, 3 server not reachable.
`;

const RUN = `mutation ($input: RunScenarioInput!) { runScenario(input: $input) {
  report { name startedAt endedAt passed warnings steps { name at seconds action ok message } } errors { message } } }`;

interface Report {
  readonly name: string;
  readonly passed: boolean;
  readonly warnings: readonly string[];
  readonly steps: readonly {
    readonly name: string;
    readonly seconds: number;
    readonly action: string;
    readonly ok: boolean;
    readonly message: string;
  }[];
}
interface Answer {
  readonly runScenario: { readonly report: Report | null; readonly errors: readonly { readonly message: string }[] };
}

/** `orrery scenario run`. */
export const scenarioRunCommand: Command = {
  words: ['scenario', 'run'],
  summary: 'run timed faults, changes and expectations',
  usage: USAGE,
  run: async (args, terminal) => {
    const { file, output, ...place } = readWishes(args);
    const server = findServer({ ...place, environment: terminal.environment });
    const { runScenario } = await askServer<Answer>(server, RUN, { input: { yaml: readText(file) } });
    const { report, errors } = runScenario;
    if (!report) throw new CliError(errors.map(({ message }) => message).join('\n'), ExitCode.Refused);
    terminal.write(output === 'json' ? `${JSON.stringify(report, null, 2)}\n` : printReport(report, terminal));
    if (!report.passed) throw new CliError(`scenario ${report.name} failed`, ExitCode.Refused);
  },
};

function readWishes(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { output: { ...text, short: 'o' }, server: text, kubeconfig: text, cluster: text } as const;
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n\n${USAGE}`, ExitCode.Usage);
  }
  const { values, positionals } = parsed;
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new CliError(`give one file\n\n${USAGE}`, ExitCode.Usage);
  if (values.output !== undefined && values.output !== 'json') {
    throw new CliError(`--output: ${values.output} is not json`, ExitCode.Usage);
  }
  return { ...values, file };
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

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new CliError((error as Error).message, ExitCode.Usage);
  }
}
