import { kindByGvk, type KubeObject } from '../index';
import { exported } from './exported';

const metadata = {
  name: 'x-1',
  generateName: 'x-',
  namespace: 'default',
  uid: 'u',
  resourceVersion: '7',
  creationTimestamp: '2026-01-01T00:00:00Z',
  labels: { a: 'b' },
};
const service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata,
  spec: { type: 'NodePort', clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1'], ports: [{ port: 80, nodePort: 30080 }] },
  status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } },
} as unknown as KubeObject;

describe('an exported object', () => {
  const of = (isExact: boolean) => exported(kindByGvk('v1', 'Service')!, service, isExact, 'k8s-1.20');

  test('has nothing of its cluster', () => {
    const { metadata: kept, spec, status } = of(false);
    expect(kept).toEqual({ name: '', generateName: 'x-', creationTimestamp: null, labels: { a: 'b' } });
    expect(spec).toMatchObject({ type: 'NodePort', ports: [{ port: 80 }] });
    expect(spec).not.toHaveProperty('clusterIP');
    expect(JSON.stringify([spec, status])).not.toMatch(/30080|1\.2\.3\.4/);
  });

  test('keeps its place and its addresses in an exact export', () => {
    const { metadata: kept, spec } = of(true);
    expect(kept).toMatchObject({ name: 'x-1', namespace: 'default', creationTimestamp: null });
    expect(spec).toMatchObject({ clusterIP: '10.0.0.1', ports: [{ nodePort: 30080 }] });
  });

  test('leaves the stored one as it was', () => {
    of(false);
    expect(service.metadata).toEqual(metadata);
  });
});
