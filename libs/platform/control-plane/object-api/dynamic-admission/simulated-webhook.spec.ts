import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { BasicConstraintsExtension, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';
import type { KubeObject } from '@orrery/api-types';
import { ClusterCache } from '@orrery/store';
import { postToWebhook } from './simulated-webhook';

const SIGNING = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 24 * 60 * 60 * 1000;
const [notBefore, notAfter] = [new Date(Date.now() - DAY_MS), new Date(Date.now() + DAY_MS)];
const newKeys = (): Promise<webcrypto.CryptoKeyPair> => webcrypto.subtle.generateKey(SIGNING, true, ['sign', 'verify']);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** An authority, and a certificate of it for a name. */
async function certificates(host: string): Promise<{ readonly bundle: string; readonly leaf: string }> {
  const [authority, own] = [await newKeys(), await newKeys()];
  const common = { serialNumber: '01', notBefore, notAfter, issuer: 'CN=X', signingAlgorithm: SIGNING };
  const signingKey = authority.privateKey as never;
  const root = await X509CertificateGenerator.create(
    {
      ...{ ...common, subject: 'CN=X', publicKey: authority.publicKey as never, signingKey },
      extensions: [new BasicConstraintsExtension(true)],
    },
    webcrypto as never,
  );
  const leaf = await X509CertificateGenerator.create(
    {
      ...{ ...common, subject: 'CN=hook', publicKey: own.publicKey as never, signingKey },
      extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
    },
    webcrypto as never,
  );
  return { bundle: base64(root.toString('pem')), leaf: leaf.toString('pem') };
}

const HOST = 'hook.d1.svc';
const metadata = (name: string): KubeObject['metadata'] => ({
  ...{ name, namespace: 'd1', uid: name, resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' },
});

/** A cluster with the pod of a webhook, whose certificate is mounted. */
function cacheWith(certificate: string, image = 'agnhost:2.21'): ClusterCache {
  const container = {
    ...{ name: 'c', image, args: ['webhook', '--tls-cert-file=/certs/tls.crt', '--port=8444'] },
    volumeMounts: [{ name: 'certs', mountPath: '/certs' }],
  };
  const spec = { containers: [container], volumes: [{ name: 'certs', secret: { secretName: 'certs' } }] };
  const pod: KubeObject = { apiVersion: 'v1', kind: 'Pod', metadata: metadata('hook-0'), spec };
  const data = { 'tls.crt': base64(certificate) };
  const secret: KubeObject = { apiVersion: 'v1', kind: 'Secret', metadata: metadata('certs'), data };
  return new ClusterCache(1, [
    { resource: 'pods', object: pod },
    { resource: 'secrets', object: secret },
  ]);
}

const review = (object: object): object => ({
  ...{ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request: { uid: 'u', object } },
});
const ask = (cache: ClusterCache, caBundle: string | undefined, path = '/always-deny', body = review({})) =>
  postToWebhook(cache, {
    ...{
      url: new URL(`https://10.1.0.4:8444${path}?timeout=1s`),
      shown: `https://${HOST}:443${path}`,
      serverName: HOST,
    },
    ...{ pod: { namespace: 'd1', name: 'hook-0' }, caBundle, body, timeoutSeconds: 0.01 },
  });

test('a simulated pod answers whose certificate leads to the bundle', async () => {
  const { bundle, leaf } = await certificates(HOST);
  expect(await ask(cacheWith(leaf), bundle)).toMatchObject({ response: { uid: 'u', allowed: false } });
});

test('it is not asked where the certificate does not fit', async () => {
  const { bundle, leaf } = await certificates('other.d1.svc');
  const unknown = /certificate signed by unknown authority/;
  await expect(ask(cacheWith(leaf), undefined)).rejects.toThrow(unknown);
  await expect(ask(cacheWith(leaf), (await certificates(HOST)).bundle)).rejects.toThrow(unknown);
  await expect(ask(cacheWith(''), bundle)).rejects.toThrow(unknown);
  await expect(ask(cacheWith(leaf), bundle)).rejects.toThrow(/certificate is not valid for hook.d1.svc/);
});

test('a call waits no longer than it may, and says which paths are not there', async () => {
  const { bundle, leaf } = await certificates(HOST);
  const pod = { metadata: { labels: { 'webhook-e2e-test': 'wait-forever' } } };
  await expect(ask(cacheWith(leaf), bundle, '/pods', review(pod))).rejects.toThrow(
    'Post "https://hook.d1.svc:443/pods": context deadline exceeded',
  );
  await expect(ask(cacheWith(leaf), bundle, '/nowhere')).rejects.toThrow('could not find the requested resource');
});
