import type { KubeObject } from '../../objects';

/** Fills what a client may leave out of a Endpoints. Changes the object in place. */
export function defaultEndpoints(object: KubeObject): void {
  for (const subset of (object['subsets'] as { ports?: { protocol?: string }[] }[] | undefined) ?? []) {
    for (const port of subset.ports ?? []) port.protocol ??= 'TCP';
  }
}
