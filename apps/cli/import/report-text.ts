import type { ImportNote, ImportReport } from '@orrery/sdk';
import { renderTable } from '../output/table';
import { countText } from '../output/count-text';

/** Number of objects named under one reason; all are named with `-o json`. */
const NAMED = 10;

/** The report of an import for people: numbers by kind, then what was left out or changed, by reason. */
export function reportText(report: ImportReport, unread: readonly string[], columns: number): string {
  const { imported, leftOut, changed, asOf } = report;
  const total = imported.reduce((sum, { count }) => sum + count, 0);
  const rows = imported.map(({ apiVersion, kind, count }) => [
    { text: kind },
    { text: String(count) },
    { text: apiVersion },
  ]);
  const table = renderTable([{ title: 'KIND' }, { title: 'OBJECTS', align: 'right' }, { title: 'API' }], rows, columns);
  return [
    rows.length > 0 ? table : '',
    `${countText(total, 'object')}, as they were at ${asOf}\n`,
    ...unread.map((text) => `not read: ${text}\n`),
    byText('left out', leftOut),
    byText('changed', changed),
  ].join('');
}

function byText(what: string, notes: readonly ImportNote[]): string {
  const groups = new Map<string, ImportNote[]>();
  for (const note of notes) {
    const group = groups.get(note.text);
    if (group) group.push(note);
    else groups.set(note.text, [note]);
  }
  return [...groups]
    .map(([text, group]) => {
      const names = group.slice(0, NAMED).map(nameOf);
      const rest = group.length - names.length;
      return `${what}: ${text}\n${names.map((name) => `  ${name}\n`).join('')}${rest > 0 ? `  and ${rest} more\n` : ''}`;
    })
    .join('');
}

function nameOf({ kind, namespace, name }: ImportNote): string {
  return `${kind || '?'} ${namespace === '' ? '' : `${namespace}/`}${name || '?'}`;
}
