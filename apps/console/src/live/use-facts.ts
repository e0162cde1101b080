import { useMemo } from 'react';
import { useFollowed } from '../graphql/client-context';
import {
  ClockTickedSubscription,
  DeschedulerRanSubscription,
  FaultsChangedSubscription,
  ZonesChangedSubscription,
} from '../graphql/operations.generated';

const NO_VARIABLES = {};
/** A zone as the node-lifecycle controller sees it. */
export type Zone = ZonesChangedSubscription['zonesChanged'][number];
type Fault = FaultsChangedSubscription['faultsChanged'][number];

/** Facts about a cluster besides its nodes and pods. */
export interface Facts {
  /** Kinds of the faults in force, by node. */
  readonly faults: ReadonlyMap<string, readonly string[]>;
  /** Zones as the node-lifecycle controller sees them, by the last part of their name. */
  readonly zones: ReadonlyMap<string, Zone>;
  readonly clock: ClockTickedSubscription['clockTicked'] | undefined;
  /** The number of the last cycle of the descheduler that ended since the page is open. */
  readonly lastCycle: number | undefined;
}

export function useFacts(): Facts {
  const faults = useFollowed(FaultsChangedSubscription, NO_VARIABLES)?.faultsChanged;
  const zones = useFollowed(ZonesChangedSubscription, NO_VARIABLES)?.zonesChanged;
  const clock = useFollowed(ClockTickedSubscription, NO_VARIABLES)?.clockTicked;
  const lastCycle = useFollowed(DeschedulerRanSubscription, NO_VARIABLES)?.deschedulerRan.number;
  const faultsByNode = useMemo(() => byNode(faults ?? []), [faults]);
  const zonesByName = useMemo(() => byName(zones ?? []), [zones]);
  return useMemo(
    () => ({ faults: faultsByNode, zones: zonesByName, clock, lastCycle }),
    [faultsByNode, zonesByName, clock, lastCycle],
  );
}

/** Faults and zones, as the board takes them. */
export function factsOf({
  faults,
  zones,
}: {
  readonly faults: readonly Fault[];
  readonly zones: readonly Zone[];
}): Pick<Facts, 'faults' | 'zones'> {
  return { faults: byNode(faults), zones: byName(zones) };
}

function byNode(faults: readonly Fault[]): Facts['faults'] {
  const kinds = new Map<string, string[]>();
  for (const { nodeName, kind, isInForce } of faults) {
    if (isInForce) kinds.set(nodeName, [...(kinds.get(nodeName) ?? []), kind]);
  }
  return kinds;
}

function byName(zones: readonly Zone[]): Facts['zones'] {
  return new Map(zones.map((zone) => [zone.name, zone]));
}
