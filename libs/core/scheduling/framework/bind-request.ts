/** Write of the binding subresource: the pod gets its node. */
export interface BindRequest {
  readonly kind: 'BindRequest';
  readonly namespace: string;
  readonly name: string;
  /** The uid the pod must still have. */
  readonly uid: string;
  readonly nodeName: string;
}
