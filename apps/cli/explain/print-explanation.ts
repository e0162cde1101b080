import type { Terminal } from '../command';
import { paintsFor, type Paints } from '../output/paint';
import { renderTable, wrapWords, type Cell } from '../output/table';
import type { Explanation, NodeVerdict, Score } from './explanation';

/** Feasible and rejected nodes shown at most of each, unless all are requested. */
const MAX_ROWS = 20;

const COLUMNS = [{ title: 'NODE' }, { title: 'TOTAL', align: 'right' as const }, { title: 'WHY' }];

/** An explanation as text for a terminal. */
export function printExplanation(
  explained: Explanation,
  { terminal, showsAll }: { readonly terminal: Terminal; readonly showsAll: boolean },
): string {
  const paints = paintsFor(terminal);
  const width = terminal.columns;
  const paragraphs = [
    headline(explained, paints),
    nodeTable(explained, { paints, width, showsAll }),
    extenders(explained, paints),
    outcome(explained, paints),
    preemption(explained, paints),
  ];
  return paragraphs
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => (paragraph.endsWith('\n') ? paragraph : wrapped(paragraph, width)))
    .join('\n');
}

function wrapped(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => `${wrapWords(line, width).join('\n')}\n`)
    .join('');
}

function headline({ pod, schedulerName, feasibleCount, evaluatedCount, gates }: Explanation, paints: Paints): string {
  const { metadata, spec } = pod;
  const where = spec?.nodeName ? `, bound to ${spec?.nodeName} (evaluated as if it were not)` : '';
  const lines = [
    `${paints.strong(`Pod ${metadata.namespace}/${metadata.name}`)}, scheduler ${schedulerName}${where}: ` +
      `${feasibleCount} of ${evaluatedCount} nodes are feasible.`,
    ...gates.map((gate) => paints.bad(`Not tried: ${gate}`)),
  ];
  return lines.join('\n');
}

/** Extenders that failed, and those that are not interested in the pod. */
function extenders({ extenders: all, message }: Explanation, paints: Paints): string {
  return all
    .flatMap(({ url, interested, problems }) => {
      if (!interested) return [`Extender ${url} is not interested in this pod.`];
      return problems.map((problem) => {
        const outcome = message.includes(problem) ? 'failed, which ends the attempt' : 'failed and is ignored';
        return paints.bad(`Extender ${url} ${outcome}: ${problem}`);
      });
    })
    .join('\n');
}

interface TableSetting {
  readonly paints: Paints;
  readonly width: number;
  readonly showsAll: boolean;
}

function nodeTable({ nodes, selectedNode }: Explanation, { paints, width, showsAll }: TableSetting): string {
  if (nodes.length === 0) return '';
  const feasible = nodes.filter((verdict) => verdict.feasible).sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  const refused = nodes.filter((verdict) => !verdict.feasible);
  const limit = showsAll ? Infinity : MAX_ROWS;
  const shown = [...feasible.slice(0, limit), ...refused.slice(0, limit)];
  const rows = shown.map((verdict): Cell[] => {
    const { name } = verdict.node.metadata;
    const isChosen = name === selectedNode?.metadata.name;
    const paint = isChosen ? paints.good : verdict.feasible ? undefined : paints.faint;
    return [
      { text: isChosen ? `${name} *` : name, paint },
      { text: verdict.total === null ? '-' : String(verdict.total), paint },
      { text: verdict.feasible ? scoreText(verdict.scores) : refusalText(verdict), paint },
    ];
  });
  const left = nodes.length - shown.length;
  const rest = left > 0 ? `… and ${left} more; --all shows them, --nodes a,b only those.\n` : '';
  return renderTable(COLUMNS, rows, width) + rest;
}

/** `TaintToleration 100x3`: the score of the plugin on the common scale, and its weight. */
export function scoreText(scores: readonly Score[]): string {
  if (scores.length === 0) return 'no plugin scores';
  return scores
    .map(({ plugin, priority, normalized, weight }) => `${priority ?? plugin} ${normalized}x${weight}`)
    .join(', ');
}

function refusalText({ filters }: NodeVerdict): string {
  return filters
    .filter(({ passed }) => !passed)
    .map(
      ({ plugin, predicate, reasons, detail }) =>
        `${predicate ?? plugin}: ${reasons.join(', ')}${amounts(detail, reasons)}`,
    )
    .join('; ');
}

interface Amount {
  readonly requested: number;
  readonly used: number;
  readonly allocatable: number;
}

/** The amounts of insufficient resources: the pod's request, and used and allocatable of the node. */
function amounts(detail: unknown, reasons: readonly string[]): string {
  if (typeof detail !== 'object' || detail === null) return '';
  const lacking = Object.entries(detail as Record<string, Amount>).filter(
    ([resource, { requested, used, allocatable }]) =>
      requested + used > allocatable && reasons.some((reason) => reason.endsWith(resource)),
  );
  const texts = lacking.map(([resource, { requested, used, allocatable }]) => {
    const unit = resource === 'cpu' ? 'm' : '';
    return `${requested}${unit} requested, ${used}${unit} of ${allocatable}${unit} used`;
  });
  return texts.length > 0 ? ` (${texts.join('; ')})` : '';
}

function outcome({ selectedNode, nominated, ties, feasibleCount, message }: Explanation, paints: Paints): string {
  if (!selectedNode) return message === '' ? '' : paints.bad(message);
  const { name } = selectedNode.metadata;
  if (nominated) return `${paints.good(name)} is selected: the pod is nominated for it.`;
  if (feasibleCount === 1) return `${paints.good(name)} is selected: it is the only feasible node.`;
  if (ties.length <= 1) return `${paints.good(name)} is selected: it has the highest total.`;
  const names = ties.slice(0, 10).map(({ metadata }) => metadata.name);
  const more = ties.length > names.length ? `, and ${ties.length - names.length} more` : '';
  return `${paints.good(name)} is selected: drawn with the cluster's seed from ${ties.length} nodes with the highest total (${names.join(', ')}${more}).`;
}

function preemption({ preemption: plan, preemptionRefused, nodes }: Explanation, paints: Paints): string {
  if (preemptionRefused !== null) return `No preemption: ${preemptionRefused}`;
  if (!plan) return '';
  const victims = plan.victims.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`).join(', ');
  const broken = plan.pdbViolations > 0 ? `, violating ${plan.pdbViolations} disruption budget(s)` : '';
  const others = nodes
    .filter((verdict) => verdict.preemption && verdict.preemption.role !== 'CHOSEN')
    .sort((a, b) => ROLES.indexOf(a.preemption!.role) - ROLES.indexOf(b.preemption!.role))
    .slice(0, MAX_ROWS)
    .map((verdict) => `  not ${verdict.node.metadata.name}: ${verdict.preemption!.reason ?? ''}`);
  const head = `Preemption: ${paints.strong(plan.node.metadata.name)} is nominated, preempting ${victims}${broken}.`;
  return [head, ...others].join('\n');
}

const ROLES = ['OUTRANKED', 'REFUSED', 'NOT_HELPFUL'];
