import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { Der } from './der';
import type { ServingCertificate } from './load-access';

const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
const COMMON_NAME = '2.5.4.3';
const SUBJECT_ALT_NAME = '2.5.29.17';
const BASIC_CONSTRAINTS = '2.5.29.19';
const DAY_MS = 24 * 3600 * 1000;

/**
 * A certificate for this run of the server, valid for a year: clients that have it in their kubeconfig know whom they
 * talk to. kubectl sends tokens over HTTPS only. `hosts` are names and IPv4 addresses.
 */
export function selfSignedCertificate(hosts: readonly string[], nowMs: number): ServingCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = Der.sequence(Der.objectId(ECDSA_WITH_SHA256));
  const name = Der.sequence(Der.set(Der.sequence(Der.objectId(COMMON_NAME), Der.utf8('orrery'))));
  const body = Der.sequence(
    Der.numbered(0, Der.integer(Buffer.from([2]))),
    Der.integer(randomBytes(16)),
    algorithm,
    name,
    // Clocks of clients may be behind.
    Der.sequence(Der.generalizedTime(nowMs - DAY_MS), Der.generalizedTime(nowMs + 365 * DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    Der.numbered(3, Der.sequence(authority(), names(hosts))),
  );
  const certificate = Der.sequence(body, algorithm, Der.bitString(sign('sha256', body, privateKey)));
  return { cert: pemOf(certificate), key: keyOf(privateKey) };
}

/** It vouches for itself, so it must be an authority. */
function authority(): Buffer {
  const constraints = Der.sequence(Der.isTrue());
  return Der.sequence(Der.objectId(BASIC_CONSTRAINTS), Der.isTrue(), Der.octetString(constraints));
}

function names(hosts: readonly string[]): Buffer {
  const named = hosts.map((host) =>
    isIP(host) === 4
      ? Der.numbered(7, Buffer.from(host.split('.').map(Number)), true)
      : Der.numbered(2, Buffer.from(host), true),
  );
  return Der.sequence(Der.objectId(SUBJECT_ALT_NAME), Der.octetString(Der.sequence(...named)));
}

function pemOf(der: Buffer): Buffer {
  const lines = der.toString('base64').match(/.{1,64}/g)!;
  return Buffer.from(`-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`);
}

function keyOf(key: KeyObject): Buffer {
  return Buffer.from(key.export({ type: 'pkcs8', format: 'pem' }));
}
