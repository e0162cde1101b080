import type { Node } from '@orrery/api-types';
import { NodeBehaviours } from '../behaviours/node-behaviours';
import { nodeBehaviorErrors } from '../behaviours/validate-node-behaviour';
import { hogAmountText, hogCurve, parseHogAmount } from './hogs';

test.each<[string, number | undefined]>([
  ['6Gi', 6 * 1024 ** 3],
  ['200', 200],
  ['80%', -80],
  ['0', undefined],
  ['0%', undefined],
  ['-1', undefined],
  ['much', undefined],
])('an amount of %s is %s', (text, want) => {
  expect(parseHogAmount(text)).toBe(want);
  if (want !== undefined) expect(parseHogAmount(hogAmountText(want))).toBe(want);
});

test('a hog takes what it takes from its beginning to its end', () => {
  expect(hogCurve({ kind: 'memory-hog', sinceMs: 30_000, untilMs: 90_500, amount: -80 })).toBe(
    '0s=80%,1m0.5s=0;from=1970-01-01T00:00:30.000000Z',
  );
  expect(hogCurve({ kind: 'pid-hog', sinceMs: 0, amount: 200 })).toBe('0s=200;from=1970-01-01T00:00:00.000000Z');
});

test('a NodeBehavior lets hogs in, with start and duration', () => {
  const spec = {
    faults: [
      { kind: 'MEMORY_HOG', after: '30s', for: '1m', amount: '6Gi' },
      { kind: 'DISK_FILL', at: '1970-01-01T01:00:00Z', amount: '90%' },
    ],
  };
  expect(nodeBehaviorErrors(spec, { checkCurve: () => undefined, configurationErrors: () => [] })).toEqual([]);
  const behaviours = new NodeBehaviours();
  behaviours.replace([{ metadata: { name: 'b', creationTimestamp: '1970-01-01T00:00:00Z' }, spec }]);
  const node = { metadata: { name: 'n', creationTimestamp: '1970-01-01T00:00:10Z' } } as unknown as Node;
  expect(behaviours.give(node).metadata.annotations).toEqual({
    'orrery.dev/hog.usage-memory': '0s=6442450944,1m0s=0;from=1970-01-01T00:00:40.000000Z',
    'orrery.dev/hog.usage-nodefs': '0s=90%;from=1970-01-01T01:00:00.000000Z',
  });
});

test.each<[object, string]>([
  [
    { kind: 'MEMORY_HOG' },
    'spec.faults[0].amount: belongs to MEMORY_HOG, DISK_FILL, PID_HOG, and must be given with them',
  ],
  [
    { kind: 'POWER_OFF', amount: '1Gi' },
    'spec.faults[0].amount: belongs to MEMORY_HOG, DISK_FILL, PID_HOG, and must be given with them',
  ],
  [
    { kind: 'PID_HOG', amount: 'many' },
    'spec.faults[0].amount: must be an amount or a share of what the node has, for example 6Gi, 200 or 80%',
  ],
])('refuses %j', (fault, want) => {
  const errors = nodeBehaviorErrors(
    { faults: [fault] },
    { checkCurve: () => undefined, configurationErrors: () => [] },
  );
  expect(errors.map(({ field, detail }) => `${field}: ${detail}`)).toEqual([want]);
});
