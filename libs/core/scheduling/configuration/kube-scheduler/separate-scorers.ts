import { DEFAULT_PLUGINS } from '../../profiles/default-plugins';
import type { BundleName } from '../../behaviour/bundles';
import type { Profile } from '../../profiles/profile';

const FIT = 'NodeResourcesFit';
const LEAST_ALLOCATED = 'NodeResourcesLeastAllocated';

/**
 * A profile written for v1beta1, where NodeResourcesFit did not score: the default score of free resources belongs to
 * NodeResourcesLeastAllocated, and has that name when the profile disables or re-weights it.
 */
export function withSeparateScorers(profile: Profile, bundle: BundleName): Profile {
  const scoresByDefault = DEFAULT_PLUGINS[bundle].some(
    ({ name, except }) => name === FIT && !except?.includes('score'),
  );
  if (!scoresByDefault) return profile;
  const { enabled = [], disabled = [] } = profile.plugins?.score ?? {};
  const isUnwanted = disabled.some(({ name }) => name === '*' || name === LEAST_ALLOCATED);
  const isExplicit = enabled.some(({ name }) => name === LEAST_ALLOCATED);
  const added = isUnwanted || isExplicit ? [] : [{ name: LEAST_ALLOCATED, weight: 1 }];
  return {
    ...profile,
    plugins: {
      ...profile.plugins,
      score: { enabled: [...enabled, ...added], disabled: [...disabled, { name: FIT }] },
    },
  };
}
