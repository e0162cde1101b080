import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  type X509Certificate,
} from '@peculiar/x509';
import { callWebhook } from './call-webhook';

const DAY_MS = 24 * 60 * 60 * 1000;
const SIGNING = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const crypto = webcrypto as never;
const [notBefore, notAfter] = [new Date(Date.now() - DAY_MS), new Date(Date.now() + DAY_MS)];

interface Pair {
  readonly keys: webcrypto.CryptoKeyPair;
  readonly certificate: X509Certificate;
}

const newKeys = (): Promise<webcrypto.CryptoKeyPair> => webcrypto.subtle.generateKey(SIGNING, true, ['sign', 'verify']);

/** An authority without a subject, as Pepr makes it. */
async function authority({ isAuthority = true, until = notAfter } = {}): Promise<Pair> {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.create(
    {
      serialNumber: '01',
      issuer: 'CN=X',
      subject: '',
      notBefore: new Date(Date.now() - 2 * DAY_MS),
      notAfter: until,
      signingAlgorithm: SIGNING,
      publicKey: keys.publicKey as never,
      signingKey: keys.privateKey as never,
      extensions: [new BasicConstraintsExtension(isAuthority)],
    },
    crypto,
  );
  return { keys, certificate };
}

/** The certificate of a server whose issuer and subject are both empty. */
async function leafOf(
  { keys: signer }: Pair,
  { address = '127.0.0.1', usage = '1.3.6.1.5.5.7.3.1', until = notAfter } = {},
): Promise<Pair> {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.create(
    {
      serialNumber: '02',
      issuer: '',
      subject: '',
      notBefore: new Date(Date.now() - 2 * DAY_MS),
      notAfter: until,
      signingAlgorithm: SIGNING,
      publicKey: keys.publicKey as never,
      signingKey: signer.privateKey as never,
      extensions: [
        new SubjectAlternativeNameExtension([{ type: 'ip', value: address }]),
        new ExtendedKeyUsageExtension([usage]),
      ],
    },
    crypto,
  );
  return { keys, certificate };
}

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

/** Calls a webhook with the certificate of `leaf`, which is to lead to the bundle. */
async function call(leaf: Pair, bundle: readonly Pair[]): Promise<unknown> {
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', leaf.keys.privateKey)).toString('base64');
  const server = createServer(
    { cert: leaf.certificate.toString('pem'), key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----` },
    (_request, response) => response.end('{"ok":true}'),
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const pem = bundle.map(({ certificate }) => certificate.toString('pem')).join('\n');
  const caBundle = Buffer.from(pem).toString('base64');
  return callWebhook({ url: new URL(`https://127.0.0.1:${port}/`), caBundle, body: {}, timeoutSeconds: 10 });
}

test('a certificate that an authority without a name signed is accepted, as Go accepts it', async () => {
  const own = await authority();
  const leaf = await leafOf(own);
  expect(await call(leaf, [await authority(), own])).toEqual({ ok: true });
  expect(await call(leaf, [leaf])).toEqual({ ok: true });
});

const UNKNOWN = 'x509: certificate signed by unknown authority';

test('one that another authority signed, or one that is none or is over, is refused', async () => {
  const other = await authority();
  await expect(call(await leafOf(await authority()), [other])).rejects.toThrow(UNKNOWN);
  const none = await authority({ isAuthority: false });
  await expect(call(await leafOf(none), [none])).rejects.toThrow(UNKNOWN);
  const over = await authority({ until: notBefore });
  await expect(call(await leafOf(over), [over])).rejects.toThrow('failed to verify certificate');
});

test('names, times and purposes of the certificate count', async () => {
  const own = await authority();
  await expect(call(await leafOf(own, { address: '10.1.1.1' }), [own])).rejects.toThrow(
    /127\.0\.0\.1.*not in the cert's list/,
  );
  await expect(call(await leafOf(own, { until: notBefore }), [own])).rejects.toThrow('failed to verify certificate');
  await expect(call(await leafOf(own, { usage: '1.3.6.1.5.5.7.3.2' }), [own])).rejects.toThrow(
    'unsuitable certificate purpose',
  );
});
