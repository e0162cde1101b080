import type { Status } from './status';

/** One write of the binding subresource: the pod gets its node. */
export interface BindRequest {
  readonly kind: 'BindRequest';
  readonly namespace: string;
  readonly name: string;
  /** The uid the pod must still have. */
  readonly uid: string;
  readonly nodeName: string;
}

/** Writes bindings: one database write a batch. Answers one status per request, in order; never rejects for one of them. */
export interface Binder {
  bindMany(bindings: readonly BindRequest[]): Promise<readonly Status[]>;
}
