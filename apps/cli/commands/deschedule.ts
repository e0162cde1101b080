import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { VERDICT_WORDS, type DeschedulingVerdict } from '../explain/past-evictions';
import { CliError, ExitCode, type Command, type Terminal } from '../command';
import { paintsFor } from '../output/paint';
import { renderTable } from '../output/table';
import { askServer } from '../server/ask-server';
import { findServer } from '../server/find-server';

const USAGE = `Usage: orrery deschedule --policy FILE [OPTIONS]

Runs one cycle of the descheduler on the cluster and tells of each pod: which strategy wants it to go and why, and
whether it was evicted or what keeps it.

      --policy FILE      a DeschedulerPolicy (v1alpha1 or v1alpha2), in YAML or JSON; - reads standard input
      --dry-run          decides everything and writes nothing
      --all              shows protected pods, too
      --pod NAME         shows this pod only ([NAMESPACE/]NAME), also if it is protected
      --compat K=V       a rule that differs from those of the policy's version; may be repeated
  -o, --output json      everything, for programs
      --server URL       the server (else from the kubeconfig)
      --kubeconfig FILE  else $KUBECONFIG, else .orrery/kubeconfig
      --cluster NAME     one of several clusters of the server

Exit codes: 0 done, 1 policy refused, 2 wrong usage, 3 server not reachable.
`;

const RUN = `mutation ($input: RunDeschedulerInput!) { runDescheduler(input: $input) {
  run { number dryRun startedAt evicted refused readyNodes notes
    nodeClasses { strategy profile underutilized overutilized appropriate destinations neither }
    decisions { namespace pod node profile strategy verdict reason obstacle } }
  errors { message } } }`;

interface Decision {
  readonly namespace: string;
  readonly pod: string;
  readonly node: string;
  readonly strategy: string;
  readonly verdict: DeschedulingVerdict;
  readonly reason: string;
  readonly obstacle: string | null;
}
interface Run {
  readonly dryRun: boolean;
  readonly evicted: number;
  readonly refused: number;
  readonly notes: readonly string[];
  readonly decisions: readonly Decision[];
}
interface Answer {
  readonly runDescheduler: { readonly run: Run | null; readonly errors: readonly { readonly message: string }[] };
}

/** `orrery deschedule`. */
export const descheduleCommand: Command = {
  words: ['deschedule'],
  summary: 'evict pods that a policy would rather have elsewhere, or say which',
  usage: USAGE,
  run: async (args, terminal) => {
    const { policy, output, all, compat, pod, 'dry-run': dryRun, ...place } = readWishes(args);
    const server = findServer({ ...place, environment: terminal.environment });
    const input = { yaml: readText(policy), dryRun, compat: compat ?? [] };
    const { run, errors } = (await askServer<Answer>(server, RUN, { input })).runDescheduler;
    if (!run) throw new CliError(errors.map(({ message }) => message).join('\n'), ExitCode.Refused);
    const told = pod === undefined ? run : aboutPod(run, pod.includes('/') ? pod : `${server.namespace}/${pod}`);
    const text = (): string => printRun(told, terminal, all || pod !== undefined);
    terminal.write(output === 'json' ? `${JSON.stringify(told, null, 2)}\n` : text());
  },
};

function readWishes(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = {
    policy: text,
    'dry-run': { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    compat: { type: 'string', multiple: true },
    pod: text,
    output: { ...text, short: 'o' },
    server: text,
    kubeconfig: text,
    cluster: text,
  } as const;
  let values;
  try {
    ({ values } = parseArgs({ args: [...args], options }));
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n\n${USAGE}`, ExitCode.Usage);
  }
  const { policy } = values;
  if (policy === undefined) throw new CliError(`give --policy\n\n${USAGE}`, ExitCode.Usage);
  if (values.output !== undefined && values.output !== 'json') {
    throw new CliError(`--output: ${values.output} is not json`, ExitCode.Usage);
  }
  return { ...values, policy };
}

/** What a run made of one pod, which it may have had no reason to look at. */
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
    { text: VERDICT_WORDS[verdict], paint: verdict === 'EVICTED' ? good : bad },
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

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new CliError(`--policy: ${(error as Error).message}`, ExitCode.Usage);
  }
}
