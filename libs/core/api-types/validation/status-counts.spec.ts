import { kindByGvk, renderFieldError, type KubeObject } from '../index';
import { validateStatusUpdate } from './validate';

const object = (apiVersion: string, kind: string, status: object): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name: 'x', namespace: 'default', uid: 'u', resourceVersion: '1', creationTimestamp: '' },
  spec: {},
  status,
});

function problems(apiVersion: string, kind: string, status: object, before: object = {}): string[] {
  const [next, old] = [object(apiVersion, kind, status), object(apiVersion, kind, before)];
  return validateStatusUpdate(kindByGvk(apiVersion, kind)!, next, old).map(renderFieldError);
}

const NEGATIVE = 'must be greater than or equal to 0';
const TOO_MANY = 'cannot be greater than status.replicas';

test.each<[string, string, object, string[]]>([
  [
    'apps/v1',
    'Deployment',
    { replicas: -5 },
    [
      `status.replicas: Invalid value: -5: ${NEGATIVE}`,
      `status.updatedReplicas: Invalid value: 0: ${TOO_MANY}`,
      `status.readyReplicas: Invalid value: 0: ${TOO_MANY}`,
      `status.availableReplicas: Invalid value: 0: ${TOO_MANY}`,
    ],
  ],
  ['apps/v1', 'ReplicaSet', { replicas: 5, readyReplicas: 9 }, [`status.readyReplicas: Invalid value: 9: ${TOO_MANY}`]],
  [
    'apps/v1',
    'StatefulSet',
    { replicas: 2, readyReplicas: 1, availableReplicas: 2 },
    ['status.availableReplicas: Invalid value: 2: cannot be greater than status.readyReplicas'],
  ],
  ['apps/v1', 'DaemonSet', { numberReady: -1 }, [`status.numberReady: Invalid value: -1: ${NEGATIVE}`]],
  ['batch/v1', 'Job', { active: -1 }, [`status.active: Invalid value: -1: ${NEGATIVE}`]],
  ['policy/v1', 'PodDisruptionBudget', { expectedPods: -1 }, [`status.expectedPods: Invalid value: -1: ${NEGATIVE}`]],
  ['apps/v1', 'Deployment', { replicas: 2, readyReplicas: 2, availableReplicas: 1 }, []],
])('the status of a %s %s that says %j', (apiVersion, kind, status, want) => {
  expect(problems(apiVersion, kind, status)).toEqual(want);
});

test('collisions are only counted up', () => {
  expect(problems('apps/v1', 'Deployment', { collisionCount: 1 }, { collisionCount: 2 })).toEqual([
    'status.collisionCount: Invalid value: 1: cannot be decremented',
  ]);
});

test('the class of a pod stays, its addresses are addresses', () => {
  expect(problems('v1', 'Pod', { qosClass: 'Guaranteed' }, { qosClass: 'BestEffort' })).toEqual([
    'status.qosClass: Invalid value: "Guaranteed": field is immutable',
  ]);
  expect(problems('v1', 'Pod', { podIPs: [{ ip: 'x' }], hostIP: '1.2.3.4', hostIPs: [{ ip: '1.2.3.5' }] })).toEqual([
    'status.podIPs[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    'status.hostIPs[0].ip: Invalid value: "1.2.3.5": must be equal to `hostIP`',
  ]);
});
