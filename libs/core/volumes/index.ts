export { VolumeBinder, type ClaimNote, type VolumeWork } from './volume-binder';
export type { ClaimKey, VolumeAction } from './volume-actions';
export { changedClaim, changedVolume } from './apply-actions';
export { attributesClassesOf, unusedClass } from './attributes-classes';
