import { kindByGvk, type KubeObject } from '../../index';

const { table } = kindByGvk('certificates.k8s.io/v1', 'CertificateSigningRequest')!;
const types = (...names: string[]) => ({ conditions: names.map((type) => ({ type, status: 'True' })) });

test.each<[object, string]>([
  [{}, 'Pending'],
  [types('Approved'), 'Approved'],
  [{ ...types('Approved'), certificate: 'x' }, 'Approved,Issued'],
  [types('Denied', 'Approved'), 'Denied'],
  [types('Approved', 'Failed'), 'Approved,Failed'],
])('a request with the status %j is %s', (status, want) => {
  const request = {
    metadata: { name: 'jane', creationTimestamp: '2026-01-01T00:00:00Z' },
    spec: { signerName: 'a.b/c', username: 'jane', expirationSeconds: 3600 },
    status,
  } as unknown as KubeObject; // What the table reads, and no more.
  const cells = table!.cells(request, Date.parse('2026-01-01T00:01:00Z'));
  expect(cells).toEqual(['jane', '60s', 'a.b/c', 'jane', '60m', want]);
});
