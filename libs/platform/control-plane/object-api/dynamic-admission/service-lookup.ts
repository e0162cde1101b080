import type { KubeObject } from '@orrery/api-types';
import { nameOf, Operation, type Change, type ClusterCache } from '@orrery/store';
import type { ServiceLookup } from '@orrery/webhooks';

const SLICES = 'endpointslices.discovery.k8s.io';
const SERVICE_NAME = 'kubernetes.io/service-name';
const NONE: ReadonlyMap<string, KubeObject> = new Map();

/** Indexes of the caches, made at the first lookup: until then, changes cost nothing. */
const indexes = new WeakMap<ClusterCache, SliceIndex>();

/** Services and their endpoints as a process has them. */
export function servicesIn(cache: ClusterCache): ServiceLookup {
  return {
    object: (resource, namespace, name) => cache.get({ resource, namespace, name }),
    slices: (namespace, service) => indexOf(cache).slicesOf(namespace, service),
  };
}

function indexOf(cache: ClusterCache): SliceIndex {
  let index = indexes.get(cache);
  if (!index) indexes.set(cache, (index = new SliceIndex(cache)));
  return index;
}

/** The slices of each service: to look through all of the namespace for every request would cost more with every service. */
class SliceIndex {
  private readonly byService = new Map<string, Map<string, KubeObject>>();

  constructor(cache: ClusterCache) {
    for (const slice of cache.list(SLICES)) this.put(slice);
    cache.subscribe((changes) => {
      for (const change of changes) if (change.key.resource === SLICES) this.apply(change);
    });
  }

  slicesOf(namespace: string, service: string): readonly KubeObject[] {
    return [...(this.byService.get(nameOf(namespace, service)) ?? NONE).values()];
  }

  private apply({ operation, object, previous }: Change): void {
    if (operation === Operation.Delete || (previous && serviceOf(previous) !== serviceOf(object))) {
      this.drop(previous ?? object);
    }
    if (operation !== Operation.Delete) this.put(object);
  }

  private put(slice: KubeObject): void {
    const service = serviceOf(slice);
    if (service === undefined) return;
    const slices = this.byService.get(service) ?? new Map<string, KubeObject>();
    this.byService.set(service, slices.set(slice.metadata.name, slice));
  }

  private drop(slice: KubeObject): void {
    const service = serviceOf(slice);
    const slices = service === undefined ? undefined : this.byService.get(service);
    slices?.delete(slice.metadata.name);
    if (service !== undefined && slices?.size === 0) this.byService.delete(service);
  }
}

/** The service that a slice is of, as `namespace/name`. */
function serviceOf({ metadata: { namespace = '', labels } }: KubeObject): string | undefined {
  const service = labels?.[SERVICE_NAME];
  return service === undefined ? undefined : nameOf(namespace, service);
}
