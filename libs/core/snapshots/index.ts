export {
  SnapshotError,
  SnapshotLines,
  snapshotLine,
  type ReadableFormats,
  type Upgrade,
  type Upgrades,
} from './snapshot-lines';
export {
  SNAPSHOT_FORMAT,
  SNAPSHOT_VERSION,
  type SnapshotHeader,
  type SnapshotRecord,
  type SnapshotRecordOf,
} from './snapshot-records';
export { SnapshotCounts, type SnapshotResource, type SnapshotSummary } from './snapshot-summary';
export { withTrusted } from './trusted-certificates';
