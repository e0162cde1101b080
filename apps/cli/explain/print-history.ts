import type { Terminal } from '../command';
import { paintsFor } from '../output/paint';
import { renderTable, wrapWords, type Cell } from '../output/table';
import type { Decision } from './explanation';
import { scoreText } from './print-explanation';

const COLUMNS = [
  { title: 'TIME' },
  { title: 'ATTEMPT', align: 'right' as const },
  { title: 'OUTCOME' },
  { title: 'MESSAGE' },
];
const SCORE_COLUMNS = [{ title: 'NODE' }, { title: 'TOTAL', align: 'right' as const }, { title: 'WHY' }];

/** Past decisions about one pod, newest first, with the details of the newest. */
export function printHistory(decisions: readonly Decision[], terminal: Terminal): string {
  const paints = paintsFor(terminal);
  const rows = decisions.map((decision): Cell[] => {
    const paint = decision.outcome === 'BOUND' ? paints.good : paints.bad;
    return [
      { text: decision.time },
      { text: String(decision.attempt) },
      { text: decision.outcome, paint },
      { text: `${decision.message}${preempted(decision)}` },
    ];
  });
  const newest = decisions[0];
  return renderTable(COLUMNS, rows, terminal.columns) + (newest ? `\n${details(newest, terminal)}` : '');
}

/** Returns the node for which a decision preempted pods, and the pods. */
function preempted({ preemption }: Decision): string {
  if (!preemption) return '';
  const victims = preemption.victims.map(({ namespace, name }) => `${namespace}/${name}`);
  return `; nominated to ${preemption.nodeName}, preempting ${victims.join(', ')}`;
}

function details(decision: Decision, terminal: Terminal): string {
  const { evaluatedCount, feasibleCount, rejections, best, tieCount, tieNames, preemption } = decision;
  const lines = [
    `The latest: ${feasibleCount} of ${evaluatedCount} evaluated nodes were feasible.`,
    ...rejections.map(({ plugin, reason, count }) => `  ${count} rejected by ${plugin || 'the scheduler'}: ${reason}`),
  ];
  if (tieCount > 1) {
    const more = tieCount > tieNames.length ? `, and ${tieCount - tieNames.length} more` : '';
    lines.push(`${tieCount} nodes had the highest total: ${tieNames.join(', ')}${more}.`);
  }
  if (preemption) {
    const victims = preemption.victims.map(
      ({ namespace, name, priority }) => `${namespace}/${name} (priority ${priority})`,
    );
    lines.push(`${preemption.nodeName} was nominated, preempting ${victims.join(', ')}.`);
    for (const { nodeName, outrankedBy } of preemption.outranked) {
      lines.push(`  not ${nodeName}: ${outrankedBy ?? 'found later, equally good'}`);
    }
  }
  const text = lines.flatMap((line) => wrapWords(line, terminal.columns)).join('\n');
  const rows = best.map(({ nodeName, total, scores }): Cell[] => [
    { text: nodeName },
    { text: String(total) },
    { text: scoreText(scores) },
  ]);
  return `${text}\n${rows.length > 0 ? `\n${renderTable(SCORE_COLUMNS, rows, terminal.columns)}` : ''}`;
}
