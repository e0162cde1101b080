import { type Predicate } from '@orrery/actions';
import type { Type } from '@nestjs/common';
import type { KindInfo } from '@orrery/api-types';
import type { ClusterCache } from '@orrery/store';
import {
  EventFilter,
  NodeFilter,
  NodeOrder,
  PodFilter,
  PodOrder,
  ResourceFilter,
  ResourceOrder,
} from '../filters/filter-inputs';
import { eventConditions, nodeConditions, podConditions } from '../filters/kind-filters';
import { nodeCompare, podCompare, resourceCompare, type Compare } from '../filters/orders';
import type { Resource } from '../resources/resource';
import { typeOfKind } from './kind-types';
import { TYPED_KINDS } from './typed-kinds';

/** Representation of one kind in the schema: its own fields in queries, mutations and subscriptions. */
export interface KindDescription {
  readonly kind: KindInfo;
  readonly type: Type<Resource>;
  /** Name of the query for one object, and of the field in payloads. */
  readonly one: string;
  /** Name of the query for a list. */
  readonly many: string;
  readonly filterType: Type<unknown>;
  readonly orderType: Type<unknown>;
  /** The conditions of a filter that only this kind has. */
  readonly conditions: (filter: never) => readonly Predicate[];
  readonly compare: (order: never, cache: ClusterCache) => Compare | undefined;
}

const plain = {
  filterType: ResourceFilter,
  orderType: ResourceOrder,
  conditions: (): readonly Predicate[] => [],
  compare: resourceCompare,
} as const;

/** Filters and orders of single kinds beyond those of all kinds, and names that do not follow from the kind. */
const OWN: Readonly<Record<string, Partial<KindDescription>>> = {
  Pod: { filterType: PodFilter, orderType: PodOrder, conditions: podConditions, compare: podCompare },
  Node: { filterType: NodeFilter, orderType: NodeOrder, conditions: nodeConditions, compare: nodeCompare },
  Event: { filterType: EventFilter, conditions: eventConditions },
  // The name of the kind is a plural already.
  Endpoints: { many: 'endpointsList' },
};

/** Every kind with a type of its own, as the schema shows it. */
export const KINDS: readonly KindDescription[] = TYPED_KINDS.map((kind) => {
  const one = fieldName(kind.kind);
  return { ...plain, kind, type: typeOfKind(kind), one, many: pluralOf(one), ...OWN[kind.kind] };
});

/** `StorageClass` as `storageClass`, `CSINode` as `csiNode`. */
function fieldName(kind: string): string {
  return kind.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]/, (head) => head.toLowerCase());
}

function pluralOf(name: string): string {
  if (name.endsWith('y')) return `${name.slice(0, -1)}ies`;
  return name.endsWith('s') ? `${name}es` : `${name}s`;
}
