import { accepted, type RunDeschedulerMutation } from '@orrery/sdk';
import { Option } from 'commander';
import { VERDICT_NAMES } from '../explain/past-evictions';
import {
  CliError,
  exitCodes,
  ExitCode,
  withServerOptions,
  type CliCommand,
  type ServerOptions,
  type Terminal,
} from '../command';
import { actionInput, withActionOptions } from '../input/action-options';
import { readText } from '../input/read-text';
import { paintsFor } from '../output/paint';
import { renderTable } from '../output/table';
import { findServer } from '../server/find-server';

const DESCRIPTION =
  'Runs one cycle of the descheduler on the cluster and shows for each pod: which strategy selects it and why, and whether it was evicted or what protects it.';

type Run = NonNullable<RunDeschedulerMutation['runDescheduler']['run']>;

/** Fields of a run besides its policy. */
const RUN = { only: ['dryRun'] };

interface Options extends ServerOptions {
  readonly policy: string;
  readonly all?: true;
  readonly pod?: string;
  readonly compat?: readonly string[];
  readonly output?: 'json';
}

/** `orrery deschedule`. */
export const descheduleCommand: CliCommand = {
  words: ['deschedule'],
  summary: 'evict pods that a policy would rather have elsewhere, or say which',
  declare: (command, terminal) => {
    command
      .description(DESCRIPTION)
      .requiredOption(
        '--policy <file>',
        'a DeschedulerPolicy (v1alpha1 or v1alpha2), YAML or JSON; - reads standard input',
      )
      .option('--all', 'shows protected pods, too')
      .option('--pod <name>', 'shows this pod only ([NAMESPACE/]NAME), also if it is protected')
      .option('--compat <k=v>', "a rule that differs from those of the policy's version; may be repeated", collect)
      .addOption(new Option('-o, --output <format>', 'everything, for programs').choices(['json']));
    withActionOptions(command, 'runDescheduler', RUN);
    withServerOptions(command)
      .addHelpText('after', exitCodes('done', 'policy refused'))
      .action((options: Options) => deschedule(options, terminal));
  },
};

async function deschedule(options: Options, terminal: Terminal): Promise<void> {
  const { policy, output, all = false, compat = [], pod, ...place } = options;
  const server = findServer({ ...place, environment: terminal.environment });
  const input = { ...actionInput('runDescheduler', options, RUN), yaml: readText(policy, '--policy'), compat };
  const { run } = accepted((await server.operations.runDescheduler({ input })).runDescheduler);
  if (!run) throw new CliError('the descheduler did not run', ExitCode.Refused);
  const reported = pod === undefined ? run : aboutPod(run, pod.includes('/') ? pod : `${server.namespace}/${pod}`);
  const text = (): string => printRun(reported, terminal, all || pod !== undefined);
  terminal.write(output === 'json' ? `${JSON.stringify(reported, null, 2)}\n` : text());
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Returns the part of a run about one pod, which it may have had no reason to consider. */
function aboutPod(run: Run, key: string): Run {
  const decisions = run.decisions.filter(({ namespace, pod }) => `${namespace}/${pod}` === key);
  const none = `no strategy has a reason to evict ${key}`;
  return { ...run, decisions, notes: decisions.length > 0 ? run.notes : [...run.notes, none] };
}

function printRun({ dryRun, evicted, refused, notes, decisions }: Run, terminal: Terminal, all: boolean): string {
  const { good, bad } = paintsFor(terminal);
  const shown = decisions.filter(({ verdict }) => all || verdict !== 'PROTECTED');
  const hidden = decisions.length - shown.length;
  const columns = [{ title: 'VERDICT' }, { title: 'POD' }, { title: 'NODE' }, { title: 'STRATEGY' }, { title: 'WHY' }];
  const rows = shown.map(({ verdict, namespace, pod, node, strategy, reason, obstacle }) => [
    { text: VERDICT_NAMES[verdict], paint: verdict === 'EVICTED' ? good : bad },
    { text: `${namespace}/${pod}` },
    { text: node },
    { text: strategy },
    { text: obstacle === null ? reason : `${reason}; ${obstacle}` },
  ]);
  const table = rows.length === 0 ? '' : renderTable(columns, rows, terminal.columns);
  const total = `${evicted} ${dryRun ? 'would be evicted' : 'evicted'}, ${refused} refused`;
  const more = hidden === 0 ? '' : `, ${hidden} protected (--all shows them)`;
  return `${notes.map((note) => `${note}\n`).join('')}${table}${total}${more}\n`;
}
