import { isAfter, type ReleaseName } from '@orrery/api-types';

/** Returns the creation time of an object that was never created: releases before 1.34 write it as null. */
export function unsetCreation(release: ReleaseName): { readonly creationTimestamp?: null } {
  return isAfter(release, '1.20') ? {} : { creationTimestamp: null };
}
