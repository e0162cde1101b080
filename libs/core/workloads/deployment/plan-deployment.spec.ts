import type { Pod } from '@orrery/api-types';
import { WORKLOAD_KNOBS } from '../workload-knobs';
import { DeploymentScene, SCENE_START_MS, templateOf } from '../testing/deployment-scene';
import { makePod } from '@orrery/builders';
import { DeploymentAnnotation } from './deployment-constants';
import { afterCollision, afterFailedCreation, creationFailureMessage, isSameReplicaSet } from './failed-creation';
import { planDeployment } from './plan-deployment';
import { isSameTemplate, podTemplateHash } from './pod-template-hash';

const revisionOf = (scene: DeploymentScene, image: string): string | undefined =>
  scene.set(image)?.metadata.annotations?.[DeploymentAnnotation.Revision];

describe('the first step', () => {
  test('creates the ReplicaSet of the template and says so', () => {
    const scene = new DeploymentScene();
    const { creation, deployment, notes } = scene.step();
    const hash = podTemplateHash(templateOf('v1'), undefined);
    expect(creation).toMatchObject({
      metadata: {
        name: `web-${hash}`,
        labels: { app: 'web', 'pod-template-hash': hash },
        annotations: {
          'deployment.kubernetes.io/revision': '1',
          'deployment.kubernetes.io/desired-replicas': '3',
          'deployment.kubernetes.io/max-replicas': '3',
        },
        ownerReferences: [{ kind: 'Deployment', name: 'web', uid: 'web', controller: true, blockOwnerDeletion: true }],
      },
      spec: {
        replicas: 3,
        selector: { matchLabels: { app: 'web', 'pod-template-hash': hash } },
        template: { metadata: { labels: { app: 'web', 'pod-template-hash': hash } } },
      },
    });
    expect(notes).toEqual([{ reason: 'ScalingReplicaSet', message: `Scaled up replica set web-${hash} from 0 to 3` }]);
    expect(deployment?.metadata.annotations).toEqual({ 'deployment.kubernetes.io/revision': '1' });
    expect(scene.condition('Progressing')).toMatchObject({
      status: 'True',
      reason: 'NewReplicaSetCreated',
      message: `Created new replica set "web-${hash}"`,
    });
    expect(scene.condition('Available')).toMatchObject({ status: 'False', reason: 'MinimumReplicasUnavailable' });
    expect(scene.deployment.status).toMatchObject({ observedGeneration: 1, unavailableReplicas: 3 });
  });

  test('takes over a ReplicaSet of the same template', () => {
    const scene = new DeploymentScene();
    scene.settle();
    scene.deployment = { ...scene.deployment, status: {} };
    expect(scene.step().creation).toBeUndefined();
    expect(scene.condition('Progressing')).toMatchObject({ reason: 'FoundNewReplicaSet', status: 'True' });
  });
});

describe('pods that are being deleted', () => {
  test('are summed over the ReplicaSets in releases that count them, once all of these say their number', () => {
    const scene = new DeploymentScene();
    scene.knobs = WORKLOAD_KNOBS['k8s-1.36'];
    const terminating = (count: { observedGeneration?: number; terminatingReplicas?: number }): unknown => {
      scene.sets = scene.sets.map((set) => ({ ...set, status: { replicas: 0, ...count } }));
      scene.step();
      return scene.deployment.status?.terminatingReplicas;
    };
    scene.step();
    expect(terminating({})).toBe(0);
    expect(terminating({ observedGeneration: 1, terminatingReplicas: 2 })).toBe(2);
    expect(terminating({ observedGeneration: 1 })).toBeUndefined();
  });

  test('are not counted in others', () => {
    const scene = new DeploymentScene();
    scene.knobs = WORKLOAD_KNOBS['k8s-1.20'];
    scene.step();
    scene.sets = scene.sets.map((set) => ({ ...set, status: { replicas: 0, terminatingReplicas: 2 } }));
    scene.step();
    expect(scene.deployment.status).not.toHaveProperty('terminatingReplicas');
  });
});

describe('progress', () => {
  test('goes from created over updated to available', () => {
    const scene = new DeploymentScene();
    scene.settle();
    scene.run(() => 1);
    scene.nowMs += 5000;
    scene.settle();
    expect(scene.condition('Progressing')).toMatchObject({
      reason: 'ReplicaSetUpdated',
      lastUpdateTime: '2026-01-01T12:00:05Z',
      lastTransitionTime: '2026-01-01T12:00:00Z',
    });
    scene.run();
    scene.settle();
    expect(scene.condition('Progressing')).toMatchObject({ reason: 'NewReplicaSetAvailable', status: 'True' });
    expect(scene.condition('Progressing')?.message).toMatch(/^ReplicaSet "web-\w+" has successfully progressed\.$/);
    expect(scene.condition('Available')).toMatchObject({
      status: 'True',
      reason: 'MinimumReplicasAvailable',
      message: 'Deployment has minimum availability.',
    });
    expect(scene.step().recheckAtMs).toBeUndefined();
  });

  test('is missed at the deadline, on time, and only while there is one', () => {
    const scene = new DeploymentScene({ progressDeadlineSeconds: 60 });
    scene.settle();
    scene.run(() => 0);
    scene.settle();
    const { recheckAtMs } = scene.step();
    expect(recheckAtMs).toBe(SCENE_START_MS + 60_000);
    scene.nowMs = recheckAtMs! - 1;
    scene.settle();
    expect(scene.condition('Progressing')?.reason).not.toBe('ProgressDeadlineExceeded');
    scene.nowMs = recheckAtMs!;
    scene.settle();
    expect(scene.condition('Progressing')).toMatchObject({ status: 'False', reason: 'ProgressDeadlineExceeded' });
    expect(scene.condition('Progressing')?.message).toMatch(/has timed out progressing\.$/);
    expect(scene.step().recheckAtMs).toBeUndefined();
    scene.run();
    scene.settle();
    expect(scene.condition('Progressing')).toMatchObject({ status: 'True', reason: 'NewReplicaSetAvailable' });
    scene.edit({ progressDeadlineSeconds: 2_147_483_647 });
    scene.settle();
    expect(scene.condition('Progressing')).toBeUndefined();
  });

  test('a pause on request is reported, and does not count', () => {
    const scene = new DeploymentScene({ progressDeadlineSeconds: 60 });
    scene.finish();
    scene.setImage('v2');
    scene.edit({ paused: true });
    scene.settle();
    expect(scene.sizes()).toEqual({ v1: 3 });
    expect(scene.condition('Progressing')).toMatchObject({ status: 'Unknown', reason: 'DeploymentPaused' });
    expect(scene.step().recheckAtMs).toBeUndefined();
    scene.nowMs += 3_600_000;
    scene.edit({ paused: false });
    scene.step();
    expect(scene.condition('Progressing')).toMatchObject({ reason: 'NewReplicaSetCreated' });
    scene.finish();
    expect(scene.sizes()).toEqual({ v2: 3 });
  });

  test('what keeps a ReplicaSet from its pods is a condition of the Deployment', () => {
    const scene = new DeploymentScene();
    scene.settle();
    const failure = { type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message: 'quota' };
    scene.sets = scene.sets.map((set) => ({ ...set, status: { replicas: 0, conditions: [failure] } }));
    scene.settle();
    expect(scene.condition('ReplicaFailure')).toMatchObject(failure);
    scene.run();
    scene.settle();
    expect(scene.condition('ReplicaFailure')).toBeUndefined();
  });
});

describe('history', () => {
  test('each rollout has its number; the way back gives an old ReplicaSet a new one', () => {
    const scene = new DeploymentScene();
    scene.finish();
    scene.setImage('v2');
    scene.finish();
    expect([revisionOf(scene, 'v1'), revisionOf(scene, 'v2')]).toEqual(['1', '2']);
    scene.setImage('v1');
    scene.finish();
    expect([revisionOf(scene, 'v1'), revisionOf(scene, 'v2')]).toEqual(['3', '2']);
    expect(scene.set('v1')?.metadata.annotations?.[DeploymentAnnotation.RevisionHistory]).toBe('1');
    expect(scene.deployment.metadata.annotations?.[DeploymentAnnotation.Revision]).toBe('3');
    scene.setImage('v2');
    scene.finish();
    scene.setImage('v1');
    scene.finish();
    expect(scene.set('v1')?.metadata.annotations?.[DeploymentAnnotation.RevisionHistory]).toBe('1,3');
    expect(scene.sets).toHaveLength(2);
  });

  test('annotations such as the cause of a change go with the ReplicaSet, but not what kubectl applied', () => {
    const scene = new DeploymentScene();
    const annotations = {
      'kubernetes.io/change-cause': 'first',
      'kubectl.kubernetes.io/last-applied-configuration': '{}',
    };
    scene.deployment = { ...scene.deployment, metadata: { ...scene.deployment.metadata, annotations } };
    scene.finish();
    expect(scene.set('v1')?.metadata.annotations).toMatchObject({ 'kubernetes.io/change-cause': 'first' });
    expect(Object.keys(scene.set('v1')?.metadata.annotations ?? {})).not.toContain(
      'kubectl.kubernetes.io/last-applied-configuration',
    );
  });

  test('keeps as many old ReplicaSets as it should, and none that has pods goes', () => {
    const scene = new DeploymentScene({ revisionHistoryLimit: 2 });
    for (const image of ['v1', 'v2', 'v3', 'v4', 'v5']) {
      scene.setImage(image);
      scene.finish();
    }
    expect(scene.sets.map(({ spec }) => spec.template?.spec?.containers[0]?.image)).toEqual(['v3', 'v4', 'v5']);
    scene.edit({ revisionHistoryLimit: 0 });
    scene.settle();
    expect(scene.sets).toHaveLength(1);
  });

  test('minReadySeconds is passed on', () => {
    const scene = new DeploymentScene();
    scene.finish();
    scene.edit({ minReadySeconds: 30 });
    scene.settle();
    expect(scene.sets.map(({ spec }) => spec.minReadySeconds)).toEqual([30]);
  });
});

describe('Recreate', () => {
  const strategy = { type: 'Recreate' };

  test('waits for the end of the last old pod', () => {
    const scene = new DeploymentScene({ strategy });
    scene.finish();
    scene.setImage('v2');
    scene.settle();
    expect(scene.sizes()).toEqual({});
    expect(scene.sets).toHaveLength(1);
    scene.run();
    const podsOf = (phase: string) => (): Pod[] => [{ ...makePod('p').deleting().build(), status: { phase } }];
    const { deployment, sets: replicaSets, knobs, nowMs } = scene;
    const plan = (phase: string) => planDeployment({ deployment, replicaSets, podsOf: podsOf(phase), knobs, nowMs });
    expect(plan('Running').creation).toBeUndefined();
    expect(plan('Failed').creation?.spec.replicas).toBe(3);
    scene.finish();
    expect(scene.sizes()).toEqual({ v2: 3 });
  });
});

test('a Deployment that is being deleted only counts', () => {
  const scene = new DeploymentScene();
  scene.finish();
  scene.setImage('v2');
  const { metadata } = scene.deployment;
  scene.deployment = { ...scene.deployment, metadata: { ...metadata, deletionTimestamp: '2026-01-01T12:00:00Z' } };
  const { creation, updates, deletions } = scene.step();
  expect([creation, updates, deletions]).toEqual([undefined, [], []]);
});

describe('the hash of a template', () => {
  const template = templateOf('v1');

  test.each([
    { name: 'the order of fields', other: { spec: template.spec!, metadata: template.metadata! }, same: true },
    {
      name: 'the hash label',
      other: { ...template, metadata: { labels: { app: 'web', 'pod-template-hash': 'x' } } },
      same: true,
    },
    {
      name: 'annotations',
      other: { ...template, metadata: { ...template.metadata, annotations: { a: 'b' } } },
      same: false,
    },
    { name: 'the image', other: templateOf('v2'), same: false },
  ])('$name: same is $same', ({ other, same }) => {
    expect(isSameTemplate(template, other)).toBe(same);
    expect(podTemplateHash(template, undefined) === podTemplateHash(other, undefined)).toBe(same);
  });

  test('differs with each collision, in letters that are safe in names', () => {
    const hashes = [undefined, 1, 2, 3].map((collisions) => podTemplateHash(template, collisions));
    expect(new Set(hashes).size).toBe(4);
    for (const hash of hashes) expect(hash).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{1,10}$/);
  });
});

describe('a ReplicaSet that cannot be created', () => {
  test('is a condition and a message', () => {
    const { deployment } = new DeploymentScene();
    const message = creationFailureMessage('web-x', 'quota');
    expect(message).toBe('Failed to create new replica set "web-x": quota');
    const after = afterFailedCreation(deployment, message, SCENE_START_MS);
    expect(after?.status?.conditions).toMatchObject([
      { type: 'Progressing', status: 'False', reason: 'ReplicaSetCreateError', message },
    ]);
    expect(afterFailedCreation(after!, message, SCENE_START_MS)).toBeUndefined();
  });

  test('gets another name when its name is taken, unless it is there already', () => {
    const scene = new DeploymentScene();
    scene.settle();
    const [set] = scene.sets;
    expect(isSameReplicaSet(scene.deployment, set!)).toBe(true);
    expect(isSameReplicaSet(scene.deployment, { ...set!, metadata: { ...set!.metadata, ownerReferences: [] } })).toBe(
      false,
    );
    scene.sets = [];
    const before = scene.step().creation?.metadata.name;
    scene.sets = [];
    scene.deployment = afterCollision(scene.deployment);
    expect(scene.deployment.status?.collisionCount).toBe(1);
    expect(scene.step().creation?.metadata.name).not.toBe(before);
  });
});
