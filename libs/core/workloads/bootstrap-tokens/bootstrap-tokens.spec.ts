import { createHmac } from 'node:crypto';
import type { KubeObject } from '@orrery/api-types';
import { bootstrapTokenIn, signedClusterInfo, type Sign } from './bootstrap-tokens';

const encoded = (data: Record<string, string>) =>
  Object.fromEntries(Object.entries(data).map(([key, value]) => [key, btoa(value)]));
const secret = (data: Record<string, string>, name = 'bootstrap-token-abcdef'): KubeObject =>
  ({ type: 'bootstrap.kubernetes.io/token', metadata: { name }, data: encoded(data) }) as unknown as KubeObject;
const TOKEN = { 'token-id': 'abcdef', 'token-secret': '0123456789abcdef' };
const sign: Sign = (text, key) => createHmac('sha256', key).update(text).digest('base64url');

test('a Secret holds a token', () => {
  expect(
    bootstrapTokenIn(secret({ ...TOKEN, expiration: '2026-01-01T00:00:10Z', 'usage-bootstrap-signing': 'true' })),
  ).toEqual({
    id: 'abcdef',
    secret: '0123456789abcdef',
    expiresAtMs: Date.parse('2026-01-01T00:00:10Z'),
    signs: true,
  });
  expect(bootstrapTokenIn(secret(TOKEN))).toMatchObject({ expiresAtMs: undefined, signs: false });
  expect(bootstrapTokenIn(secret({ ...TOKEN, 'token-secret': 'short' }))).toMatchObject({ secret: 'short' });
  expect(bootstrapTokenIn(secret({ ...TOKEN, expiration: 'soon' }))).toMatchObject({ expiresAtMs: 0 });
});

test.each([
  ['of another name', secret(TOKEN, 'x')],
  ['without an id', secret({ 'token-secret': TOKEN['token-secret'] })],
  ['without a secret', secret({ 'token-id': 'abcdef' })],
  ['of another type', { ...secret(TOKEN), type: 'Opaque' } as KubeObject],
  ['that is no base64', { ...secret(TOKEN), data: { 'token-id': '%' } } as KubeObject],
])('a Secret %s holds none', (_name, object) => expect(bootstrapTokenIn(object)).toBeUndefined());

test('the cluster information is signed by each token, and by those alone', () => {
  const info = {
    metadata: {},
    data: { kubeconfig: 'kind: Config é', 'jws-kubeconfig-gone00': 'x' },
  } as unknown as KubeObject;
  const token = bootstrapTokenIn(secret({ ...TOKEN, 'usage-bootstrap-signing': 'true' }))!;
  const signed = signedClusterInfo(info, [token, { ...token, id: 'silent', signs: false }], sign)!;
  const { kubeconfig, ...signatures } = signed['data'] as Record<string, string>;
  expect(kubeconfig).toBe('kind: Config é');
  expect(Object.keys(signatures)).toEqual(['jws-kubeconfig-abcdef']);
  const [header, payload, signature] = signatures['jws-kubeconfig-abcdef']!.split('.') as [string, string, string];
  expect(JSON.parse(atob(header))).toEqual({ alg: 'HS256', kid: 'abcdef' });
  expect(payload).toBe('');
  const whole = `${header}.${Buffer.from('kind: Config é').toString('base64url')}`;
  expect(signature).toBe(createHmac('sha256', '0123456789abcdef').update(whole).digest('base64url'));
  expect(signedClusterInfo(signed, [token], sign)).toBeUndefined();
});
