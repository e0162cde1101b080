import { exitCodes, withServerOptions, type CliCommand, type ServerOptions, type Terminal } from '../../command';
import { paintsFor } from '../../output/paint';
import { renderTable } from '../../output/table';
import { findServer } from '../../server/find-server';

interface Options extends ServerOptions {
  readonly namespace?: string;
}

/** `orrery explain eviction`. */
export const explainEvictionCommand: CliCommand = {
  words: ['explain', 'eviction'],
  summary: 'whether a pod may be evicted now, and which budget forbids it',
  declare: (command, terminal) => {
    command
      .description(
        'Says whether the eviction of a pod would be allowed now, with the disruption budgets that select the pod.',
      )
      .argument('<pod>', 'the pod')
      .option('-n, --namespace <ns>', 'its namespace');
    withServerOptions(command)
      .addHelpText('after', exitCodes('answered', 'refused or not found'))
      .action((name: string, options: Options) => explain(name, options, terminal));
  },
};

async function explain(name: string, { namespace: given, ...place }: Options, terminal: Terminal): Promise<void> {
  const { operations, namespace: own } = findServer({ ...place, environment: terminal.environment });
  const namespace = given ?? own;
  const { allowed, errors, budgets } = (await operations.evictionPreview({ namespace, name })).evictionPreview;
  const { good, bad } = paintsFor(terminal);
  const verdict = allowed ? good('would be evicted') : bad('would not be evicted');
  const reasons = errors.map(({ message }) => `: ${message}`).join('');
  terminal.write(`Pod ${namespace}/${name} ${verdict}${reasons}\n`);
  if (budgets.length === 0) return terminal.write('No disruption budget selects it.\n');
  const rows = budgets.map(({ metadata, status }) => [
    { text: metadata.name },
    { text: String(status?.disruptionsAllowed ?? 0) },
    { text: `${status?.currentHealthy ?? 0} of ${status?.expectedPods ?? 0}` },
    { text: String(status?.desiredHealthy ?? 0) },
  ]);
  const columns = ['BUDGET', 'MAY GO', 'HEALTHY', 'MUST BE HEALTHY'].map((title) => ({ title }));
  terminal.write(`\n${renderTable(columns, rows, terminal.columns)}`);
}
