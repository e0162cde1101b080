import { FAULT_CHOICES, faultCommand, faultInput } from './fault-palette';
import { faultSpans, spanWords, standingAt, zoneSpans } from './spans';

const hog = FAULT_CHOICES.find(({ kind }) => kind === 'MEMORY_HOG')!;

test('a fault goes on a node or a named zone, with what it needs, and on nothing else', () => {
  expect(faultInput(hog, { kind: 'node', name: 'n' }, undefined)).toEqual({
    kind: 'MEMORY_HOG',
    amount: '95%',
    nodes: ['n'],
  });
  expect(faultInput(hog, { kind: 'zone', name: 'z' }, 60)).toMatchObject({ zone: 'z', for: '60s' });
  expect(faultInput(hog, { kind: 'zone', name: '' }, undefined)).toBeUndefined();
  expect(faultInput(hog, { kind: 'pod', uid: 'u' }, undefined)).toBeUndefined();
});

test('the command says the same as the palette does', () => {
  expect(faultCommand(faultInput(hog, { kind: 'node', name: 'n' }, 60)!)).toBe(
    'mutation { injectFault(input: { kind: MEMORY_HOG, amount: "95%", nodes: ["n"], for: "60s" }) { errors { message } } }',
  );
});

const ms = Date.parse;
const minute = (count: number): string => `2026-01-01T00:0${count}:00.000000Z`;

test('a fault lasts from its beginning to its end, or goes on', () => {
  const fault = { kind: 'POWER_OFF', nodeName: 'a', setAt: minute(0), from: minute(1) };
  const spans = faultSpans([
    { ...fault, to: minute(3) },
    { ...fault, to: null },
  ]);
  expect(spans).toEqual([
    { words: 'POWER_OFF a', fromMs: ms(minute(1)), toMs: ms(minute(3)) },
    { words: 'POWER_OFF a', fromMs: ms(minute(1)), toMs: undefined },
  ]);
  const standing = (moment: number): number => standingAt(spans, ms(minute(moment))).length;
  expect([0, 1, 2, 3, 4].map(standing)).toEqual([0, 2, 2, 1, 1]);
});

test('a disruption of a zone lasts while only its figures change, and is another one after a while without', () => {
  const zone = (name: string, state: string | null, from: number, to: number | null) => ({
    zone: { name, state },
    from: minute(from),
    to: to === null ? null : minute(to),
  });
  const span = (words: string, from: number, to?: number) => ({
    words,
    fromMs: ms(minute(from)),
    toMs: to === undefined ? undefined : ms(minute(to)),
  });
  expect(
    zoneSpans([
      zone('a', 'FULL_DISRUPTION', 3, 4),
      zone('a', 'NORMAL', 0, 1),
      zone('a', 'PARTIAL_DISRUPTION', 1, 2),
      zone('b', 'FULL_DISRUPTION', 2, 4),
      zone('a', 'PARTIAL_DISRUPTION', 2, 3),
      zone('b', null, 4, 5),
      zone('b', 'FULL_DISRUPTION', 5, null),
      zone('', 'FULL_DISRUPTION', 6, null),
    ]),
  ).toEqual([
    span('a partial disruption', 1, 3),
    span('b full disruption', 2, 4),
    span('a full disruption', 3, 4),
    span('b full disruption', 5),
    span('no zone full disruption', 6),
  ]);
});

test('the first spans are named, and the others counted', () => {
  const spans = ['a', 'b', 'c', 'd', 'e'].map((words) => ({ words, fromMs: 0, toMs: undefined }));
  expect(spanWords(spans.slice(0, 3))).toBe('a, b, c');
  expect(spanWords(spans)).toBe('a, b, c and 2 more');
  expect(spanWords([])).toBe('');
});
