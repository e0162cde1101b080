import type { ClusterCache } from '@orrery/store';
import type { ServiceLookup } from '@orrery/webhooks';

const SLICES = 'endpointslices.discovery.k8s.io';

/** Services and their endpoints as a process has them. */
export function servicesIn(cache: ClusterCache): ServiceLookup {
  return {
    object: (resource, namespace, name) => cache.get({ resource, namespace, name }),
    slices: (namespace, service) =>
      cache
        .list(SLICES, namespace)
        .filter(({ metadata }) => metadata.labels?.['kubernetes.io/service-name'] === service),
  };
}
