import type { KubeObject } from '../../objects';
import { localAvailability, type ApiService } from './api-service';

const HTTPS_PORT = 443;

/** Fills what an APIService may leave out (`apiregistration/v1` upstream). */
export function defaultApiService(object: KubeObject): void {
  const { service } = (object.spec ??= {}) as { service?: { port?: number } };
  if (service) service.port ??= HTTPS_PORT;
}

/** Marks a group version that the server itself answers as available from the start. */
export function completeApiService(object: KubeObject): void {
  if ((object.spec as ApiService['spec']).service) return;
  object.status = { conditions: [localAvailability(object.metadata.creationTimestamp)] };
}
