import { isReady } from '@orrery/insights';
import { isOneOf, type Predicate, zoneOf } from '@orrery/actions';
import { qosClass, type Event, type KubeObject, type Node, type Pod } from '@orrery/api-types';
import type { EventFilter, NodeFilter, PodFilter } from './filter-inputs';

export function podConditions(filter: PodFilter | null | undefined): Predicate[] {
  if (!filter) return [];
  const { nodeName, phases, ready, priorityAtLeast, qosClasses, schedulerName, unscheduledOnly } = filter;
  const conditions: Predicate[] = [];
  if (nodeName != null) conditions.push((object) => asPod(object).spec.nodeName === nodeName);
  if (phases) conditions.push(isOneOf(phases, (object) => asPod(object).status?.phase));
  if (ready != null) conditions.push((object) => isReady(object) === ready);
  if (priorityAtLeast != null) conditions.push((object) => (asPod(object).spec.priority ?? 0) >= priorityAtLeast);
  if (qosClasses) conditions.push(isOneOf(qosClasses, (object) => qosClass(asPod(object))));
  if (schedulerName != null) conditions.push((object) => asPod(object).spec.schedulerName === schedulerName);
  if (unscheduledOnly) conditions.push((object) => !asPod(object).spec.nodeName);
  return conditions;
}

export function nodeConditions(filter: NodeFilter | null | undefined): Predicate[] {
  if (!filter) return [];
  const { ready, unschedulable, zones, taintKey } = filter;
  const conditions: Predicate[] = [];
  if (ready != null) conditions.push((object) => isReady(object) === ready);
  if (unschedulable != null)
    conditions.push((object) => (asNode(object).spec.unschedulable ?? false) === unschedulable);
  if (zones) conditions.push(isOneOf(zones, zoneOf));
  if (taintKey != null) {
    conditions.push((object) => asNode(object).spec.taints?.some(({ key }) => key === taintKey) ?? false);
  }
  return conditions;
}

export function eventConditions(filter: EventFilter | null | undefined): Predicate[] {
  if (!filter) return [];
  const { involvedKind, involvedName, reasons, type } = filter;
  const conditions: Predicate[] = [];
  if (involvedKind != null) conditions.push((object) => asEvent(object).involvedObject.kind === involvedKind);
  if (involvedName != null) conditions.push((object) => asEvent(object).involvedObject.name === involvedName);
  if (reasons) conditions.push(isOneOf(reasons, (object) => asEvent(object).reason));
  if (type != null) conditions.push((object) => asEvent(object).type === type);
  return conditions;
}

const asPod = (object: KubeObject): Pod => object as Pod;
const asNode = (object: KubeObject): Node => object as Node;
const asEvent = (object: KubeObject): Event => object as Event;
