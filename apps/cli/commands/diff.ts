import type { Diff } from '@orrery/sdk';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions, type Terminal } from '../command';
import { fieldsText } from '../output/fields-text';
import { printItems, withOutput, type ItemView, type Output } from '../output/print-items';
import { renderTable } from '../output/table';
import { findServer } from '../server/find-server';
import { objectOption } from '../input/object-option';

interface Options extends ServerOptions {
  readonly object?: string;
  readonly namespace?: string;
  readonly events?: true;
  readonly output: Output;
}

type Difference = Diff['objects'][number];
type State = Diff['from'];

const DESCRIPTION = `Compares two clusters, moments of clusters, or snapshots: the objects that were added, removed or changed, by field, and what their pods went through. A state is NAME, NAME@MOMENT, @MOMENT of the cluster of --cluster, or snapshot:NAME; a moment is a revision, a time (with all that was done at that instant), or how long ago, such as -10m.`;
/** Objects that one answer has at most. */
const MOST_OBJECTS = 500;

/** `orrery diff`. */
export const diffCommand: CliCommand = {
  words: ['diff'],
  summary: 'compare two clusters, moments or snapshots',
  declare: (command, terminal) => {
    command
      .description(DESCRIPTION)
      .argument('<from>', 'the first state')
      .argument('[to]', 'the second state; the cluster of --cluster as it is, if none is given')
      .option('--object <kind/name>', 'of one object (deployment/web), or of a kind (pods)')
      .option('-n, --namespace <ns>', 'of the objects of a namespace')
      .option('--events', 'with Events');
    withOutput(withServerOptions(command))
      .addHelpText('after', exitCodes('compared', 'there is no such cluster or snapshot, or no such moment any more'))
      .action((from: string, to: string | undefined, options: Options) => compare([from, to], options, terminal));
  },
};

async function compare(
  [from, to]: readonly [string, string | undefined],
  { object, namespace, events, output, ...place }: Options,
  terminal: Terminal,
): Promise<void> {
  const { operations } = findServer({ ...place, environment: terminal.environment });
  const about = objectOption(object, namespace);
  const states = { from, ...(to === undefined ? {} : { to }) };
  const question = { ...states, object: about, withEvents: events ?? false, first: MOST_OBJECTS };
  const { clusterDiff: diff } = await operations.clusterDiff(question);
  if (output === 'json' || output === 'yaml')
    return printItems([diff], { ...VIEW, columns: [], nameOf: () => '' }, output, terminal);
  printItems(diff.objects, VIEW, output, terminal);
  if (output === 'name') return;
  const { added, removed, changed } = diff;
  const shown = diff.objects.length;
  const rest = added + removed + changed - shown;
  terminal.write(
    `\n${added} added, ${removed} removed, ${changed} changed${rest > 0 ? `; the first ${shown} are shown` : ''}\n\n`,
  );
  terminal.write(figures(diff, terminal));
}

const VIEW: ItemView<Difference> = {
  nameOf: ({ kind, namespace, name }) => `${kind}/${namespace === null ? name : `${namespace}/${name}`}`,
  none: 'no object differs',
  columns: [
    { title: 'CHANGE', of: ({ change }) => change.toLowerCase() },
    {
      title: 'OBJECT',
      of: ({ kind, namespace, name }) => `${kind} ${namespace === null ? name : `${namespace}/${name}`}`,
    },
    { title: 'FIELDS', of: ({ fields }) => fieldsText(fields) },
  ],
};

/** Compared figures, a row each. */
const FIGURES: readonly (readonly [title: string, of: (state: State) => string])[] = [
  ['revision', ({ resourceVersion }) => resourceVersion],
  ['time', ({ time }) => time.replace(/\.\d+Z$/, 'Z')],
  ['pods', ({ pods }) => String(pods)],
  ['placed', ({ placed }) => String(placed)],
  ['waiting for a node', ({ waiting }) => String(waiting)],
  ['mean wait for a node', ({ meanWaitSeconds }) => `${meanWaitSeconds} s`],
  ['restarts', ({ restarts }) => String(restarts)],
  ['evictions in the last hour', ({ evictions }) => String(evictions)],
];

function figures({ from, to }: Diff, terminal: Terminal): string {
  const zones = [...new Set([...from.zones, ...to.zones].map(({ name }) => name))].sort();
  const rows = [
    ...FIGURES.map(([title, of]) => [title, of(from), of(to)]),
    ...zones.map((zone) => [
      zone === '' ? 'requested' : `requested in ${zone}`,
      zoneText(from, zone),
      zoneText(to, zone),
    ]),
  ];
  const columns = ['FIGURE', ...stateTitles(from, to)].map((title) => ({ title }));
  return renderTable(
    columns,
    rows.map((row) => row.map((text) => ({ text }))),
    terminal.columns,
  );
}

/** The names of the clusters; of two moments of one cluster also the revisions, as one gives them. */
function stateTitles(...states: readonly Pick<State, 'cluster' | 'resourceVersion'>[]): readonly string[] {
  const isOne = states.every(({ cluster }) => cluster === states[0]!.cluster);
  return states.map(({ cluster, resourceVersion }) => (isOne ? `${cluster}@${resourceVersion}` : cluster));
}

function zoneText({ zones }: State, name: string): string {
  const zone = zones.find((each) => each.name === name);
  return zone ? `${zone.utilization.cpuPercent}% cpu, ${zone.utilization.memoryPercent}% memory` : '-';
}
