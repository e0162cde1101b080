import { DeploymentScene } from '../testing/deployment-scene';
import { DeploymentAnnotation } from './deployment-constants';

/** Makes a rollout of 10 pods from v1 to v2 with 8 old and 5 new ones. */
function halfWay(): DeploymentScene {
  const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 3, maxUnavailable: 2 } };
  const scene = new DeploymentScene({ replicas: 10, strategy });
  scene.finish();
  scene.setImage('v2');
  scene.settle();
  scene.run(({ spec }) => (spec.template?.spec?.containers[0]?.image === 'v2' ? 0 : 99));
  scene.settle();
  expect(scene.sizes()).toEqual({ v1: 8, v2: 5 });
  return scene;
}

test.each([
  // Room grows from 13 to 18: 8 * 18 / 13 = 11.08, 5 * 18 / 13 = 6.92.
  { name: 'up', to: 15, want: { v1: 11, v2: 7 } },
  // Room shrinks from 13 to 8: 8 * 8 / 13 = 4.92, 5 * 8 / 13 = 3.08.
  { name: 'down', to: 5, want: { v1: 5, v2: 3 } },
  // 8 * 23 / 13 = 14.15, 5 * 23 / 13 = 8.85.
  { name: 'far up', to: 20, want: { v1: 14, v2: 9 } },
  { name: 'to nothing', to: 0, want: {} },
])('in the middle of a rollout, each gets its share: $name', ({ to, want }) => {
  const scene = halfWay();
  scene.edit({ replicas: to });
  scene.step();
  expect(scene.sizes()).toEqual(want);
  const annotations = scene.set('v1')?.metadata.annotations;
  expect(annotations?.[DeploymentAnnotation.DesiredReplicas]).toBe(String(to));
  expect(annotations?.[DeploymentAnnotation.MaxReplicas]).toBe(String(to + 3));
});

test('what rounding leaves over goes to the largest', () => {
  const scene = halfWay();
  scene.edit({ replicas: 11 });
  scene.step();
  // 8 * 14 / 13 = 8.6, 5 * 14 / 13 = 5.4: one more in all.
  expect(scene.sizes()).toEqual({ v1: 9, v2: 5 });
});

test.each([
  { name: 'running', paused: false },
  { name: 'paused', paused: true },
])('a $name Deployment with one ReplicaSet scales it', ({ paused }) => {
  const scene = new DeploymentScene({ replicas: 3 });
  scene.finish();
  scene.edit({ paused, replicas: 7 });
  scene.settle();
  expect(scene.sizes()).toEqual({ v1: 7 });
  expect(scene.notes.at(-1)).toMatch(/^Scaled up replica set web-\w+ from 3 to 7$/);
});

test('a ReplicaSet that another client scaled is put right', () => {
  const scene = new DeploymentScene({ replicas: 3 });
  scene.finish();
  scene.sets = scene.sets.map((set) => ({ ...set, spec: { ...set.spec, replicas: 5 } }));
  scene.settle();
  expect(scene.sizes()).toEqual({ v1: 3 });
});

test('a Deployment that got the size its ReplicaSet has by chance can still roll out', () => {
  const scene = new DeploymentScene({ replicas: 3 });
  scene.finish();
  scene.sets = scene.sets.map((set) => ({ ...set, spec: { ...set.spec, replicas: 5 } }));
  scene.edit({ replicas: 5 });
  scene.finish();
  scene.setImage('v2');
  scene.finish();
  expect(scene.sizes()).toEqual({ v2: 5 });
});
