export { SnapshotTask, type SnapshotProgress } from './snapshot-work';
export { snapshotNameProblem, snapshotsOf, type KeepOptions } from './snapshots';
