export {
  launchServer,
  ServerStartError,
  STOPS_WITH_PARENT,
  type LaunchedServer,
  type LaunchOptions,
  type ReadyMessage,
  type ReadyServer,
} from './server/launch-server';
export { OrreryError, RefusedError, UnreachableError, type RefusalCode } from './client/errors';
export {
  contextName,
  kubeconfigFor,
  kubeconfigInJson,
  readKubeconfig,
  writeKubeconfig,
  type KubeconfigContext,
} from './client/kubeconfig';
export { importObjects, type ImportNote, type ImportOptions, type ImportReport } from './client/import-objects';
export {
  replayRecording,
  saveRecording,
  type ReplayOptions,
  type ReplayProgress,
  type ReplayReport,
} from './client/recordings';
export { serverOfEnvironment } from './client/environment-server';
export { accepted, operationsAt, type Operations } from './client/operations';
export { clusterAddress, DEFAULT_CLUSTER, serverOf, type ServerAddress } from './client/server-address';
export { downloadSnapshot, uploadSnapshot } from './client/snapshot-files';
export { ClusterClock, type Advance, type Condition } from './cluster/clock';
export {
  Cluster,
  type ClusterEvent,
  type Diff,
  type ExplainedPod,
  type Explanation,
  type KubernetesObject,
  type ObjectName,
} from './cluster/cluster';
export {
  clockInput,
  clusterInput,
  type BundleName,
  type ClockWord,
  type ClusterOptions,
} from './cluster/cluster-options';
export { followStory, readStory, type ObjectChange, type Story, type StoryQuestion } from './cluster/story';
export { Snapshot, type SnapshotOptions } from './cluster/snapshot';
export { FAULT_KINDS } from './cluster/fault-kinds';
export { Faults, type NodeChoice } from './cluster/faults';
export type {
  AdvanceClockInput,
  ClockPartsFragment,
  ClusterPartsFragment,
  CreateClusterInput,
  DeschedulingDecisionsQuery,
  ExplainSchedulingQuery,
  FaultKind,
  ApiFaultPartsFragment,
  FaultPartsFragment,
  InjectFaultInput,
  RecordingPartsFragment,
  RunDeschedulerMutation,
  RunScenarioMutation,
  SchedulingDecisionsQuery,
  SnapshotPartsFragment,
  ZonesQuery,
} from './graphql/operations.generated';
export { connectOrrery, Orrery } from './orrery';
export { clusterTestOver, type ClusterTestFunction, type TestRunner } from './fixtures/cluster-test';
export { runInCluster, stopTestServer, type ClusterTest } from './fixtures/run-in-cluster';
export { timelineOf } from './fixtures/timeline';
export { startOrrery, type InProcessServer, type StartOptions } from './server/start-orrery';
export type { ServerOptions } from './server/server-options';
