export { applyMigrations, awaitDatabase, awaitMigrations, type WaitOptions } from './migrations';
export { AdvisoryLock } from './advisory-lock';
export { CompactedError, loadCache, readChanges } from './change-log';
export { LogMaintenance, type ShorteningOptions, type ShorteningResult } from './log-maintenance';
export { ClusterCache, nameOf, type Change, type ChangeListener } from './cluster-cache';
export {
  deleteCluster,
  changeSettings,
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
} from './clusters';
export type { Committed, Decision, Intent, IntentOutcome } from './commit-request';
export { Committer, StoreUnavailableError, Urgency, type CommitOptions } from './committer';
export { DECISIONS_CHANNEL, KEPT_DECISIONS, readDecisions, writeDecisions, type StoredDecision } from './decision-log';
export {
  readRunsOfPod,
  readDeschedulingDue,
  readDeschedulingRuns,
  writeDeschedulingRun,
  type StoredDeschedulingRun,
} from './descheduling-runs';
export { DATABASE_FAULT_TEXT, DatabaseFault, databaseFaultOf } from './database-fault';
export { openDatabase, type Database, type DatabaseOptions } from './database';
export { startEmbeddedPostgres, type EmbeddedDatabase, type EmbeddedDatabaseOptions } from './embedded-postgres';
export type { ServerEvents } from './server-keeper';
export { FolderInUseError, isAbandoned } from './folder-lock';
export { readHeartbeats, renewHeartbeats } from './heartbeats';
export {
  readNodeFaults,
  removeNodeFaults,
  resumeHeartbeats,
  stopHeartbeats,
  writeNodeFaults,
  type NodeFaultRecord,
  type StoppedHeartbeats,
} from './node-faults';
export { publishView, readView } from './component-view';
export { deleteExpiredEvents } from './expired-events';
export { EventRecorder, type EventRecorderOptions } from './event-recorder';
export { textOf, textOfMetadata } from './object-text';
export { shareBoundSpec, shareParts } from './shared-parts';
export { LogFeed } from './log-feed';
export { NotificationLine, type NotificationLineOptions } from './notification-line';
export { hasVacancies, liveProcesses, Ownership, type OwnershipOptions } from './ownership';
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
} from './write-batch';
