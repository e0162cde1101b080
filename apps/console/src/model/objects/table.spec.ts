import { ageText, cellAt, secondsOf } from './ages';
import { columnTracks, shownColumns } from './columns';
import { NAMESPACE, sortedRows, toggled, usualOrder } from './sorting';
import { matchesWords, rowsOf, TableRows, type TableColumn, type TableEvent } from './table';
import { conditionTone, toneOf } from './tone';

const column = (name: string, type = 'string'): TableColumn => ({
  name,
  type,
  format: '',
  description: '',
  priority: 0,
});
const COLUMNS = [column('Name'), column('Ready'), column('Status'), column('Restarts'), column('Age')];
const START = Date.parse('2026-01-01T00:00:00Z');

const answerOf = (name: string, cells: readonly unknown[], more: object = {}) => ({
  rows: [
    {
      cells: [name, ...cells],
      object: {
        metadata: { uid: `u-${name}`, name, namespace: 'default', creationTimestamp: '2026-01-01T00:00:00Z', ...more },
      },
    },
  ],
});
const rowOf = (name: string, cells: readonly unknown[], more: object = {}) =>
  rowsOf(answerOf(name, cells, more), START + 60_000)[0]!;

// The texts of apimachinery's `duration_test.go`.
test.each([
  [0, '0s'],
  [-1_500, '0s'],
  [-10_000, '<invalid>'],
  [70_000, '70s'],
  [190_000, '3m10s'],
  [600_000, '10m'],
  [47 * 60_000, '47m'],
  [5 * 3_600_000 + 10 * 60_000, '5h10m'],
  [25 * 3_600_000, '25h'],
  [53 * 3_600_000, '2d5h'],
  [192 * 3_600_000, '8d'],
  [2 * 365 * 24 * 3_600_000 + 20 * 24 * 3_600_000, '2y20d'],
  [9 * 365 * 24 * 3_600_000, '9y'],
])('%i ms are %s', (ms, want) => expect(ageText(ms)).toBe(want));

test.each([
  ['5m12s', 312],
  ['2d5h', 190_800],
  ['0s', 0],
  ['5', undefined],
  ['<unknown>', undefined],
])('%s are %j seconds', (text, want) => expect(secondsOf(text)).toBe(want));

test('ages grow with the time of the cluster, other cells stay', () => {
  const row = rowOf('web', ['1/1', 'Running', '0', '60s']);
  const texts = COLUMNS.map((each, i) => cellAt(row, i, each, START + 200_000));
  expect(texts).toEqual(['web', '1/1', 'Running', '0', '3m20s']);
  expect(cellAt(row, 4, COLUMNS[4]!, undefined)).toBe('60s');
  // Of an event, the time since it was seen is only in its cell.
  expect(cellAt(rowOf('e', ['5s']), 1, column('Last Seen'), START + 70_000)).toBe('15s');
});

test('a watch changes rows, and leaves the others as they are', () => {
  const rows = new TableRows();
  rows.add([rowOf('a', ['0/1', 'Pending', '0', '1s']), rowOf('b', ['1/1', 'Running', '0', '1s'])]);
  const event = (type: TableEvent['type'], name: string, cells: readonly unknown[]): TableEvent => ({
    type,
    object: answerOf(name, cells),
  });
  rows.take(event('MODIFIED', 'a', ['1/1', 'Running', 0, '2s']), START);
  rows.take(event('DELETED', 'b', []), START);
  rows.take(event('ADDED', 'c', ['0/1', null, '0', '0s']), START);
  rows.take({ type: 'BOOKMARK', object: { rows: [] } }, START);
  expect(rows.all().map(({ cells }) => cells.slice(0, 3))).toEqual([
    ['a', '1/1', 'Running'],
    ['c', '0/1', '<none>'],
  ]);
});

test('an object of another API server without a uid is known by its name', () => {
  expect(rowOf('a', [], { uid: undefined }).uid).toBe('default/a');
});

describe('the order of rows', () => {
  const rows = [
    rowOf('web-10', ['1/3', 'Running', '2 (5m ago)', '5m'], { creationTimestamp: '2026-01-01T00:03:00Z' }),
    rowOf('web-9', ['3/3', 'Pending', '10', '3m'], { creationTimestamp: '2026-01-01T00:05:00Z' }),
    rowOf('api', ['0/3', 'Failed', '0', '9m'], { creationTimestamp: '2026-01-01T00:01:00Z' }),
  ];
  const names = (by: string, isDescending = false) =>
    sortedRows(rows, COLUMNS, { by, isDescending }).map(({ name }) => name);
  test.each([
    [NAMESPACE, ['api', 'web-9', 'web-10']],
    ['Name', ['api', 'web-9', 'web-10']],
    ['Ready', ['api', 'web-10', 'web-9']],
    ['Status', ['api', 'web-9', 'web-10']],
    ['Restarts', ['api', 'web-10', 'web-9']],
    ['Age', ['web-9', 'web-10', 'api']],
  ])('by %s', (by, want) => {
    expect(names(by)).toEqual(want);
    if (by !== NAMESPACE) expect(names(by, true)).toEqual([...want].reverse());
  });
  test('a second click on a head turns it round, and one on another begins ascending', () => {
    const first = toggled({ by: NAMESPACE, isDescending: false }, 'Age');
    expect(first).toEqual({ by: 'Age', isDescending: false });
    expect(toggled(first, 'Age')).toEqual({ by: 'Age', isDescending: true });
    expect(toggled(toggled(first, 'Age'), 'Name')).toEqual({ by: 'Name', isDescending: false });
  });
  test('events open with the last one first', () => {
    expect(usualOrder([column('Last Seen'), column('Type')]).by).toBe('Last Seen');
    expect(usualOrder(COLUMNS).by).toBe(NAMESPACE);
  });
});

test.each([
  ['running', true],
  ['default web', true],
  ['web failed', false],
])('a row has the words %j: %j', (words, want) =>
  expect(matchesWords(rowOf('web-1', ['1/1', 'Running']), words)).toBe(want),
);

test.each([
  ['Status', 'Running', 'good'],
  ['Status', 'Ready,SchedulingDisabled', 'warn'],
  ['Status', 'NotReady', 'bad'],
  ['Status', 'CrashLoopBackOff', 'bad'],
  ['Status', 'Init:0/1', 'warn'],
  ['Status', 'Terminating', 'warn'],
  ['Status', 'Evicted', 'bad'],
  ['Ready', '1/3', 'warn'],
  ['Ready', '3/3', undefined],
  ['Ready', '0', undefined],
  ['Ready', 'False', 'bad'],
  ['Degraded', 'True', 'bad'],
  ['Degraded', 'False', 'good'],
  ['Type', 'Warning', 'warn'],
  ['Name', 'failed', undefined],
  ['Status', '<none>', undefined],
])('%s %s is %s', (name, text, want) => expect(toneOf({ name }, text)).toBe(want));

test.each([
  ['Ready', 'True', 'good'],
  ['Ready', 'False', 'bad'],
  ['MemoryPressure', 'True', 'bad'],
  ['MemoryPressure', 'False', 'good'],
  ['Available', 'Unknown', 'warn'],
])('the condition %s %s is %s', (type, status, want) => expect(conditionTone(type, status)).toBe(want));

test('the columns of kubectl are shown, those of -o wide on request, the namespace where there are several', () => {
  const columns = [...COLUMNS.slice(0, 3), { ...column('Node'), priority: 1 }];
  const names = (isWide: boolean, hasNamespace: boolean) =>
    shownColumns(columns, { isWide, hasNamespace }).map(({ column: { name } }) => name);
  expect(names(false, false)).toEqual(['Name', 'Ready', 'Status']);
  expect(names(true, true)).toEqual([NAMESPACE, 'Name', 'Ready', 'Status', 'Node']);
  const rows = [rowOf('web', ['1/1', 'CrashLoopBackOff']), rowOf('w', ['0/1', 'Running'])];
  // The longest texts count, with room for the sign of a state; long names may be cut, and short columns keep their heads.
  expect(columnTracks(shownColumns(columns, { isWide: false, hasNamespace: true }), rows)).toBe(
    'minmax(13ch, 13fr) minmax(8ch, 8fr) minmax(9ch, 9fr) minmax(21ch, 21fr)',
  );
  const long = [rowOf('x'.repeat(90), ['1/1', 'Running'])];
  expect(columnTracks(shownColumns(columns.slice(0, 1), { isWide: false, hasNamespace: false }), long)).toBe(
    'minmax(34ch, 62fr)',
  );
});
