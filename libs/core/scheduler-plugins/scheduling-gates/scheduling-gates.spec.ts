import { makeNode, makePod } from '@orrery/builders';
import { makeScene } from '../testing/scheduling-scene';
import { statusMessage } from '@orrery/scheduling';
import type { SchedulingGates } from './scheduling-gates';

test('gated pods wait untouched until the last gate is gone, then go at once', async () => {
  const gated = makePod('p').gates('g1', 'g2');
  const { scheduler, advance } = makeScene({ nodes: [makeNode('n')], pods: [gated] });
  const plugin = scheduler.parts.profiles
    .get('default-scheduler')!
    .framework.plugins.get('SchedulingGates') as SchedulingGates;
  expect(statusMessage(plugin.preEnqueue(gated.build()))).toBe('waiting for scheduling gates: [g1 g2]');
  const oneLeft = gated.version('2').gates('g2');
  scheduler.podChanged(gated.build(), oneLeft.build());
  scheduler.nodeChanged(undefined, makeNode('n2').build());
  await advance(600_000);
  expect({ batch: scheduler.scheduleBatch(10), pending: scheduler.pendingCount() }).toEqual({ batch: [], pending: 1 });
  scheduler.podChanged(oneLeft.build(), makePod('p').version('3').build());
  expect(scheduler.scheduleBatch(10)).toMatchObject([{ kind: 'bind', attempt: 1 }]);
});

test('1.20 knows no gates', () => {
  const { scheduler } = makeScene({ nodes: [makeNode('n')], pods: [makePod('p').gates('g')], bundle: 'k8s-1.20' });
  expect(scheduler.scheduleBatch(10)).toMatchObject([{ kind: 'bind' }]);
});

test('gated pods hold no nomination', () => {
  const { scheduler } = makeScene({ nodes: [makeNode('n')], pods: [makePod('p').gates('g').nominated('n')] });
  expect(scheduler.parts.queue.nominator.nominatedPods('n')).toEqual([]);
});
