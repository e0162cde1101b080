import { isIP } from 'node:net';
import { nameInDer, NO_ALTERNATIVE_NAMES } from '@orrery/certificates';
import ipaddr from 'ipaddr.js';
import type { Authority } from './authority';
import { newKeyAndCertificate } from './new-key';

/** Certificate and key of a server, and the authority that issued them. */
export interface ServingKeys {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly issuer: Buffer;
}

const DAY_MS = 24 * 3600 * 1000;

/** Names under which a server of Kubernetes is known at any address (as kubeadm's certificate has them). */
const ALWAYS_SERVED = [
  'localhost',
  'kubernetes',
  'kubernetes.default',
  // A cluster's own name: {name}.localhost.
  '*.localhost',
  'kubernetes.default.svc',
  'kubernetes.default.svc.cluster.local',
  '127.0.0.1',
  '::1',
  '10.96.0.1',
];

/**
 * A certificate for this run of a server, valid for a year of real time: whom TLS connects is not up to the clock of a
 * cluster. `hosts` are further names and addresses.
 */
export function servingCertificate(authority: Authority, hosts: readonly string[], nowMs: number): ServingKeys {
  const all = [...new Set([...ALWAYS_SERVED, ...hosts])];
  const addresses = all.filter((host) => isIP(host) !== 0 && !isUnspecified(host));
  const { cert, key } = newKeyAndCertificate(authority, {
    subject: nameInDer({ commonName: 'kube-apiserver', organizations: [] }),
    // Clocks of clients may be behind.
    notBeforeMs: nowMs - DAY_MS,
    notAfterMs: nowMs + 365 * DAY_MS,
    usages: ['digital signature', 'key encipherment', 'server auth'],
    names: {
      ...NO_ALTERNATIVE_NAMES,
      dnsNames: all.filter((host) => isIP(host) === 0),
      ipAddresses: addresses.map((address) => Uint8Array.from(ipaddr.parse(address).toByteArray())),
    },
  });
  return { cert: Buffer.from(cert), key: Buffer.from(key), issuer: Buffer.from(authority.certificate) };
}

/** `0.0.0.0` and `::` are addresses to listen on, and no server is reached at them. */
function isUnspecified(address: string): boolean {
  return ipaddr
    .parse(address)
    .toByteArray()
    .every((byte) => byte === 0);
}
