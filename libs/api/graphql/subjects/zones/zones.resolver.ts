import { clusterRight } from '@orrery/actions';
import { Requires } from '../../requests/requires';
import { Args, Query, Resolver, Subscription } from '@nestjs/graphql';
import type { ClusterRuntime } from '@orrery/control-plane';
import type { ZoneView } from '@orrery/node-health';
import { AT } from '../../objects/connections/page-args';
import { Cluster } from '../../requests/request-context';
import type { EventStream } from '../../streams/event-stream';
import { followAsItIs } from '../../streams/followed-value';
import { Zone } from './zone-types';
import { zoneOf } from '@orrery/insights';

/** The zones of the cluster. */
@Resolver()
export class ZonesResolver {
  @Requires(clusterRight('get'))
  @Query(() => [Zone], {
    name: 'zones',
    description: 'Zones, as of the last pass of the node-lifecycle controller.',
  })
  zones(@Cluster() runtime: ClusterRuntime, @Args('at', AT) _at: string | null): Promise<Zone[]> {
    return listZones(runtime);
  }

  @Requires(clusterRight('get'))
  @Subscription(() => [Zone], {
    name: 'zonesChanged',
    description: 'The zones: at once, and after each pass of the node-lifecycle controller that changed them.',
    resolve: (zones: unknown) => zones,
  })
  zonesChanged(@Cluster() runtime: ClusterRuntime): EventStream<Zone[]> {
    return followAsItIs(runtime, { key: `zones ${runtime.id}`, read: () => listZones(runtime) });
  }
}

async function listZones({ records, clock }: ClusterRuntime): Promise<Zone[]> {
  const views = ((await records.views.read('zones')) ?? []) as readonly ZoneView[];
  return views.map((view) => zoneOf(view, clock.now())).sort((a, b) => (a.name < b.name ? -1 : 1));
}
