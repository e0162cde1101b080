import { Authority, makeAuthority } from '@orrery/authority';
import type { StoredAuthorities } from '@orrery/store';

/** New authorities for a cluster, under the names that kubeadm gives them. */
export function newAuthorities(): StoredAuthorities {
  return { clients: makeAuthority('kubernetes'), frontProxy: makeAuthority('front-proxy-ca') };
}

/** The authorities of a cluster. Most requests need none: each is read when it is first asked for. */
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

  /** What clients of the cluster trust (`ca.crt`): who signed the server's certificate, and the cluster's own authority. */
  get trusted(): string {
    return this.installation.certificate + this.stored.clients.certificate;
  }

  /** The certificate of the cluster's own authority, in PEM. */
  get clientAuthority(): string {
    return this.stored.clients.certificate;
  }

  get frontProxyAuthority(): string {
    return this.stored.frontProxy.certificate;
  }
}
