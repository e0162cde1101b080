import type { KubeObject } from '@orrery/api-types';

/** Object to which a token is bound (`spec.boundObjectRef` of a TokenRequest). */
export interface TokenBinding {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly name?: string;
  readonly uid?: string;
}

/**
 * Returns why a node may not have a token with this binding: it must be bound to a pod that runs on the node (upstream's
 * NodeRestriction for `serviceaccounts/token`). Undefined if it may.
 */
export function refuseTokenForNode(
  node: string,
  binding: TokenBinding | undefined,
  pod: KubeObject | undefined,
): string | undefined {
  if (binding?.apiVersion !== 'v1' || binding.kind !== 'Pod' || !binding.name) {
    return 'node requested token not bound to a pod';
  }
  if (!binding.uid) return 'node requested token with a pod binding without a uid';
  if (pod && pod.metadata.uid !== binding.uid) {
    return `the UID in the bound object reference (${binding.uid}) does not match the UID in record. The object might have been deleted and then recreated`;
  }
  const { nodeName } = (pod?.spec ?? {}) as { nodeName?: string };
  return pod && nodeName !== node ? 'node requested token bound to a pod scheduled on a different node' : undefined;
}
