import { PREFER_NO_EVICTION } from '../evictor/annotations';
import type { PodView } from './cluster-views';
import { sortForEviction, type PodOrderRules } from './pod-order';

/** Class of service and priority of pods in the order in which they are listed: `b` BestEffort, `u` Burstable, `g` Guaranteed; `!` asks to be spared. */
function sorted(listed: string, rules: PodOrderRules): string {
  const pods = listed.split(' ').map((text) => {
    const [, qos = '', priority = '', mark] = /^([bug])(\d*)\w*?(!?)$/.exec(text)!;
    return {
      text,
      priority: priority === '' ? undefined : Number(priority),
      qosRank: 'bug'.indexOf(qos),
      hasAnnotation: (name: string) => name === PREFER_NO_EVICTION && mark === '!',
    };
  });
  const order = sortForEviction(pods as unknown as PodView[], rules) as unknown as { text: string }[];
  return order.map(({ text }) => text).join(' ');
}

const TODAY: PodOrderRules = { preferringPods: 'last', equalPods: 'turned' };
const OLD: PodOrderRules = { preferringPods: 'amongEquals', equalPods: 'turned' };
const STABLE: PodOrderRules = { preferringPods: 'last', equalPods: 'listed' };

// By hand from `SortPodsBasedOnPriorityLowToHigh` of 0.34.0, and of 0.20.0 and 0.30.2, with sort.Slice by insertion.
test.each([
  ['b1x b1y', 'b1y b1x', 'b1y b1x', 'b1x b1y'],
  ['b1x b1y b1z', 'b1z b1y b1x', 'b1z b1y b1x', 'b1x b1y b1z'],
  ['u1x u1y', 'u1y u1x', 'u1x u1y', 'u1x u1y'],
  ['g1x g1y u1', 'u1 g1y g1x', 'u1 g1x g1y', 'u1 g1x g1y'],
  ['b1x! b1y', 'b1y b1x!', 'b1y b1x!', 'b1y b1x!'],
  ['b1x b1y!', 'b1x b1y!', 'b1y! b1x', 'b1x b1y!'],
  ['u1x! u1y!', 'u1y! u1x!', 'u1x! u1y!', 'u1x! u1y!'],
  ['b2 b1 b g1', 'b b1 g1 b2', 'b b1 g1 b2', 'b b1 g1 b2'],
])('%s goes as %s today, as %s in old releases, as %s where equals keep their order', (listed, today, old, stable) => {
  expect([TODAY, OLD, STABLE].map((rules) => sorted(listed, rules))).toEqual([today, old, stable]);
});

test('more than twelve equals keep their order', () => {
  const listed = Array.from({ length: 13 }, (_, i) => `b1${'x'.repeat(i + 1)}`).join(' ');
  expect(sorted(listed, OLD)).toBe(listed);
});
