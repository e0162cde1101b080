/** A kind in one version. */
export interface VersionedKind {
  /** Group and version: `policy/v1`. */
  readonly apiVersion: string;
  readonly kind: string;
}

/** Kinds that clients send and that are neither resources nor the kind of a subresource. */
export const BODY_KINDS: readonly VersionedKind[] = [{ apiVersion: 'v1', kind: 'DeleteOptions' }];
