import { Query, Resolver } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import { printableZoneKey, type ZoneView } from '@orrery/node-health';
import { Cluster } from '../requests/request-context';
import { Zone } from './zone-types';

/** The zones of the cluster. */
@Resolver()
export class ZonesResolver {
  @Query(() => [Zone], {
    name: 'zones',
    description: 'The zones, as the node-lifecycle controller saw them in its last pass.',
  })
  async zones(@Cluster() { records }: ClusterRuntime): Promise<Zone[]> {
    const views = ((await records.views.read('zones')) ?? []) as readonly ZoneView[];
    return views.map(zoneOf).sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

function zoneOf(view: ZoneView): Zone {
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
