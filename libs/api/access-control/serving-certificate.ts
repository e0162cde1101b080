import { servingCertificate, type Authority } from '@orrery/authority';

/** A certificate to serve with; HTTPS instead of HTTP. */
export interface ServingCertificate {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** Clients may show certificates of these authorities. */
  readonly ca?: Buffer | Buffer[];
}

/** TLS options of a server, as given. */
export interface ServingChoice {
  /** A certificate from files; `own`: one that the installation's authority signs; undefined: HTTP. */
  readonly certificate: Pick<ServingCertificate, 'cert' | 'key'> | 'own' | undefined;
  /** Names and addresses of the server, for a certificate of its own. */
  readonly hosts: readonly string[];
  /** Authorities of the options whose certificates clients may show. */
  readonly clientCa: Buffer | undefined;
  /** True if clients are asked to authenticate. */
  readonly hasUsers: boolean;
}

/** Certificate of the server, and the data by which clients verify it. */
export interface Serving {
  readonly tls: ServingCertificate;
  /** Certificate of the authority that signed it, or itself. */
  readonly trusted: Buffer;
}

/** The certificate that is served with; undefined: HTTP. */
export function servingOf(
  { certificate, hosts, clientCa, hasUsers }: ServingChoice,
  authority: Authority,
  nowMs: number,
): Serving | undefined {
  if (certificate === undefined) return undefined;
  const own = certificate === 'own' ? servingCertificate(authority, hosts, nowMs) : undefined;
  const { cert, key } = own ?? (certificate as ServingCertificate);
  // Which authorities sign for the clients of a cluster is for the request to find out, whose path names the cluster.
  // All have the name of this one, by which clients choose what to show. Without a list Node would take any public one.
  const ca = [...(clientCa ? [clientCa] : []), Buffer.from(authority.certificate)];
  return { tls: { cert, key, ...(hasUsers ? { ca } : {}) }, trusted: own?.issuer ?? cert };
}
