export {
  CLUSTER_HEADER,
  DEFAULT_CLUSTER,
  clusterNameOf,
  MOMENT_HEADER,
  momentOf,
  rewriteClusterUrl,
} from './cluster-path';
export { deadlineOf, isConnection, within } from './deadline';
export { drained } from './drained';
export { isPartOfObject, unknownResource } from './object-parts';
export {
  type Query,
  integerParameter,
  isTrue,
  numberParameter,
  parseQuery,
  readDryRun,
  refuseOptions,
  requestedRevision,
  writeOptions,
} from './query';
export { noteRequest, noteStream } from './open-requests';
export { type ApiPath, isWatch, parseApiPath } from './request-path';
export { serverVersion } from './server-version';
export { dropUnreadBodies } from './unread-bodies';
