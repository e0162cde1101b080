import { useMemo } from 'react';
import { useFollowed } from '../graphql/client-context';
import {
  ClockTickedSubscription,
  FaultsChangedSubscription,
  ZonesChangedSubscription,
} from '../graphql/operations.generated';

const NO_VARIABLES = {};
/** A zone as the node-lifecycle controller sees it. */
export type Zone = ZonesChangedSubscription['zonesChanged'][number];

/** What is known of a cluster beside its nodes and pods. */
export interface Facts {
  /** Kinds of the faults in force, by node. */
  readonly faults: ReadonlyMap<string, readonly string[]>;
  /** Zones as the node-lifecycle controller sees them, by the last part of their name. */
  readonly zones: ReadonlyMap<string, Zone>;
  readonly clock: ClockTickedSubscription['clockTicked'] | undefined;
}

/** `zone-1` of `region::zone-1`, which is what nodes call it. */
function zoneName(name: string): string {
  return name.split('::').pop() ?? name;
}

export function useFacts(): Facts {
  const faults = useFollowed(FaultsChangedSubscription, NO_VARIABLES)?.faultsChanged;
  const zones = useFollowed(ZonesChangedSubscription, NO_VARIABLES)?.zonesChanged;
  const clock = useFollowed(ClockTickedSubscription, NO_VARIABLES)?.clockTicked;
  const faultsByNode = useMemo(() => {
    const byNode = new Map<string, string[]>();
    for (const { nodeName, kind, isInForce } of faults ?? []) {
      if (isInForce) byNode.set(nodeName, [...(byNode.get(nodeName) ?? []), kind]);
    }
    return byNode;
  }, [faults]);
  const zonesByName = useMemo(() => new Map((zones ?? []).map((zone) => [zoneName(zone.name), zone])), [zones]);
  return useMemo(() => ({ faults: faultsByNode, zones: zonesByName, clock }), [faultsByNode, zonesByName, clock]);
}
