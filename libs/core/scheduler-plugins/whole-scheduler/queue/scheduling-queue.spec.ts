import * as fc from 'fast-check';
import { makeNode, makePod } from '@orrery/builders';
import { makeScene, type Scene } from '../../testing/scheduling-scene';
import { backoffMs, DEFAULT_BACKOFF } from '@orrery/scheduling';

const small = makeNode('n').allocatable({ cpu: '1' });
const big = makePod('p').requests({ cpu: '2' });
/** Pods that fill the node: deleting one is an event that big's rejector wants. */
const holder = (i: number) => makePod(`holder-${i}`).node('n').requests({ cpu: '10m' });

/** Attempts of the pod so far, made as soon as it is active. */
function attempt(scene: Scene): void {
  scene.scheduler.scheduleBatch(100);
}
function placeOf(scene: Scene, name = 'p'): string | undefined {
  return scene.scheduler.parts.queue.entry(`default-${name}`)?.place;
}
function attemptsOf(scene: Scene): number | undefined {
  return scene.scheduler.parts.queue.entry('default-p')?.attempts;
}

test.each([
  [0, 0],
  [1, 1000],
  [2, 2000],
  [3, 4000],
  [4, 8000],
  [5, 10_000],
  [500, 10_000],
])('back-off after %i attempts is %i ms', (attempts, want) => {
  expect(backoffMs(attempts, DEFAULT_BACKOFF)).toBe(want);
});

test('a woken pod waits for its back-off, on whole seconds', async () => {
  const scene = makeScene({ nodes: [small], pods: [holder(1), holder(2), big] });
  attempt(scene);
  await scene.advance(300);
  scene.scheduler.podChanged(holder(1).build(), undefined);
  expect([placeOf(scene), scene.scheduler.nextDeadlineMs()]).toEqual(['backoff', 1000]);
  await scene.advance(700);
  attempt(scene);
  expect([attemptsOf(scene), placeOf(scene)]).toEqual([2, 'unschedulable']);
  await scene.advance(200);
  scene.scheduler.podChanged(holder(2).build(), undefined);
  expect(scene.scheduler.nextDeadlineMs()).toBe(3000);
});

test('irrelevant events leave a pod asleep until the timeout', async () => {
  const scene = makeScene({ nodes: [small], pods: [holder(1), big] });
  attempt(scene);
  await scene.advance(300);
  scene.scheduler.podChanged(holder(1).build(), undefined);
  await scene.advance(700);
  attempt(scene);
  await scene.advance(500);
  const labelled = small.label('a', 'b');
  const roomier = labelled.allocatable({ cpu: '1500m' });
  const tainted = roomier.taint('x', 'PreferNoSchedule');
  scene.scheduler.nodeChanged(small.build(), labelled.build());
  scene.scheduler.nodeChanged(labelled.build(), roomier.build());
  scene.scheduler.nodeChanged(roomier.build(), tainted.build());
  scene.scheduler.nodeChanged(tainted.build(), roomier.build());
  expect([placeOf(scene), scene.scheduler.nextDeadlineMs()]).toEqual(['unschedulable', 330_000]);
  await scene.advance(328_500);
  expect([scene.clock.now(), placeOf(scene)]).toEqual([330_000, 'active']);
});

test.each([
  ['k8s-1.20', 'unschedulable', 'backoff'],
  ['okd-legacy', 'unschedulable', 'backoff'],
  ['modern', 'unschedulable', 'unschedulable'],
] as const)('%s: a new node too small', (bundle, before, after) => {
  const scene = makeScene({ nodes: [small], pods: [big], bundle });
  attempt(scene);
  expect(placeOf(scene)).toBe(before);
  scene.scheduler.nodeChanged(undefined, makeNode('m').allocatable({ cpu: '1' }).build());
  expect(placeOf(scene)).toBe(after);
});

test.each([
  ['k8s-1.20', makeNode('n').allocatable({ cpu: '9' }), 'backoff'],
  ['modern', makeNode('n').allocatable({ cpu: '1' }), 'unschedulable'],
  ['modern', makeNode('n').allocatable({ cpu: '9' }), 'backoff'],
] as const)('%s: an event while the pod is in flight is not lost', (bundle, added, want) => {
  const scene = makeScene({ nodes: [small], pods: [big], bundle });
  const { queue } = scene.scheduler.parts;
  const entry = queue.pop()!;
  scene.scheduler.nodeChanged(undefined, added.metadata({ name: 'late' }).build());
  queue.requeue(entry, { rejectors: new Set(['NodeResourcesFit']), pendingPlugins: new Set() });
  expect(placeOf(scene)).toBe(want);
});

test('an event for a plugin that waits for it skips the back-off', () => {
  const scene = makeScene({ nodes: [small], pods: [holder(1), big] });
  const { queue } = scene.scheduler.parts;
  const plugins = new Set(['NodeResourcesFit']);
  queue.requeue(queue.pop()!, { rejectors: plugins, pendingPlugins: plugins });
  scene.scheduler.podChanged(holder(1).build(), undefined);
  expect(placeOf(scene)).toBe('active');
});

test('a pod that no plugin rejected backs off without being asked', () => {
  const scene = makeScene({ nodes: [small], pods: [big] });
  const { queue } = scene.scheduler.parts;
  queue.requeue(queue.pop()!, { rejectors: new Set(), pendingPlugins: new Set() });
  expect(placeOf(scene)).toBe('backoff');
});

test.each([
  ['modern', 'backoff'],
  ['k8s-1.20', 'active'],
] as const)('%s: an update of a pod that backs off', (bundle, want) => {
  const scene = makeScene({ nodes: [small], pods: [holder(1), big], bundle });
  attempt(scene);
  scene.scheduler.podChanged(holder(1).build(), undefined);
  scene.scheduler.podChanged(big.build(), big.version('2').label('a', 'b').build());
  expect(placeOf(scene)).toBe(want);
});

test('higher priority first, then older, absent counts as 0', () => {
  const at = (name: string, priority?: number) =>
    priority === undefined ? makePod(name) : makePod(name).priority(priority);
  const scene = makeScene({ nodes: [makeNode('n')] });
  for (const pod of [at('d'), at('a', 0), at('b', 5), at('c', 5)]) scene.scheduler.podChanged(undefined, pod.build());
  const order = scene.scheduler.scheduleBatch(10).map(({ pod }) => pod.metadata.name);
  expect(order).toEqual(['b', 'c', 'd', 'a']);
});

test('a plugin can ask for a pod', () => {
  const scene = makeScene({ nodes: [small], pods: [big] });
  attempt(scene);
  scene.scheduler.parts.queue.activate(['default-p']);
  expect(placeOf(scene)).toBe('active');
});

test('no pod is lost or doubled, whatever happens', async () => {
  const action = fc.oneof(
    fc.record({ kind: fc.constantFrom('add', 'update', 'remove', 'gate'), pod: fc.integer({ min: 0, max: 9 }) }),
    fc.record({ kind: fc.constantFrom('batch', 'free', 'grow', 'second', 'minutes'), pod: fc.constant(0) }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { maxLength: 50 }),
      fc.constantFrom('modern' as const, 'k8s-1.20' as const, 'okd-legacy' as const),
      async (actions, bundle) => {
        const scene = makeScene({ nodes: [small], bundle });
        const { scheduler } = scene;
        const pending = new Set<string>();
        let version = 1;
        for (const { kind, pod } of actions) {
          const name = `p${pod}`;
          const next = makePod(name).version(String(++version)).requests({ cpu: '2' }).label('v', String(version));
          if (kind === 'add' || kind === 'update') scheduler.podChanged(undefined, next.build());
          if (kind === 'gate') scheduler.podChanged(undefined, next.gates('g').build());
          if (kind === 'add' || kind === 'update' || kind === 'gate') pending.add(name);
          if (kind === 'remove' && pending.delete(name)) scheduler.podChanged(next.build(), undefined);
          if (kind === 'batch') scheduler.scheduleBatch(3);
          if (kind === 'free') {
            scheduler.podChanged(undefined, holder(version).build());
            scheduler.podChanged(holder(version).build(), undefined);
          }
          if (kind === 'grow') scheduler.nodeChanged(small.build(), small.allocatable({ cpu: `${version}m` }).build());
          if (kind === 'second') await scene.advance(1000);
          if (kind === 'minutes') await scene.advance(400_000);
          const { queue } = scheduler.parts;
          const names = [...queue.all()].map(({ info }) => info.pod.metadata.name).sort();
          expect(names).toEqual([...pending].sort());
          const places = [...queue.all()].map(({ place }) => place);
          expect(places).not.toContain('none');
          expect(places).not.toContain('inFlight');
          expect(places.filter((place) => place === 'active')).toHaveLength(queue.activeSize);
        }
        await scene.advance(1_000_000);
        const waiting = [...scheduler.parts.queue.all()].filter(({ place }) => place !== 'gated');
        expect(waiting.every(({ place }) => place === 'active')).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});
