import type { Pod } from '@orrery/api-types';
import { podSpecHashOf } from './pod-spec-hash';

const pod = (spec: object, annotations = {}): Pod => ({ metadata: { name: 'p', annotations }, spec }) as unknown as Pod;

test('a spec has the hash that the tracer of SimKube gives it', () => {
  // From its own test of the driver: a spec without containers, with a node selector.
  const spec = { containers: [], nodeSelector: { boo: 'far' }, nodeName: 'n1', serviceAccountName: 'default' };
  expect(podSpecHashOf(pod(spec))).toBe('18161541283955474812');
});

test('what an API server adds, and ports, do not count; all else does', () => {
  const container = { name: 'app', image: 'i:1', resources: { requests: { cpu: '1' } } };
  const bare = podSpecHashOf(pod({ containers: [container], priority: 0, hostNetwork: true }));
  const added = {
    containers: [
      { ...container, ports: [{ containerPort: 80 }], volumeMounts: [{ name: 'kube-api-access-x', mountPath: '/x' }] },
    ],
    volumes: [{ name: 'kube-api-access-x' }],
    priority: 0,
    hostNetwork: true,
  };
  expect(podSpecHashOf(pod(added))).toBe(bare);
  expect(podSpecHashOf(pod({ ...added, priority: 1 }))).not.toBe(bare);
});

test('what the pod says goes before', () => {
  expect(podSpecHashOf(pod({ containers: [] }, { 'static.simkube.io/pod-spec-stable-hash': '42' }))).toBe('42');
});
