import type { Node } from '@orrery/api-types';
import { missingReport } from './machine';
import { buildNode } from './node-builder';

const bare = (more: Partial<Node['status']> = {}, labels: Record<string, string> = {}): Node =>
  ({ metadata: { name: 'n', uid: 'n', labels }, spec: {}, status: more }) as unknown as Node;
const usual = { cpu: '4', memory: '16Gi', 'ephemeral-storage': '100Gi', pods: '110' };

it('has nothing to add to what a kubelet has registered itself', () => {
  expect(missingReport(buildNode({ name: 'n', capacity: { cpu: '2' } }, 0) as unknown as Node)).toBeUndefined();
});

it('reports a machine for a node that another client has made', () => {
  expect(missingReport(bare())).toMatchObject({
    capacity: usual,
    allocatable: usual,
    addresses: [{ type: 'InternalIP' }, { type: 'Hostname', address: 'n' }],
    nodeInfo: { operatingSystem: 'linux', architecture: 'amd64', kubeletVersion: 'v1.34.0' },
    daemonEndpoints: { kubeletEndpoint: { Port: 10_250 } },
  });
});

it('leaves what the object says', () => {
  const { addresses, nodeInfo, daemonEndpoints } = buildNode({ name: 'n' }, 0).status;
  const given = { capacity: { cpu: '2', gpu: '1' }, allocatable: { cpu: '1' } };
  const whole = { addresses: addresses!, nodeInfo: nodeInfo!, daemonEndpoints: daemonEndpoints! };
  expect(missingReport(bare({ ...given, ...whole }))).toEqual({
    capacity: { ...usual, cpu: '2', gpu: '1' },
    allocatable: { ...usual, cpu: '1', gpu: '1' },
  });
  const windows = bare({ capacity: usual, allocatable: usual }, { 'kubernetes.io/os': 'windows' });
  expect(missingReport(windows)?.nodeInfo).toMatchObject({ operatingSystem: 'windows', architecture: 'amd64' });
});
