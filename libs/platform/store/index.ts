export { applyMigrations, awaitDatabase, awaitMigrations, type WaitOptions } from './server/migrations';
export { AdvisoryLock } from './ownership/advisory-lock';
export { CompactedError, loadCache, parseBody, readChanges } from './log/change-log';
export { readBusiestWriters, type WrittenMost } from './log/busiest-writers';
export { readStory, type StoryPage, type StoryQuestion, type ReportedChange } from './log/story';
export { loadMoment, timeOfRevision, type LoadedMoment } from './log/moment';
export { readLogExtent, readLogSizes, revisionAt, type LogExtent } from './log/kept-log';
export { LogMaintenance, type ShorteningOptions, type ShorteningResult } from './log/log-maintenance';
export { ClusterCache, isChangeOf, nameOf, type Change, type ChangeListener, type ChangeOf } from './log/cluster-cache';
export {
  deleteCluster,
  deleteUnfinished,
  finishCluster,
  changeSettings,
  completeAuthorities,
  firstNodesMade,
  insertCluster,
  listClusters,
  reachInstant,
  readCluster,
  saveClock,
  saveRouted,
  type ClusterRecord,
  type FirstNodes,
  type NewCluster,
  type StoredAuthorities,
  type StoredAuthority,
  clusterMade,
  clustersBeingMade,
} from './records/clusters';
export { forkCluster, ForkOutcome, rewindCluster, type Fork, type Rewind } from './records/forks';
export {
  appendRecorded,
  endRecording,
  insertRecording,
  isRecording,
  listRecordings,
  readLogged,
  readRecorded,
  readRecording,
  type LoggedChange,
  type StoredRecording,
} from './records/recordings';
export {
  dropHandedStates,
  readHandedState,
  readHandedStates,
  takeHandedState,
  writeHandedStates,
  type ComponentPart,
  type HandedState,
} from './records/handed-states';
export { ofInstallation } from './records/installation';
export type { Origin } from './commit/origin';
export { nextTurn, type Committed, type Decision, type Intent, type IntentOutcome } from './commit/commit-request';
export { Committer, StoreUnavailableError, Urgency, type CommitOptions, type Rounds } from './commit/committer';
export {
  DECISIONS_CHANNEL,
  KEPT_DECISIONS,
  readDecisions,
  writeDecisions,
  type StoredDecision,
} from './records/decision-log';
export {
  readRunsOfPod,
  readDeschedulingDue,
  readDeschedulingRuns,
  KEPT_RUNS,
  writeDeschedulingRun,
  type StoredDeschedulingRun,
} from './records/descheduling-runs';
export { openDatabase, type Database, type DatabaseOptions } from './server/database';
export { readHeartbeats } from './records/heartbeats';
export { renewHeartbeats } from './records/renewals';
export {
  IncidentTopic,
  type HistoryMoment,
  type Incident,
  type IncidentOrigin,
  type IncidentPeriod,
  type IncidentQuestion,
  type IncidentSubjects,
} from './records/incidents';
export {
  faultOfSubject,
  readNodeFaults,
  removeNodeFaults,
  writeNodeFaults,
  type NodeFaultRecord,
} from './records/node-faults';
export { publishView, readView } from './records/component-view';
export { deleteExpiredEvents } from './log/expired-events';
export { clusterRecords, type ClusterRecords, type HeartbeatRecords } from './records/cluster-records';
export { EventRecorder, type EventRecorderOptions } from './records/event-recorder';
export { textOf, textOfMetadata } from './commit/object-text';
export { fieldText, shareBoundSpec, shareParts, textOfParts } from './commit/shared-parts';
export { LogFeed } from './log/log-feed';
export { NotificationLine, type NotificationLineOptions } from './log/notification-line';
export type { Line } from './log/own-notifications';
export { OwnershipRounds, type RoundsOptions } from './ownership/ownership-rounds';
export { hasVacancies, liveProcesses, ownedKinds, Ownership, type OwnershipOptions } from './ownership/ownership';
export {
  ClusterGoneError,
  FencedError,
  Operation,
  parseResource,
  resourceName,
  RowOutcome,
  writeBatch,
  type BatchOptions,
  type Fence,
  type ObjectKey,
  type RowResult,
  type RowWrite,
} from './commit/write-batch';
export { StateChangedError, writeState } from './commit/write-state';
export { ClusterReading, type ReadSections } from './snapshots/read-cluster';
export {
  deleteSnapshot,
  findSnapshot,
  keepSnapshot,
  listSnapshots,
  snapshotFile,
  type KeptSnapshot,
} from './snapshots/kept-snapshots';
export {
  compressed,
  LineFileError,
  linesOf,
  lineText,
  readLineFile,
  readLines,
  type LinePlace,
} from './files/line-file';
export { readSnapshotFile, writeSnapshotFile } from './snapshots/snapshot-file';
export { writeRestored, type RestoredCluster } from './snapshots/write-cluster';
