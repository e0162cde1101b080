/** A certificate to serve with; HTTPS instead of HTTP. */
export interface ServingCertificate {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** Clients may show certificates of these authorities. */
  readonly ca?: Buffer;
}
