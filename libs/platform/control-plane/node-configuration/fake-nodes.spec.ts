import { kindByGvk, type KubeObject, type Node } from '@orrery/api-types';
import { asFakeNode } from './fake-nodes';

const KIND = kindByGvk('v1', 'Node')!;
const MARK = { 'kwok.x-k8s.io/node': 'fake' };
const node = (annotations: object, status?: object): KubeObject =>
  ({ metadata: { name: 'n', annotations }, ...(status ? { status } : {}) }) as unknown as KubeObject;
const statusOf = (object: KubeObject): Node['status'] => (asFakeNode(KIND, object) as unknown as Node).status;

test('a marked node without a status has enough of everything, and an address', () => {
  expect(statusOf(node(MARK))).toMatchObject({
    capacity: { cpu: '1k', memory: '1Ti', pods: '1M' },
    allocatable: { cpu: '1k', memory: '1Ti', pods: '1M' },
    addresses: [{ type: 'InternalIP' }, { type: 'Hostname', address: 'n' }],
    nodeInfo: { operatingSystem: 'linux', architecture: 'amd64' },
  });
});

test('what its author says stays', () => {
  const said = { capacity: { cpu: '32' }, nodeInfo: { architecture: 'arm64', osImage: '' }, phase: 'Running' };
  expect(statusOf(node(MARK, said))).toMatchObject({
    capacity: { cpu: '32' },
    allocatable: { cpu: '32' },
    nodeInfo: { architecture: 'arm64', osImage: 'Orrery simulated node' },
    phase: 'Running',
  });
});

test.each<[string, KubeObject]>([
  ['no mark', node({})],
  ['another mark', node({ 'kwok.x-k8s.io/node': 'real' })],
  ['a kubelet of its own', node({ ...MARK, 'orrery.dev/kubelet': 'none' })],
])('a node with %s is left alone', (_, object) => {
  expect(asFakeNode(KIND, object)).toBe(object);
});
