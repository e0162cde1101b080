import { zoneOf } from '@orrery/actions';
import type { KubeObject, Pod } from '@orrery/api-types';
import type { ClusterCache } from '@orrery/store';
import { effectiveRequests } from '@orrery/insights';
import type { NodeOrder, PodOrder, ResourceOrder } from './filter-inputs';

export type Compare = (a: KubeObject, b: KubeObject) => number;
type SortKey = (object: KubeObject) => string | number | bigint;

const RESOURCE_KEYS: Readonly<Record<ResourceOrder['field'], SortKey>> = {
  NAME: ({ metadata }) => metadata.name,
  CREATED: ({ metadata }) => metadata.creationTimestamp,
};

const POD_KEYS: Readonly<Record<PodOrder['field'], SortKey>> = {
  ...RESOURCE_KEYS,
  PRIORITY: (object) => (object as Pod).spec.priority ?? 0,
  NODE: (object) => (object as Pod).spec.nodeName ?? '',
  PHASE: (object) => (object as Pod).status?.phase ?? '',
  CPU_REQUEST: (object) => effectiveRequests(object).get('cpu') ?? 0n,
  MEMORY_REQUEST: (object) => effectiveRequests(object).get('memory') ?? 0n,
};

export function resourceCompare(order: ResourceOrder | null | undefined): Compare | undefined {
  return order ? compareBy(RESOURCE_KEYS[order.field], order.direction) : undefined;
}

export function podCompare(order: PodOrder | null | undefined): Compare | undefined {
  return order ? compareBy(POD_KEYS[order.field], order.direction) : undefined;
}

export function nodeCompare(order: NodeOrder | null | undefined, cache: ClusterCache): Compare | undefined {
  if (!order) return undefined;
  const { field, direction } = order;
  if (field === 'ZONE') return compareBy((node) => zoneOf(node) ?? '', direction);
  if (field === 'PODS') return compareBy((node) => cache.podsOn(node.metadata.name).length, direction);
  return compareBy(RESOURCE_KEYS[field], direction);
}

/** Sorting is stable and lists come in key order, so equals stay in that order. Keys are computed once an object. */
function compareBy(keyOf: SortKey, direction: 'ASC' | 'DESC'): Compare {
  const keys = new Map<KubeObject, string | number | bigint>();
  const known = (object: KubeObject): string | number | bigint => {
    let key = keys.get(object);
    if (key === undefined) keys.set(object, (key = keyOf(object)));
    return key;
  };
  const sign = direction === 'ASC' ? 1 : -1;
  return (a, b) => {
    const [left, right] = [known(a), known(b)];
    return left < right ? -sign : left > right ? sign : 0;
  };
}
