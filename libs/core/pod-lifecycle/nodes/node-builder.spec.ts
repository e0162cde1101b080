import fc from 'fast-check';
import { NodeAddresses } from './node-addresses';
import { buildLease, buildNode, heartbeatNode } from './node-builder';

const node = buildNode(
  { name: 'n1', zone: 'z', region: 'r', instanceType: 'm5', capacity: { cpu: '8' }, podCIDR: '10.0.0.0/24' },
  5000,
);

it('registers with the labels of both generations', () => {
  expect(node.metadata.labels).toEqual({
    'kubernetes.io/hostname': 'n1',
    'kubernetes.io/os': 'linux',
    'kubernetes.io/arch': 'amd64',
    'beta.kubernetes.io/os': 'linux',
    'beta.kubernetes.io/arch': 'amd64',
    'topology.kubernetes.io/zone': 'z',
    'failure-domain.beta.kubernetes.io/zone': 'z',
    'topology.kubernetes.io/region': 'r',
    'failure-domain.beta.kubernetes.io/region': 'r',
    'node.kubernetes.io/instance-type': 'm5',
    'beta.kubernetes.io/instance-type': 'm5',
  });
});
it('registers with a full status, Ready last', () => {
  expect(node.status.conditions!.map(({ type, status, reason, message }) => [type, status, reason, message])).toEqual([
    ['MemoryPressure', 'False', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
    ['DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
    ['PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
    ['Ready', 'True', 'KubeletReady', 'kubelet is posting ready status'],
  ]);
  expect(node.status.capacity).toEqual({ cpu: '8', memory: '16Gi', 'ephemeral-storage': '100Gi', pods: '110' });
  expect(node.status.allocatable).toEqual(node.status.capacity);
  expect(node.status.addresses!.map(({ type }) => type)).toEqual(['InternalIP', 'Hostname']);
  expect(node.status.nodeInfo!.bootID).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(buildNode({ name: 'n1' }, 0).status.nodeInfo).toEqual(buildNode({ name: 'n1' }, 9).status.nodeInfo);
});
it('a heartbeat moves heartbeat times only; pressure that another set stays', () => {
  const stored = { ...node, metadata: { ...node.metadata, uid: 'u', resourceVersion: '1', creationTimestamp: 'x' } };
  stored.status = {
    ...stored.status,
    conditions: stored.status.conditions!.map((c) =>
      c.type === 'DiskPressure' ? { ...c, status: 'True', reason: 'Full' } : c,
    ),
  };
  const { conditions } = heartbeatNode(stored, 65_000);
  expect(conditions!.map(({ lastHeartbeatTime }) => lastHeartbeatTime)).toEqual(Array(4).fill('1970-01-01T00:01:05Z'));
  expect(conditions!.map(({ lastTransitionTime }) => lastTransitionTime)).toEqual(
    Array(4).fill('1970-01-01T00:00:05Z'),
  );
  expect(conditions!.find(({ type }) => type === 'DiskPressure')).toMatchObject({ status: 'True', reason: 'Full' });
});
it('a lease belongs to its node', () => {
  expect(buildLease({ name: 'n1', uid: 'u' }, 1500, 40)).toEqual({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: {
      name: 'n1',
      namespace: 'kube-node-lease',
      ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n1', uid: 'u' }],
    },
    spec: { holderIdentity: 'n1', leaseDurationSeconds: 40, renewTime: '1970-01-01T00:00:01.500000Z' },
  });
});
it('addresses are given lowest first, never twice, and come back', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 80 }), (steps) => {
      const addresses = new NodeAddresses('10.0.0.16/28');
      const held: string[] = [];
      for (const takes of steps) {
        const ip = addresses.peek();
        if (takes && ip !== undefined) {
          expect(held).not.toContain(ip);
          addresses.take(ip);
          held.push(ip);
        } else if (!takes && held.length > 0) {
          addresses.release(held.shift()!);
        }
        expect(ip === undefined).toBe(held.length === 14 && ip === undefined);
      }
    }),
  );
});
