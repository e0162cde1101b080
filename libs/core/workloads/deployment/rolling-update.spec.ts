import type { Deployment } from '@orrery/api-types';
import { DeploymentScene } from '../testing/deployment-scene';
import fc from 'fast-check';
import { rolloutLimits } from './rollout-limits';

const rolling = (
  maxSurge: number | string,
  maxUnavailable: number | string,
): NonNullable<Deployment['spec']['strategy']> => ({
  type: 'RollingUpdate',
  rollingUpdate: { maxSurge, maxUnavailable },
});

test.each([
  { replicas: 10, surge: '25%', unavailable: '25%', want: { surge: 3, unavailable: 2 } },
  { replicas: 1, surge: '25%', unavailable: '25%', want: { surge: 1, unavailable: 0 } },
  { replicas: 3, surge: 0, unavailable: '25%', want: { surge: 0, unavailable: 1 } },
  { replicas: 3, surge: '0%', unavailable: '10%', want: { surge: 0, unavailable: 1 } },
  { replicas: 2, surge: 5, unavailable: 5, want: { surge: 5, unavailable: 2 } },
  { replicas: 0, surge: '25%', unavailable: '25%', want: { surge: 0, unavailable: 0 } },
  { replicas: 4, surge: '100%', unavailable: 0, want: { surge: 4, unavailable: 0 } },
])(
  'of $replicas pods, surge $surge and unavailable $unavailable are $want',
  ({ replicas, surge, unavailable, want }) => {
    const { deployment } = new DeploymentScene({ replicas, strategy: rolling(surge, unavailable) });
    expect(rolloutLimits(deployment)).toEqual({ replicas, ...want });
  },
);

test('10 pods, surge 3, unavailable 2: new 3, old 8, new 5, and so on', () => {
  const scene = new DeploymentScene({ replicas: 10, strategy: rolling(3, 2) });
  scene.finish();
  scene.setImage('v2');
  scene.step();
  expect(scene.sizes()).toEqual({ v1: 8, v2: 3 });
  scene.step();
  expect(scene.sizes()).toEqual({ v1: 8, v2: 5 });
  scene.settle();
  expect(scene.sizes()).toEqual({ v1: 8, v2: 5 });
  scene.run(({ spec }) => (spec.template?.spec?.containers[0]?.image === 'v2' ? 2 : 99));
  scene.step();
  expect(scene.sizes()).toEqual({ v1: 6, v2: 5 });
  scene.step();
  expect(scene.sizes()).toEqual({ v1: 6, v2: 7 });
  scene.finish();
  expect(scene.sizes()).toEqual({ v2: 10 });
  expect(scene.notes.slice(0, 4)).toEqual([
    expect.stringMatching(/^Scaled up replica set web-\w+ from 0 to 10$/),
    expect.stringMatching(/^Scaled up replica set web-\w+ from 0 to 3$/),
    expect.stringMatching(/^Scaled down replica set web-\w+ from 10 to 8$/),
    expect.stringMatching(/^Scaled up replica set web-\w+ from 3 to 5$/),
  ]);
});

test('old pods that do not work go first, from the oldest ReplicaSet on, and are not missed', () => {
  const scene = new DeploymentScene({ replicas: 10, strategy: rolling(3, 2) });
  scene.finish();
  scene.setImage('broken');
  scene.settle();
  scene.run(({ spec }) => (spec.template?.spec?.containers[0]?.image === 'broken' ? 0 : 99));
  scene.settle();
  expect(scene.sizes()).toEqual({ v1: 8, broken: 5 });
  scene.setImage('v3');
  scene.step();
  // The five broken ones make room; none that works may go.
  expect(scene.sizes()).toEqual({ v1: 8 });
  scene.step();
  expect(scene.sizes()).toEqual({ v1: 8, v3: 5 });
  scene.finish();
  expect(scene.sizes()).toEqual({ v3: 10 });
});

test('Kubernetes 1.20 does not name the former size', () => {
  const scene = new DeploymentScene();
  scene.knobs = { ...scene.knobs, eventsNameFormerSize: false };
  scene.settle();
  expect(scene.notes).toEqual([expect.stringMatching(/^Scaled up replica set web-\w+ to 3$/)]);
});

test('a rollout never leaves its bounds, whatever fails on the way, and ends when nothing fails', () => {
  const bound = fc.oneof(
    fc.integer({ min: 0, max: 4 }),
    fc.integer({ min: 0, max: 100 }).map((percent) => `${percent}%`),
  );
  const events = fc.array(
    fc.record({
      image: fc.constantFrom('v1', 'v2', 'v3', undefined),
      working: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 3, maxLength: 3 }),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12 }), bound, bound, events, (replicas, surge, unavailable, story) => {
      fc.pre(!(surge === 0 && unavailable === 0));
      const scene = new DeploymentScene({ replicas, strategy: rolling(surge, unavailable) });
      const limits = rolloutLimits(scene.deployment);
      scene.finish();
      for (const { image, working } of story) {
        if (image) scene.setImage(image);
        // Pods that work keep working: only those that are new may fail.
        const before = new Map(
          scene.sets.map(({ metadata, status }) => [metadata.uid, status?.availableReplicas ?? 0]),
        );
        scene.run(({ metadata }) => Math.max(before.get(metadata.uid) ?? 0, working[scene.sets.length % 3]!));
        for (let i = 0; i < 4; i++) {
          scene.step();
          const sizes = scene.sets.map(({ spec }) => spec.replicas ?? 0);
          const total = sizes.reduce((sum, size) => sum + size, 0);
          const available = scene.sets.reduce(
            (sum, { spec, status }) => sum + Math.min(spec.replicas ?? 0, status?.availableReplicas ?? 0),
            0,
          );
          expect(total).toBeLessThanOrEqual(replicas + limits.surge);
          expect(available).toBeGreaterThanOrEqual(replicas - limits.unavailable);
        }
      }
      scene.finish();
      expect(Object.values(scene.sizes()).reduce((sum, size) => sum + size, 0)).toBe(replicas);
      expect(Object.keys(scene.sizes()).length).toBeLessThanOrEqual(1);
    }),
    { numRuns: 60 },
  );
});

test('pods that a ReplicaSet is about to give up are not counted as available', () => {
  const scene = new DeploymentScene({ replicas: 3, strategy: rolling(1, 0) });
  scene.finish();
  scene.setImage('v2');
  scene.settle();
  scene.run(() => 99);
  // Fewer are asked for; before the status of the old ReplicaSet follows, the rollout goes on.
  scene.edit({ replicas: 2 });
  scene.step();
  scene.step();
  scene.step();
  const left = scene.sets.reduce(
    (sum, { spec, status }) => sum + Math.min(spec.replicas ?? 0, status?.availableReplicas ?? 0),
    0,
  );
  expect(left).toBeGreaterThanOrEqual(2);
});
