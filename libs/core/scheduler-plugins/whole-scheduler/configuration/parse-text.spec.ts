import { parseText, repairPastedText } from '@orrery/scheduling';
import { readSample } from './testdata/read-sample';

const SAMPLES = [
  'modified-policy.yaml',
  'region-zone-rack.yaml',
  'city-building-room.yaml',
  'require-region-prefer-zone.yaml',
  'combined.yaml',
];

describe('text of the guide', () => {
  test.each([
    ['modified-policy.yaml', 'line 26, column 6: '],
    ['region-zone-rack.yaml', 'line 5, column 3: '],
    ['city-building-room.yaml', 'line 5, column 3: '],
    ['require-region-prefer-zone.yaml', 'line 5, column 3: '],
    ['combined.yaml', 'line 5, column 3: '],
  ])('%s is refused as it stands, with line and column', (file, where) => {
    const { errors } = parseText(readSample(file), false) as { errors: readonly { reason: string }[] };
    expect(errors.map(({ reason }) => reason)).toEqual(expect.arrayContaining([expect.stringContaining(where)]));
  });

  test.each(SAMPLES)('%s is read as pasted when that is asked for', (file) => {
    const pasted = readSample(file);
    const cleaned = pasted.replace(/^\.\.\.\n/gm, '').replace('    ],\n    "priorities"', '    ]\n"priorities"');
    expect(cleaned).not.toBe(pasted);
    const read = parseText(pasted, true);
    expect(read).toHaveProperty('value.priorities');
    expect(read).toEqual(parseText(cleaned, false));
  });

  test('JSON keeps its commas', () => {
    const json = readSample('default-policy.json');
    expect(repairPastedText(json)).toBe(json);
    expect(parseText(json, true)).toEqual({ value: JSON.parse(json) as unknown });
  });
});

test.each([
  ['a comma before the next key of the block', 'a: [1],\nb: 2\n', { a: [1], b: 2 }],
  ['the next key further in', '"a": [1],\n    "b": [2],\n', { a: [1], b: [2] }],
  ['commas inside lists', 'a: [[1], [2],\n [3]],\nb: 1\n', { a: [[1], [2], [3]], b: 1 }],
  ['brackets in strings', 'a: ["],", \'[\'],\nb: "x],"\n', { a: ['],', '['], b: 'x],' }],
  ['a quoted quote', 'a: ["\\"]"],\nb: 1\n', { a: ['"]'], b: 1 }],
  ['nested keys', 'x:\n  a: [1],\n  b: 2\n', { x: { a: [1], b: 2 } }],
])('repairing keeps %s', (_name, text, want) => {
  expect(parseText(text, true)).toEqual({ value: want });
});

test.each([
  ['a syntax error', 'a: [1\nb: 2', /^line 2, column 1: /],
  ['a key given twice', 'a: 1\na: 2', /^line 2, column 1: Map keys must be unique$/],
  ['a second document', 'a: 1\n---\nb: 2', /^line 3, column 1: a second document begins here$/],
  ['nothing', '', /^the document is empty$/],
])('%s is refused', (_name, text, want) => {
  const { errors } = parseText(text, false) as { errors: readonly { reason: string }[] };
  expect(errors[0]!.reason).toMatch(want);
});

test('integers that a double cannot hold stay exact', () => {
  expect(parseText('{"a": 922337203685477579, "b": 7, "c": 1.5}', false)).toEqual({
    value: { a: 922337203685477579n, b: 7, c: 1.5 },
  });
});

test('aliases cannot make a small text large', () => {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
  for (let i = 1; i < 9; i++)
    lines.push(
      `a${i}: &a${i} [${Array(9)
        .fill(`*a${i - 1}`)
        .join(', ')}]`,
    );
  expect(parseText(lines.join('\n'), false)).toHaveProperty('errors');
});

test.each([
  ['behind a text', 'a:\n  - name: "x" 1\n    weight: 2', { a: [{ name: 'x', weight: 2 }] }],
  ['behind a key of a block', 'a: 1\n  b: 2\n    - "c"', { a: { b: ['c'] } }],
  ['not where the number is the value', 'a: 1\nb: 12', { a: 1, b: 12 }],
  ['behind a comma', '{ "a": 1, 2\n  "b": true, 3\n  "c": "x", 4\n}', { a: 1, b: true, c: 'x' }],
  ['instead of a comma', '{ "a": 1 2\n  "b": "x" 3\n}', { a: 1, b: 'x' }],
  ['not a comma between the items of a block', '"a": "x" 1\n"b": "y" 2', { a: 'x', b: 'y' }],
  ['in parentheses, with returns', 'a: x (1)\r\nb: y (12)\r\n', { a: 'x', b: 'y' }],
])('callout numbers are dropped, %s', (_name, text, value) => {
  expect(parseText(text, true)).toEqual({ value });
});
