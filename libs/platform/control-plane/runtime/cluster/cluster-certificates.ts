import { Authority, derivedBytes, makeAuthority, type KeySource } from '@orrery/authority';
import type { StoredAuthorities } from '@orrery/store';

/** The secrets of a cluster: what it signs certificates and tokens with. */
export interface ClusterSecrets {
  readonly authorities: StoredAuthorities;
  readonly signingKey: string;
}

const SIGNING_KEY_BYTES = 32;

/**
 * The secrets of a new cluster; its authorities have the names that kubeadm gives them. The same identity has the same secrets
 * on one installation, so that a cluster can be repeated with everything that it shows of them.
 *
 * @param secret of the installation
 */
export function clusterSecrets(secret: string, identity: string): ClusterSecrets {
  const of = (what: string): KeySource => ({ secret, purpose: `orrery cluster ${what} ${identity}` });
  return {
    authorities: {
      clients: makeAuthority('kubernetes', of('clients')),
      frontProxy: makeAuthority('front-proxy-ca', of('front-proxy')),
    },
    signingKey: derivedBytes(of('tokens'), SIGNING_KEY_BYTES).toString('base64url'),
  };
}

/** Authorities of a cluster. Most requests need none: each is read on first use. */
export class ClusterCertificates {
  private readonly read: { clients?: Authority; frontProxy?: Authority } = {};

  constructor(
    private readonly stored: StoredAuthorities,
    private readonly installation: Authority,
  ) {}

  /** Signs the certificates of the cluster's clients and kubelets. They count in this cluster alone. */
  get clients(): Authority {
    return (this.read.clients ??= new Authority(this.stored.clients));
  }

  /** Signs the certificate with which requests are passed on to extension API servers. */
  get frontProxy(): Authority {
    return (this.read.frontProxy ??= new Authority(this.stored.frontProxy));
  }

  /** Certificates that clients of the cluster trust (`ca.crt`): that of the server's signer, and the cluster's own authority. */
  get trusted(): string {
    return this.installationCertificate + this.stored.clients.certificate;
  }

  /** Certificate of the signer of the server's certificate, in PEM; in a replay, that of the recorded server. */
  get installationCertificate(): string {
    return this.stored.trusted ?? this.installation.certificate;
  }

  /** The certificate of the cluster's own authority, in PEM. */
  get clientAuthority(): string {
    return this.stored.clients.certificate;
  }

  get frontProxyAuthority(): string {
    return this.stored.frontProxy.certificate;
  }
}
