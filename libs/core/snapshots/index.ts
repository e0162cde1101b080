export { SnapshotError, SnapshotLines, snapshotLine, type ReadableFormats } from './snapshot-lines';
export type { Upgrade, Upgrades } from './upgrades';
export {
  SNAPSHOT_FORMAT,
  SNAPSHOT_VERSION,
  type SnapshotHeader,
  type SnapshotRecord,
  type SnapshotRecordOf,
} from './snapshot-records';
export { SnapshotCounts, type SnapshotResource, type SnapshotSummary } from './snapshot-summary';
export { withTrusted } from './trusted-certificates';
