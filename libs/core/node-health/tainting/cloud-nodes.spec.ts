import type { Node } from '@orrery/api-types';
import { cloudVerdict, concernsCloud, initializationDueMs, initializedNode, withShutdownTaint } from './cloud-nodes';
import { readCloudSettings, UNINITIALIZED_TAINT } from '../settings/cloud-settings';

const node = (ready: string | undefined, instance?: string, taints: Node['spec']['taints'] = []): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name: 'n',
    uid: 'n',
    resourceVersion: '1',
    creationTimestamp: '1970-01-01T00:01:00Z',
    annotations: instance === undefined ? {} : { 'orrery.dev/instance': instance },
  },
  spec: { taints },
  status: { conditions: ready === undefined ? [] : [{ type: 'Ready', status: ready }] },
});
const shutdown = { key: 'node.cloudprovider.kubernetes.io/shutdown', effect: 'NoSchedule' } as const;

test.each([
  ['a ready node', node('True'), 'none', false],
  ['a ready node whatever the cloud says', node('True', 'terminated'), 'none', false],
  ['a silent node that runs', node('Unknown'), 'none', true],
  ['a silent node that is gone', node('Unknown', 'terminated'), 'delete', true],
  ['a node that is not ready and gone', node('False', 'terminated'), 'delete', true],
  ['a node without a status that is gone', node(undefined, 'terminated'), 'delete', true],
  ['a silent node that is shut down', node('Unknown', 'stopped'), 'addShutdownTaint', true],
  ['one that is tainted already', node('Unknown', 'stopped', [shutdown]), 'none', true],
  ['one that is ready again', node('True', 'running', [shutdown]), 'removeShutdownTaint', true],
] as const)('%s', (_name, given, want, concerns) => {
  expect([cloudVerdict(given), concernsCloud(given)]).toEqual([want, concerns]);
});

it('initializes a node so long after its registration, once', () => {
  const fresh = node('True', undefined, [{ key: 'mine', effect: 'NoExecute' }, UNINITIALIZED_TAINT]);
  const settings = readCloudSettings({ provider: 'external', initializeAfter: '30s' }).ok!;
  expect(initializationDueMs(fresh, settings)).toBe(90_000);
  const made = initializedNode(fresh);
  expect(made.spec).toEqual({ providerID: 'orrery://n', taints: [{ key: 'mine', effect: 'NoExecute' }] });
  expect(made.metadata.labels).toEqual({
    'node.kubernetes.io/instance-type': 'simulated',
    'beta.kubernetes.io/instance-type': 'simulated',
  });
  expect(initializationDueMs(made, settings)).toBeUndefined();
});

it('leaves what is known already', () => {
  const known = node('True', undefined, [UNINITIALIZED_TAINT]);
  const labels = { 'node.kubernetes.io/instance-type': 'm5.large' };
  const made = initializedNode({
    ...known,
    metadata: { ...known.metadata, labels },
    spec: { providerID: 'aws://i-1' },
  });
  expect(made.spec).toEqual({ providerID: 'aws://i-1' });
  expect(made.metadata.labels).toMatchObject(labels);
});

it('takes the taint of a machine that was shut down off again', () => {
  const off = withShutdownTaint(node('Unknown', 'stopped'), true, 1000);
  expect(off.spec.taints).toEqual([{ ...shutdown, timeAdded: '1970-01-01T00:00:01Z' }]);
  expect(withShutdownTaint(off, false, 2000).spec.taints).toEqual([]);
});

test.each([
  [undefined, undefined],
  [{ provider: 'external' }, { initializeAfterMs: 5_000 }],
  [{ provider: 'external', initializeAfter: '0s' }, { initializeAfterMs: 0 }],
])('%j is the cloud %j', (document, want) => {
  expect(readCloudSettings(document).ok).toEqual(want);
});

test.each([
  [{}, 'provider', 'Unsupported value: null: supported values: "external"'],
  [{ provider: 'aws' }, 'provider', 'Unsupported value: "aws": supported values: "external"'],
  [
    { provider: 'external', initializeAfter: 'soon' },
    'initializeAfter',
    'Invalid value: "soon": must be a duration that is not negative',
  ],
  [{ provider: 'external', region: 'a' }, 'region', 'unknown field'],
  ['external', '', 'Invalid value: must be an object'],
])('%j is refused', (document, field, reason) => {
  expect(readCloudSettings(document).errors).toEqual([{ field, reason }]);
});
