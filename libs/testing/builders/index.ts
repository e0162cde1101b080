export { makePod, PodBuilder } from './make-pod';
export { makeNode, NodeBuilder } from './make-node';
export {
  makeAttachment,
  makeBoundClaim,
  makeClaim,
  makeCsiDriver,
  makeCsiNode,
  makeStorageClass,
  makeStorageRoom,
  makeVolume,
  reachableWhere,
} from './make-storage';
export { makeDeviceClass, makeResourceClaim, makeSlice, wantsDevices } from './make-devices';
export { changedAtRandom, randomBody } from './random-body';
export { sampleOf } from './sample-bodies';
