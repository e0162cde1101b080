import { regionOf, zoneName, type ZoneView } from '@orrery/node-health';
import { formatTime } from '@orrery/time';

/**
 * Returns the state of a zone that the node-lifecycle controller publishes; a token
 * due at or before `nowMs` is available already.
 */
export function zoneOf(view: ZoneView, nowMs = Number.NEGATIVE_INFINITY) {
  // A view that a snapshot of an earlier version brought has neither token nor queue.
  const { nextTokenAtMs, queuedNodes = [] }: Partial<ZoneView> = view;
  return {
    name: zoneName(view.key),
    region: regionOf(view.key),
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
