import type { KubeObject, Pod } from '@orrery/api-types';
import { planVersion } from './plan-version';
import { ConfigAnnotation, type Version, type VersionPhase } from './version';

const CREATED_MS = Date.parse('2026-01-01T12:00:00Z');
const { Cancelled, Deployment, DesiredReplicas, EncodedConfig, IgnorePod, Phase, Reason, Replicas } = ConfigAnnotation;
const STORED = { resourceVersion: '1', creationTimestamp: '2026-01-01T12:00:00Z' };
const CONFIG = {
  kind: 'DeploymentConfig',
  spec: { strategy: { type: 'Rolling', rollingParams: { timeoutSeconds: 60 }, labels: { team: 'a' } } },
};

function version(phase: VersionPhase, annotations: Record<string, string> = {}): Version {
  const metadata = { name: 'web-1', namespace: 'default', uid: 'v', ...STORED };
  const own = { [EncodedConfig]: JSON.stringify(CONFIG), [DesiredReplicas]: '3', [Phase]: phase, ...annotations };
  return {
    apiVersion: 'v1',
    kind: 'ReplicationController',
    metadata: { ...metadata, annotations: own },
    spec: { replicas: 0 },
  };
}

function deployer(phase: string, annotations: Record<string, string> = { [Deployment]: 'web-1' }): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web-1-deploy', uid: 'p', ...STORED, annotations },
    spec: { containers: [] },
    status: { phase },
  };
}

interface Case {
  readonly name: string;
  readonly version: Version;
  readonly pod?: Pod;
  readonly stranger?: KubeObject;
  readonly afterSeconds?: number;
  readonly phase?: VersionPhase;
  readonly reason?: string;
  readonly note?: string;
  readonly deletes?: boolean;
}

test.each<Case>([
  { name: 'waits for its deployer', version: version('New'), pod: deployer('Pending'), phase: 'Pending' },
  { name: 'runs with its deployer', version: version('Pending'), pod: deployer('Running'), phase: 'Running' },
  { name: 'stays', version: version('Running'), pod: deployer('Running') },
  { name: 'is complete', version: version('Running'), pod: deployer('Succeeded'), phase: 'Complete' },
  { name: 'has failed', version: version('Running'), pod: deployer('Failed'), phase: 'Failed' },
  { name: 'is left alone', version: version('New', { [IgnorePod]: 'true' }) },
  { name: 'does not come back', version: version('Failed'), pod: deployer('Running') },
  { name: 'needs no deployer any more', version: version('Complete'), pod: deployer('Succeeded'), deletes: true },
  {
    name: 'is cancelled before it began',
    version: version('New', { [Cancelled]: 'true' }),
    pod: deployer('Pending'),
    phase: 'Pending',
    deletes: true,
  },
  {
    name: 'is cancelled',
    version: version('Running', { [Cancelled]: 'True' }),
    pod: deployer('Running'),
    deletes: true,
  },
  {
    name: 'was complete before it was cancelled',
    version: version('Running', { [Cancelled]: 'true', [Reason]: 'cancelled by the user' }),
    pod: deployer('Succeeded'),
    phase: 'Complete',
    reason: '',
    note: 'Succeeded before cancel recorded',
    deletes: true,
  },
  {
    name: 'has lost its deployer',
    version: version('Running'),
    phase: 'Failed',
    reason: 'deployer pod no longer exists',
    note: 'Deployer pod "web-1-deploy" has gone missing',
  },
  {
    name: 'finds its place taken',
    version: version('New'),
    stranger: deployer('Running', {}),
    phase: 'Failed',
    reason: 'unrelated pod with the same name as this deployment is already running',
    note: 'Error creating deployer pod since another pod with the same name ("web-1-deploy") exists',
  },
  {
    name: 'gets no deployer in time',
    version: version('New'),
    afterSeconds: 61,
    phase: 'Failed',
    reason: 'unable to create deployer pod',
    note: 'Rollout for "default/web-1" failed to create deployer pod (timeoutSeconds: 60s)',
  },
])('a version $name', (expected) => {
  const { pod, stranger = pod, afterSeconds = 0 } = expected;
  const nowMs = CREATED_MS + afterSeconds * 1000;
  const plan = planVersion({ version: expected.version, pods: pod ? [pod] : [], stranger, nowMs });
  const annotations = plan.next?.metadata.annotations ?? {};
  expect(annotations[Phase]).toBe(expected.phase);
  if (expected.reason !== undefined) expect(annotations[Reason] ?? '').toBe(expected.reason);
  expect(plan.notes.map(({ message }) => message)).toEqual(expected.note ? [expected.note] : []);
  expect(plan.deletions).toEqual(expected.deletes ? [pod] : []);
  if (expected.phase === 'Complete') expect(annotations).toMatchObject({ [Replicas]: '3' });
});

test('a deployer pod runs where the pods do, as the strategy says', () => {
  const template = { spec: { containers: [], nodeSelector: { zone: 'a' }, dnsPolicy: 'ClusterFirst' } };
  const made = { ...version('New'), spec: { replicas: 0, template } };
  const { creation, recheckAtMs } = planVersion({ version: made, pods: [], stranger: undefined, nowMs: CREATED_MS });
  expect(creation).toMatchObject({
    metadata: {
      name: 'web-1-deploy',
      labels: { team: 'a', 'openshift.io/deployer-pod-for.name': 'web-1' },
      annotations: { [Deployment]: 'web-1' },
      ownerReferences: [{ kind: 'ReplicationController', uid: 'v' }],
    },
    spec: {
      nodeSelector: { zone: 'a' },
      restartPolicy: 'Never',
      serviceAccountName: 'deployer',
      activeDeadlineSeconds: 21600,
    },
  });
  expect(recheckAtMs).toBe(CREATED_MS + 61_000);
});
