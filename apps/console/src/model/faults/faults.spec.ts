import { FAULT_CHOICES, faultCommand, faultInput } from './fault-palette';
import { NO_SPANS, spansOf, spansOfEvents, withStanding } from './spans';

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

test('what stands begins when it began, and ends when it is gone or another', () => {
  const first = withStanding(NO_SPANS, [{ key: 'a', words: 'off a', sinceMs: 5 }], 10);
  expect(withStanding(first, [{ key: 'a', words: 'off a' }], 20)).toBe(first);
  const second = withStanding(first, [{ key: 'a', words: 'slow a' }], 30);
  expect(spansOf(second)).toEqual([
    { words: 'off a', fromMs: 5, toMs: 30 },
    { words: 'slow a', fromMs: 30, toMs: undefined },
  ]);
  expect(spansOf(withStanding(second, [], 40))[1]).toEqual({ words: 'slow a', fromMs: 30, toMs: 40 });
});

test('events tell which zones were disrupted, and for how long', () => {
  const event = (zone: string, reason: string, atMs: number) => ({ zone, reason, atMs });
  expect(
    spansOfEvents([
      event('a', 'ZoneNormal', 50),
      event('a', 'ZonePartialDisruption', 10),
      event('a', 'ZoneFullDisruption', 30),
      event('b', 'ZoneFullDisruption', 40),
      event('all', 'EnteringMasterDisruption', 40),
    ]),
  ).toEqual([
    { words: 'a partial disruption', fromMs: 10, toMs: 30 },
    { words: 'a full disruption', fromMs: 30, toMs: 50 },
    { words: 'b full disruption', fromMs: 40, toMs: undefined },
  ]);
});
