import type { ControllerRevision, DaemonSet, StatefulSet } from '@orrery/api-types';
import { daemonRolloutStatus } from '../daemon-set/daemon-rollout';
import { statefulRolloutStatus } from '../stateful-set/stateful-rollout';
import { newRevision, REVISION_LABEL, type TemplateOwner } from './controller-revision';
import { planTemplateRollback } from './template-rollback';

const metadata = { name: 'db', namespace: 'ns', uid: 'db', resourceVersion: '1', generation: 2, creationTimestamp: '' };
const ROLLING = { type: 'RollingUpdate', rollingUpdate: { partition: 0 } };

test.each<[string, object, object, string, string]>([
  ['unseen', {}, { observedGeneration: 1 }, 'progressing', 'Waiting for statefulset spec update to be observed...'],
  ['not ready', {}, { readyReplicas: 1 }, 'progressing', 'Waiting for 2 pods to be ready...'],
  [
    'a part is new',
    { updateStrategy: ROLLING },
    { readyReplicas: 3, updatedReplicas: 1 },
    'progressing',
    'Waiting for partitioned roll out to finish: 1 out of 3 new pods have been updated...',
  ],
  [
    'all above the partition are new',
    { updateStrategy: { rollingUpdate: { partition: 2 } } },
    { readyReplicas: 3, updatedReplicas: 1 },
    'complete',
    'partitioned roll out complete: 1 new pods have been updated...',
  ],
  [
    'on its way',
    {},
    { readyReplicas: 3, updatedReplicas: 1, currentRevision: 'a', updateRevision: 'b' },
    'progressing',
    'waiting for statefulset rolling update to complete 1 pods at revision b...',
  ],
  [
    'done',
    {},
    { readyReplicas: 3, currentReplicas: 3, currentRevision: 'b', updateRevision: 'b' },
    'complete',
    'statefulset rolling update complete 3 pods at revision b...',
  ],
  [
    'by hand',
    { updateStrategy: { type: 'OnDelete' } },
    { updatedReplicas: 2 },
    'progressing',
    'rollout status is only available for RollingUpdate strategy type',
  ],
])('a StatefulSet: %s', (_name, spec, status, state, message) => {
  const set = { metadata, spec: { replicas: 3, ...spec }, status: { observedGeneration: 2, ...status } };
  expect(statefulRolloutStatus(set as unknown as StatefulSet)).toEqual({ state, message });
});

test.each<[string, object, object, string, string]>([
  ['unseen', {}, { observedGeneration: 1 }, 'progressing', 'Waiting for daemon set spec update to be observed...'],
  [
    'on its way',
    {},
    { updatedNumberScheduled: 1 },
    'progressing',
    'Waiting for daemon set "db" rollout to finish: 1 out of 3 new pods have been updated...',
  ],
  [
    'not available',
    {},
    { updatedNumberScheduled: 3, numberAvailable: 2 },
    'progressing',
    'Waiting for daemon set "db" rollout to finish: 2 of 3 updated pods are available...',
  ],
  [
    'done',
    {},
    { updatedNumberScheduled: 3, numberAvailable: 3 },
    'complete',
    'daemon set "db" successfully rolled out',
  ],
  [
    'by hand',
    { updateStrategy: { type: 'OnDelete' } },
    { updatedNumberScheduled: 3 },
    'complete',
    'rollout status is only available for RollingUpdate strategy type',
  ],
])('a DaemonSet: %s', (_name, spec, status, state, message) => {
  const set = { metadata, spec, status: { observedGeneration: 2, desiredNumberScheduled: 3, ...status } };
  expect(daemonRolloutStatus(set as unknown as DaemonSet)).toEqual({ state, message });
});

describe('the way back', () => {
  const owner = (image: string): TemplateOwner =>
    ({
      ...{ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata },
      spec: { template: { spec: { containers: [{ name: 'c', image }] } } },
    }) as TemplateOwner;
  const revisions = ['i:1', 'i:2', 'i:3'].map((image, i): ControllerRevision =>
    newRevision(owner(image), i + 1, { hashLabel: REVISION_LABEL, collisionCount: 0 }),
  );
  test.each<[number, number, object]>([
    [0, 3, { ok: true, revision: revisions[1], isThere: false }],
    [1, 3, { ok: true, revision: revisions[0], isThere: false }],
    [3, 3, { ok: true, revision: revisions[2], isThere: true }],
    [9, 3, { ok: false, message: 'unable to find specified revision 9 in history' }],
    [0, 1, { ok: false, message: 'no last revision to roll back to' }],
  ])('to %s of %s', (to, count, want) => {
    expect(planTemplateRollback(owner('i:3'), revisions.slice(0, count).reverse(), to)).toEqual(want);
  });
});
