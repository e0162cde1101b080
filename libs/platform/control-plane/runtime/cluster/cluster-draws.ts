import { standsStill, type ClockMode } from '@orrery/clock';
import { randomFor } from '@orrery/time';
import { chanceDraws, repeatableDraws, type ObjectDraws } from '../../object-api/writes/object-draws';

/** Where a cluster is in its time and in its log. */
interface Place {
  readonly clock: { readonly setting: { readonly mode: ClockMode } };
  readonly cache: { readonly revision: number };
}

/** Time that stands still until it is advanced is there to be repeated: nothing is left to chance then. */
export function clusterDraws(
  { identity, seed }: { readonly identity: string; readonly seed: string },
  { processId }: { readonly processId: string },
  place: Place,
): ObjectDraws {
  const chance = chanceDraws(randomFor(seed, 'store', processId));
  const repeatable = repeatableDraws(identity, () => place.cache.revision);
  return (object) => (standsStill(place.clock.setting) ? repeatable(object) : chance(object));
}
