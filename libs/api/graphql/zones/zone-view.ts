import { printableZoneKey, type ZoneView } from '@orrery/node-health';
import type { Zone } from './zone-types';

/** What the node-lifecycle controller publishes of a zone, in the shape of its GraphQL type. */
export function zoneOf(view: ZoneView): Zone {
  return {
    name: printableZoneKey(view.key),
    state: view.state ?? null,
    nodes: view.size,
    unhealthyNodes: view.unhealthyNodes,
    healthPercent: view.health,
    evictionRate: view.ratePerSecond,
    waitingNodes: view.queueLength,
    evictionsTotal: view.evictionsTotal,
  };
}
