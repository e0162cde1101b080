import type { KubeObject } from '../../objects';

interface Port {
  name?: string;
  protocol?: string;
}

/** Fills what a port may leave out (`SetDefaults_EndpointPort` upstream). Changes the object in place. */
export function defaultEndpointSlice(object: KubeObject): void {
  for (const port of (object['ports'] ?? []) as Port[]) {
    port.name ??= '';
    port.protocol ??= 'TCP';
  }
}
