import type { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { authenticated, type User } from '@orrery/access';
import type { Authority } from '@orrery/authority';
import { ANY_EXTENDED_USAGE, CLIENT_AUTH, readCertificate, type ReadCertificate } from '@orrery/certificates';
import type { ClusterRuntime } from '@orrery/control-plane';

/** The certificate that the client of a connection showed, read once for all its requests. */
interface ShownCertificate {
  readonly certificate: X509Certificate;
  readonly content: ReadCertificate;
  /** Common name and organizations, as upstream's x509 authenticator takes them; undefined without a name. */
  readonly user: User | undefined;
  /** Result of the check of a certificate, by authority. */
  readonly known: WeakMap<Authority, boolean>;
}

const shownOn = new WeakMap<Socket, ShownCertificate | undefined>();

/** Returns whether the client showed a certificate, of whomever. */
export function showsCertificate(socket: Socket | undefined): boolean {
  return socket !== undefined && shown(socket) !== undefined;
}

/** The user of a certificate of an authority that the server's options name. */
export function certifiedByServer(socket: Socket): User | undefined {
  // Verified with the connection, by the clock of this machine.
  if (!(socket instanceof TLSSocket) || !socket.authorized) return undefined;
  return shown(socket)?.user;
}

/** The user of a certificate that the cluster's own authority signed and that is valid by the cluster's clock. */
export function certifiedByCluster(
  socket: Socket,
  { certificates, clock }: Pick<ClusterRuntime, 'certificates' | 'clock'>,
): User | undefined {
  const found = shown(socket);
  if (!found?.user || !isForClients(found.content)) return undefined;
  const nowMs = clock.now();
  if (nowMs < found.content.notBeforeMs || nowMs > found.content.notAfterMs) return undefined;
  return isIssuedBy(found, certificates.clients) ? found.user : undefined;
}

function isIssuedBy({ known, certificate }: ShownCertificate, authority: Authority): boolean {
  let isIssued = known.get(authority);
  if (isIssued === undefined) known.set(authority, (isIssued = authority.hasIssued(certificate)));
  return isIssued;
}

/** A certificate that names no uses is for all. */
function isForClients({ extendedKeyUsages }: ReadCertificate): boolean {
  return (
    extendedKeyUsages === undefined ||
    extendedKeyUsages.includes(CLIENT_AUTH) ||
    extendedKeyUsages.includes(ANY_EXTENDED_USAGE)
  );
}

function shown(socket: Socket): ShownCertificate | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  if (!shownOn.has(socket)) shownOn.set(socket, readShown(socket));
  return shownOn.get(socket);
}

function readShown(socket: TLSSocket): ShownCertificate | undefined {
  const certificate = socket.getPeerX509Certificate();
  const content = certificate && readCertificate(certificate.raw);
  if (!content) return undefined;
  const { commonName: name, organizations: groups } = content.subject;
  const user = name === '' ? undefined : authenticated({ name, groups });
  return { certificate, content, user, known: new WeakMap() };
}
