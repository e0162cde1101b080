import type { KubeObject } from '@orrery/api-types';
import { requireKind, type ClusterRuntime } from '@orrery/control-plane';
import { makePod, type PodBuilder } from '@orrery/builders';
import { startTestControlPlane, type TestControlPlane } from '../../../libs/testing/kit/control-plane/start-cluster';

let testing: TestControlPlane;

beforeAll(async () => {
  testing = await startTestControlPlane();
});
afterAll(() => testing.stop());

const NODES = Array.from({ length: 12 }, (_, i) => ({ name: `n${i}`, zone: `z${i % 3}`, region: 'r' }));
const PRIORITY_CLASS = {
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name: 'high' },
  value: 9,
};
const A_WHILE_MS = 3 * 60_000;

const wide = (name: string): PodBuilder => makePod(name).image('nginx').requests({ cpu: '1500m', memory: '128Mi' });

/** Three waves: they spread by chance, they are displaced by better ones, and the last find less than they need. */
const WAVES: readonly (readonly PodBuilder[])[] = [
  Array.from({ length: 40 }, (_, i) => makePod(`small-${i}`).image('nginx').requests({ cpu: '100m', memory: '64Mi' })),
  Array.from({ length: 30 }, (_, i) => wide(`wide-${i}`)),
  Array.from({ length: 12 }, (_, i) => wide(`better-${i}`).spec({ priorityClassName: 'high', priority: 9 })),
];

async function create(runtime: ClusterRuntime, objects: readonly object[]): Promise<void> {
  const requests = objects.map((object) => {
    const { apiVersion, kind, metadata } = object as KubeObject;
    const { resourceVersion: _given, ...own } = metadata;
    const namespace = metadata.namespace ?? '';
    return { kind: requireKind(apiVersion, kind), namespace, input: { ...object, metadata: own } };
  });
  const refusal = (await runtime.store.createMany(requests)).find((outcome) => outcome instanceof Error);
  if (refusal) throw refusal as Error;
}

/** A second scheduler that no pod names. */
const guest = {
  configuration: {
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerConfiguration',
    profiles: [{ schedulerName: 'guest' }],
  },
};

/** Plays the story in a cluster of its own; `disturb` is called before each wave. */
async function play(disturb?: (runtime: ClusterRuntime, wave: number) => Promise<unknown>) {
  const runtime = await testing.startCluster({ nodes: NODES, seed: 'same' });
  await create(runtime, [PRIORITY_CLASS]);
  for (const [wave, pods] of WAVES.entries()) {
    await disturb?.(runtime, wave);
    await create(
      runtime,
      pods.map((pod) => pod.build()),
    );
    await runtime.settle();
    await runtime.advance({ untilMs: runtime.clock.now() + A_WHILE_MS });
  }
  const placements = runtime.cache
    .list('pods')
    .map((pod) => `${pod.metadata.name} ${(pod.spec as { nodeName?: string }).nodeName ?? ''}`)
    .sort();
  const events = runtime.cache.list('events').map(textOf).sort();
  return { placements, events };
}

/** Without uids, which are random. */
function textOf(object: KubeObject): string {
  const { reason, message, count, type, involvedObject, lastTimestamp } = object as unknown as Record<string, unknown>;
  const { kind, name } = involvedObject as { kind: string; name: string };
  const words = JSON.stringify([kind, name, type, reason, message, count, lastTimestamp]);
  return words.replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UID');
}

it('plays one story the same way every time, with other schedulers coming and going or not', async () => {
  const first = await play();
  expect(first.placements.length).toBeGreaterThan(60);
  expect(first.events.some((text) => text.includes('Preempted'))).toBe(true);
  expect(first.events.some((text) => text.includes('FailedScheduling'))).toBe(true);
  expect(await play()).toEqual(first);
  const disturbed = await play((runtime, wave) =>
    runtime.changeSettings((settings) => ({ ...settings, schedulers: wave % 2 === 0 ? { guest } : {} })),
  );
  expect(disturbed).toEqual(first);
});
