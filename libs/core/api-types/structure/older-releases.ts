import type { ReleaseName } from '../kinds/releases';
import { LATER_FIELDS } from './later-fields.generated';

/** A release that lacks fields of the newest one. */
export type OlderRelease = keyof typeof LATER_FIELDS;

/** Returns whether a release lacks fields that this program knows. */
export function hasLaterFields(release: ReleaseName | undefined): release is OlderRelease {
  return release !== undefined && Object.hasOwn(LATER_FIELDS, release);
}
