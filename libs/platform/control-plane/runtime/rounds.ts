import type { Activity } from '@orrery/clock';
import type { Rounds } from '@orrery/store';

/** Rounds that end when all of the cluster's activity waits. */
export function roundsOf(activity: Activity, areOn: () => boolean): Rounds {
  return { areOn, whenQuiet: (act) => activity.whenQuiet(act), outside: (ask) => activity.outside(ask) };
}
