import { ManualClock } from '@orrery/time';
import type { BehaviourOverrides, BundleName } from '../behaviour/bundles';
import { ProfileError } from '../framework/framework';
import type { Profile } from '../profiles/profile';
import { createSchedulerParts } from '../scheduler-parts';

/** A profile as a scheduler would be given it. */
export interface ProfileQuestion {
  readonly bundle: BundleName;
  readonly knobs: BehaviourOverrides;
  readonly profile: Profile;
}

/**
 * Why a profile cannot run, as `path: reason` below the profile; empty if it can. The profile is tried on a scheduler
 * without a cluster, so plugins judge their own arguments and nothing is checked twice.
 */
export function profileErrors({ bundle, knobs, profile }: ProfileQuestion): readonly string[] {
  try {
    createSchedulerParts({ clock: new ManualClock(), seed: '', bundle, knobs, profiles: [profile] }, () => undefined);
    return [];
  } catch (error) {
    if (error instanceof ProfileError) return error.errors;
    throw error;
  }
}
