import { printableZoneKey, type ZoneView } from '@orrery/node-health';
import { formatTime } from '@orrery/time';
import type { Zone } from './zone-types';

/** What the node-lifecycle controller publishes of a zone, in the shape of its GraphQL type; a token of before `nowMs` is there. */
export function zoneOf(view: ZoneView, nowMs = Number.NEGATIVE_INFINITY): Zone {
  // A view that a snapshot of an earlier version brought has neither token nor queue.
  const { nextTokenAtMs, queuedNodes = [] }: Partial<ZoneView> = view;
  return {
    name: printableZoneKey(view.key),
    state: view.state ?? null,
    nodes: view.size,
    unhealthyNodes: view.unhealthyNodes,
    healthPercent: view.health,
    evictionRate: view.ratePerSecond,
    waitingNodes: view.queueLength,
    queuedNodes,
    nextTaintAt: nextTokenAtMs == null || nextTokenAtMs <= nowMs ? null : formatTime(nextTokenAtMs),
    evictionsTotal: view.evictionsTotal,
  };
}
