import { makeNode, makePod } from '@orrery/builders';
import { makeScene } from '../../testing/scheduling-scene';
import { viewQueue, type QueueView } from '@orrery/scheduling';

const namesOf = (view: QueueView): Record<string, string[]> =>
  Object.fromEntries(Object.entries(view).map(([place, { pods }]) => [place, pods.map(({ name }) => name)]));

it('tells where each pod waits, in the order in which it will be its turn', async () => {
  const scene = makeScene({ nodes: [makeNode('small').allocatable({ cpu: '1' })] });
  const { scheduler } = scene;
  const huge = (name: string): ReturnType<typeof makePod> => makePod(name).requests({ cpu: '2' });
  scheduler.podChanged(undefined, huge('sleeper').build());
  scheduler.podChanged(undefined, makePod('held').gates('quota').build());
  scheduler.scheduleBatch(1);
  scheduler.podChanged(undefined, makePod('ordinary').build());
  scheduler.podChanged(undefined, makePod('urgent').priority(10).build());
  expect(namesOf(viewQueue(scheduler.parts, 10))).toEqual({
    active: ['urgent', 'ordinary'],
    backoff: [],
    unschedulable: ['sleeper'],
    gated: ['held'],
    inFlight: [],
  });
  const [sleeper] = viewQueue(scheduler.parts, 10).unschedulable.pods;
  expect(sleeper).toMatchObject({ attempts: 1, rejectors: ['NodeResourcesFit'], backoffUntilMs: undefined });

  // A node that would do wakes it, but not before its back-off has ended.
  scheduler.nodeChanged(undefined, makeNode('large').build());
  const [waiting] = viewQueue(scheduler.parts, 10).backoff.pods;
  expect(waiting).toMatchObject({ name: 'sleeper', backoffUntilMs: scene.clock.now() + 1000 });
  await scene.advance(2000);
  expect(namesOf(viewQueue(scheduler.parts, 10)).active).toContain('sleeper');
});

it('counts all and names the first', () => {
  const pods = ['a', 'b', 'c', 'd'].map((name) => makePod(name));
  const { active } = viewQueue(makeScene({ pods }).scheduler.parts, 2);
  expect(active).toMatchObject({ count: 4, pods: [{ name: 'a' }, { name: 'b' }] });
});
