import { newKeyAndCertificate, type Authority, type KeyAndCertificate } from '@orrery/authority';
import { nameInDer, NO_ALTERNATIVE_NAMES } from '@orrery/certificates';
import { FRONT_PROXY_NAME } from '@orrery/workloads';

const DAY_MS = 24 * 3600 * 1000;
const VALID_MS = 365 * DAY_MS;

/**
 * Client certificate that identifies this server to the API servers of other group versions. Its validity is in real
 * time, by which they check it.
 */
export class FrontProxy {
  private made: { readonly keys: KeyAndCertificate; readonly renewedAtMs: number } | undefined;

  constructor(private readonly authority: () => Authority) {}

  /** Key and certificate to show now. */
  keys(nowMs: number): KeyAndCertificate {
    if (!this.made || nowMs >= this.made.renewedAtMs) {
      const keys = newKeyAndCertificate(this.authority(), {
        subject: nameInDer({ commonName: FRONT_PROXY_NAME, organizations: [] }),
        notBeforeMs: nowMs - DAY_MS,
        notAfterMs: nowMs + VALID_MS,
        usages: ['digital signature', 'key encipherment', 'client auth'],
        names: NO_ALTERNATIVE_NAMES,
      });
      this.made = { keys, renewedAtMs: nowMs + VALID_MS / 2 };
    }
    return this.made.keys;
  }
}
