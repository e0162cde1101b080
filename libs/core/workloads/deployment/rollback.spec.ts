import type { Deployment } from '@orrery/api-types';
import { DeploymentScene, templateOf } from '../testing/deployment-scene';
import { planRollback } from './rollback';
import { rolloutStatus } from './rollout-status';

function threeRollouts(): DeploymentScene {
  const scene = new DeploymentScene();
  for (const image of ['v1', 'v2', 'v3']) {
    scene.setImage(image);
    scene.finish();
  }
  return scene;
}

test.each([
  { to: 0, image: 'v2' },
  { to: 1, image: 'v1' },
  { to: 3, image: 'v3' },
])('back to $to is back to $image', ({ to, image }) => {
  const { deployment, sets } = threeRollouts();
  expect(planRollback(deployment, sets, to)).toMatchObject({ ok: true, template: templateOf(image) });
});

test('the cause of the former change comes back, what tells of the Deployment stays', () => {
  const { deployment, sets } = threeRollouts();
  const own = { ...deployment.metadata.annotations, 'kubernetes.io/change-cause': 'now' };
  const now = { ...deployment, metadata: { ...deployment.metadata, annotations: own } };
  const [first, ...others] = sets;
  const before = { ...first!.metadata.annotations, 'kubernetes.io/change-cause': 'then' };
  const former = { ...first!, metadata: { ...first!.metadata, annotations: before } };
  expect(planRollback(now, [former, ...others], 1)).toMatchObject({
    annotations: { 'kubernetes.io/change-cause': 'then', 'deployment.kubernetes.io/revision': '3' },
  });
});

test.each([
  { name: 'a number that never was', to: 9, paused: false, want: 'unable to find specified revision 9 in history' },
  {
    name: 'a paused Deployment',
    to: 1,
    paused: true,
    want: "you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume' and try again",
  },
])('there is no way back: $name', ({ to, paused, want }) => {
  const { deployment, sets } = threeRollouts();
  const asked = { ...deployment, spec: { ...deployment.spec, paused } };
  expect(planRollback(asked, sets, to)).toEqual({ ok: false, message: want });
});

test('a first rollout has nothing before it', () => {
  const scene = new DeploymentScene();
  scene.finish();
  const verdict = planRollback(scene.deployment, scene.sets, 0);
  expect(verdict).toEqual({ ok: false, message: 'no rollout history found for deployment "web"' });
});

test.each<{ status: NonNullable<Deployment['status']>; want: ReturnType<typeof rolloutStatus> }>([
  {
    status: { observedGeneration: 0 },
    want: { state: 'progressing', message: 'Waiting for deployment spec update to be observed...' },
  },
  {
    status: { observedGeneration: 1, replicas: 3, updatedReplicas: 1 },
    want: {
      state: 'progressing',
      message: 'Waiting for deployment "web" rollout to finish: 1 out of 3 new replicas have been updated...',
    },
  },
  {
    status: { observedGeneration: 1, replicas: 5, updatedReplicas: 3 },
    want: {
      state: 'progressing',
      message: 'Waiting for deployment "web" rollout to finish: 2 old replicas are pending termination...',
    },
  },
  {
    status: { observedGeneration: 1, replicas: 3, updatedReplicas: 3, availableReplicas: 2 },
    want: {
      state: 'progressing',
      message: 'Waiting for deployment "web" rollout to finish: 2 of 3 updated replicas are available...',
    },
  },
  {
    status: { observedGeneration: 1, replicas: 3, updatedReplicas: 3, availableReplicas: 3 },
    want: { state: 'complete', message: 'deployment "web" successfully rolled out' },
  },
  {
    status: {
      observedGeneration: 1,
      conditions: [{ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }],
    },
    want: { state: 'failed', message: 'deployment "web" exceeded its progress deadline' },
  },
])('$want.message', ({ status, want }) => {
  expect(rolloutStatus({ ...new DeploymentScene().deployment, status })).toEqual(want);
});

describe('a Deployment that says where to go back to', () => {
  const ROLLBACK_TO = 'deprecated.deployment.rollback.to';

  test.each([
    { to: '0', image: 'v2', note: 'Rolled back deployment "web" to revision 2' },
    { to: '1', image: 'v1', note: 'Rolled back deployment "web" to revision 1' },
    { to: '3', image: 'v3', note: 'The rollback revision contains the same template as current deployment "web"' },
    { to: '9', image: 'v3', note: 'Unable to find the revision to rollback to.' },
  ])('to $to has the template of $image', ({ to, image, note }) => {
    const scene = threeRollouts();
    const { metadata } = scene.deployment;
    scene.deployment = {
      ...scene.deployment,
      metadata: { ...metadata, annotations: { ...metadata.annotations, [ROLLBACK_TO]: to } },
    };
    scene.notes.length = 0;
    scene.finish();
    expect(scene.deployment.spec.template).toEqual(templateOf(image));
    expect(scene.deployment.metadata.annotations).not.toHaveProperty([ROLLBACK_TO]);
    expect(scene.notes[0]).toBe(note);
  });
});
