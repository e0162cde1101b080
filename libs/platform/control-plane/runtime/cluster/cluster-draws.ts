import { standsStill, type ClockMode } from '@orrery/clock';
import { randomFor } from '@orrery/time';
import { chanceDraws, repeatableDraws, type ObjectDraws } from '../../object-api/writes/object-draws';

/** Position of a cluster in its time and in its log. */
interface Place {
  readonly clock: { readonly setting: { readonly mode: ClockMode } };
  readonly cache: { readonly revision: number };
}

/** Makes the draws of a cluster. Manual clocks are for repeatable runs: their draws depend on no chance. */
export function clusterDraws(
  { identity, seed }: { readonly identity: string; readonly seed: string },
  { processId }: { readonly processId: string },
  place: Place,
): ObjectDraws {
  const chance = chanceDraws(randomFor(seed, 'store', processId));
  const repeatable = repeatableDraws(identity, () => place.cache.revision);
  return (object) => (standsStill(place.clock.setting) ? repeatable(object) : chance(object));
}
