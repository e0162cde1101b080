import { Cluster, DEFAULT_CLUSTER, RefusedError, type FaultPartsFragment, type ZonesQuery } from '@orrery/sdk';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions, type Terminal } from '../../command';
import { paintsFor } from '../../output/paint';
import { renderTable, wrapWords } from '../../output/table';
import { findServer } from '../../server/find-server';
import { kindWord } from '../fault/fault-view';

/** The fields of a node that are shown. */
interface NodeFields {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: {
    readonly unschedulable?: boolean;
    readonly taints?: readonly {
      readonly key: string;
      readonly value?: string;
      readonly effect: string;
      readonly timeAdded?: string;
    }[];
  };
  readonly status?: {
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly lastTransitionTime?: string;
      readonly reason?: string;
      readonly message?: string;
    }[];
  };
}
type Zone = ZonesQuery['zones'][number];

/** `orrery explain node`. */
export const explainNodeCommand: CliCommand = {
  words: ['explain', 'node'],
  summary: 'why a node is not ready, tainted or under pressure',
  declare: (command, terminal) => {
    withServerOptions(
      command.description('Shows the conditions, taints and faults of a node, and the state of its zone.'),
    )
      .argument('<name>', 'the node')
      .addHelpText('after', exitCodes('answered', 'refused or not found'))
      .action((name: string, options: ServerOptions) => explain(name, options, terminal));
  },
};

async function explain(name: string, place: ServerOptions, terminal: Terminal): Promise<void> {
  const { address } = findServer({ ...place, environment: terminal.environment });
  const cluster = new Cluster(DEFAULT_CLUSTER, address);
  const [found, faults, { zones }] = await Promise.all([
    cluster.get({ apiVersion: 'v1', kind: 'Node', name }),
    cluster.faults.list(),
    cluster.operations.zones(),
  ]);
  if (!found) throw new RefusedError(`nodes "${name}" not found`);
  const node: NodeFields = found;
  const own = faults.filter(({ nodeName }) => nodeName === name);
  const lines = [...taintLines(node), ...own.map(faultLine), zoneLine(zoneOf(node, zones))];
  terminal.write(
    `${conditionsTable(node, terminal)}\n${lines
      .flatMap((line) => wrapWords(line, terminal.columns))
      .map((line) => `${line}\n`)
      .join('')}`,
  );
}

function conditionsTable({ status }: NodeFields, terminal: Terminal): string {
  const { good, bad } = paintsFor(terminal);
  const rows = (status?.conditions ?? []).map(
    ({ type, status: is, lastTransitionTime = '-', reason = '', message = '' }) => [
      { text: type },
      { text: is, paint: is === (type === 'Ready' ? 'True' : 'False') ? good : bad },
      { text: lastTransitionTime },
      { text: `${reason}: ${message}` },
    ],
  );
  return renderTable(
    ['CONDITION', 'IS', 'SINCE', 'WHY'].map((title) => ({ title })),
    rows,
    terminal.columns,
  );
}

function taintLines({ spec }: NodeFields): string[] {
  const taints = spec?.taints ?? [];
  if (taints.length === 0) return ['It has no taints: every pod is welcome.'];
  return taints.map(({ key, value, effect, timeAdded }) => {
    const since = timeAdded === undefined ? '' : `, since ${timeAdded}`;
    return `Taint ${key}${value === undefined ? '' : `=${value}`}:${effect}${since}`;
  });
}

function faultLine({ kind, since, until, isInForce }: FaultPartsFragment): string {
  const from = isInForce ? `since ${since}` : `from ${since} on`;
  return `Fault ${kindWord(kind)} ${from}, until ${until ?? 'it is cleared'}`;
}

/** The zone of a node, by the labels of today and of before. */
function zoneOf({ metadata: { labels = {} } }: NodeFields, zones: readonly Zone[]): Zone | undefined {
  const region = labels['topology.kubernetes.io/region'] ?? labels['failure-domain.beta.kubernetes.io/region'] ?? '';
  const zone = labels['topology.kubernetes.io/zone'] ?? labels['failure-domain.beta.kubernetes.io/zone'] ?? '';
  return zones.find((each) => each.name === zone && each.region === region);
}

function zoneLine(zone: Zone | undefined): string {
  if (!zone) return 'Its zone is not known to the node-lifecycle controller yet.';
  const { name, state, nodes, unhealthyNodes, waitingNodes, evictionRate } = zone;
  return (
    `Zone ${name || '(none)'}: ${state ?? 'without nodes'}, ${unhealthyNodes} of ${nodes} nodes are not ready, ` +
    `${waitingNodes} wait for the taint that evicts their pods, at most ${evictionRate} of them a second`
  );
}
