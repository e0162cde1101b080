import { X509Certificate } from 'node:crypto';
import { Agent, type RequestOptions } from 'node:https';
import type { Duplex } from 'node:stream';
import { checkServerIdentity, connect, rootCertificates, type ConnectionOptions, type TLSSocket } from 'node:tls';

/** Error codes of Node's verifier for certificates that it takes for self-signed or whose authority it does not find. */
const UNKNOWN_AUTHORITY: ReadonlySet<unknown> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const ANY_USAGE = '2.5.29.37.0';
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Connection options of an HTTPS agent: options of the request are among them. */
type TlsOptions = ConnectionOptions & { readonly host?: string };

/** Returns true if an error of a connection means that the certificate leads to no trusted authority. */
export function isUnknownAuthority(code: unknown): boolean {
  return UNKNOWN_AUTHORITY.has(code);
}

/**
 * Returns whether a certificate of a server leads straight to one of a bundle, in the way in which Go builds chains:
 * the signature counts, names and key identifiers only choose what is tried. OpenSSL takes a certificate whose issuer
 * is its own name, such as an empty one, for self-signed and never checks the authority. All else is checked as usual:
 * times of both, that the authority is one, and the purpose of the certificate.
 */
function leadsToBundle(leaf: X509Certificate, bundle: string, nowMs: number): boolean {
  const purposes = leaf.keyUsage as readonly string[] | undefined;
  if (purposes && !purposes.includes(SERVER_AUTH) && !purposes.includes(ANY_USAGE)) return false;
  if (!isInForce(leaf, nowMs)) return false;
  return (bundle.match(PEM) ?? []).some((pem) => {
    const authority = new X509Certificate(pem);
    if (authority.raw.equals(leaf.raw)) return true;
    const isIssuer = authority.ca && authority.subject === leaf.issuer && isInForce(authority, nowMs);
    return isIssuer && leaf.verify(authority.publicKey);
  });
}

function isInForce({ validFrom, validTo }: X509Certificate, nowMs: number): boolean {
  return Date.parse(validFrom) <= nowMs && nowMs <= Date.parse(validTo);
}

/**
 * Makes connections to servers whose certificates Node's verifier does not follow to the given bundle: they are handed
 * over only if {@link leadsToBundle} and the name in the certificate allow it.
 */
export class BundleAgent extends Agent {
  override createConnection(
    options: RequestOptions,
    done: (error: Error | null, socket: Duplex) => void = () => undefined,
  ): undefined {
    const socket = connect({ ...(options as TlsOptions), rejectUnauthorized: false });
    const fail = (error: Error): void => {
      socket.destroy();
      done(error, socket);
    };
    socket.once('error', fail);
    socket.once('secureConnect', () => {
      socket.off('error', fail);
      const error = socket.authorized ? undefined : problemOf(socket, options as TlsOptions);
      if (error) fail(error);
      else done(null, socket);
    });
  }
}

function problemOf(socket: TLSSocket, options: TlsOptions): Error | undefined {
  const code: unknown = socket.authorizationError;
  const leaf = socket.getPeerX509Certificate();
  const bundle = String(options.ca ?? rootCertificates.join('\n'));
  if (!leaf || !isUnknownAuthority(code) || !leadsToBundle(leaf, bundle, Date.now())) {
    return Object.assign(new Error(String(code)), { code });
  }
  const name = options.servername || options.host || '';
  return checkServerIdentity(name, leaf.toLegacyObject());
}
