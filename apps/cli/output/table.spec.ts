import { renderTable, unbroken, wrapWords } from './table';

const COLUMNS = [{ title: 'NODE' }, { title: 'TOTAL', align: 'right' as const }, { title: 'WHY' }];
const row = (...texts: string[]): { text: string }[] => texts.map((text) => ({ text }));

it('aligns columns and breaks the last one at words', () => {
  const rows = [row('node-1', '12', 'one two three four five six'), row('n', '1234567', 'short')];
  expect(renderTable(COLUMNS, rows, 39)).toBe(
    [
      'NODE      TOTAL  WHY',
      'node-1       12  one two three four',
      '                 five six',
      'n       1234567  short',
      '',
    ].join('\n'),
  );
});

it('breaks a long column where the table would be too wide otherwise', () => {
  const columns = [{ title: 'OBJECT' }, { title: 'CHANGE', isLong: true }, { title: 'BY' }];
  const change = 'spec.replicas 2 → 5, metadata.generation 1 → 2, status.observedGeneration 1 → 2';
  expect(renderTable(columns, [row('web', change, 'system:admin')], 72)).toBe(
    [
      'OBJECT  CHANGE                                      BY',
      'web     spec.replicas 2 → 5, metadata.generation 1  system:admin',
      '        → 2, status.observedGeneration 1 → 2',
      '',
    ].join('\n'),
  );
  expect(renderTable(columns, [row('web', change, 'system:admin')], 200).split('\n')).toHaveLength(3);
});

it('keeps a number and its unit in one line', () => {
  const columns = [{ title: 'STATE' }, { title: 'CLUSTERS' }];
  const clusters = `default (real, 139 changes, ${unbroken('177.8 KiB')})`;
  expect(renderTable(columns, [row('ready', clusters)], 43)).toBe(
    ['STATE  CLUSTERS', 'ready  default (real, 139 changes,', '       177.8 KiB)', ''].join('\n'),
  );
});

it('keeps within its width whatever is in it', () => {
  const why = 'node(s) had untolerated taint {dedicated: db}, '.repeat(10).trim();
  for (const width of [60, 80, 100]) {
    const text = renderTable(COLUMNS, [row('node-1', '1', why)], width);
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(width);
  }
});

it('does not count colours', () => {
  const red = (text: string): string => `<red>${text}</red>`;
  const text = renderTable(COLUMNS, [[{ text: 'a', paint: red }, { text: '1' }, { text: 'x' }]], 80);
  expect(text).toBe('NODE  TOTAL  WHY\n<red>a   </red>      1  x\n');
});

test.each([
  ['', 10, ['']],
  ['one', 2, ['one']],
  ['a b c', 3, ['a b', 'c']],
  ['  a b c', 5, ['  a b', '  c']],
])('breaks %j at %d', (text, width, want) => {
  expect(wrapWords(text, width)).toEqual(want);
});
