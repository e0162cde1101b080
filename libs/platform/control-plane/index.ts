export { actingAs } from './object-api/access/acting-runtime';
export { ClusterKinds, type DefinitionSource } from './object-api/kinds/cluster-kinds';
export type { Actor } from './object-api/access/actor';
export { actorIn, AuthorizationMode, unrestricted } from './object-api/access/cluster-access';
export {
  ALGORITHM as TOKEN_ALGORITHM,
  publicTokenKeys,
  readToken,
  signToken,
} from './object-api/access/json-web-token';
export { ClusterRuntime } from './runtime/cluster/cluster-runtime';
export { streamsOfProcess, type Stream } from './runtime/cluster/cluster-streams';
export {
  podObjectsAt,
  runContextOf,
  serviceAtAddress,
  serviceAtNodePort,
  servicesOfNamespace,
  startOf,
} from './pod-objects/run-context';
export type { Component, ComponentContext, ComponentKind } from './ports/component';
export { shardOf, shardsOf, SOLO_SHARDS, type Shards } from './runtime/process/sharding';
export { ClusterQueues, repetitionOf } from './runtime/work/cluster-queues';
export type {
  CachePort,
  CertificatesPort,
  ClockPort,
  ClusterPorts,
  EventsPort,
  FaultsPort,
  HealthPort,
  HeartbeatReadPort,
  IdentityPort,
  KindsPort,
  LogPort,
  MetricsPort,
  ObjectsPort,
  ObjectStore,
  ProcessPort,
  QueuesPort,
  RecordPort,
  RecordsPort,
  RequestsPort,
  SettingsChangePort,
  SettingsPort,
  TimePort,
} from './ports/cluster-ports';
export type { OutsidePort } from './ports/outside-port';
export type { PastMoment } from './runtime/cluster/past-moment';
export type { PastState } from './runtime/transfer/forks';
export { ControlPlane } from './runtime/process/control-plane';
export type { ClusterOptions, ControlPlaneOptions } from './runtime/process/control-plane-options';
export { databaseUnavailable } from './runtime/process/health/database-watch';
export { everyInterval } from './runtime/process/shared-interval';
export { ExpectedJobs } from './runtime/work/expected-jobs';
export { LostWorkSweep } from './runtime/work/lost-work-sweep';
export { RepeatedWork } from './runtime/work/repeated-work';
export { withTimeout } from './runtime/process/timeout';
export { DecisionOutcome, type DecisionRecord, type RecordedPreemption } from './scheduling/decision-record';
export { addNodes, ensureCluster, nodeOf, type NewClusterOptions } from './runtime/process/default-cluster';
export { listObjects, waitForRevision, type Listed, type ListOptions } from './object-api/reads/list';
export { select, type Selection, type SelectionText } from './object-api/reads/selection';
export { watchObjects, type Watch, type WatchEvent, type WatchOptions } from './object-api/reads/watch';
export { DATABASE_CHECK, ProcessHealth } from './runtime/process/health/process-health';
export { consultedExtenders } from './scheduling/extender-transport';
export { followSchedulingState, loadSchedulingState, restoreSchedulingState } from './scheduling/scheduling-state';
export {
  bundleOf,
  configuredSchedulers,
  MAIN_SCHEDULER,
  masterConfigErrors,
  nodeHealthDocument,
  servedNames,
  settingsErrors,
  type ClusterSettings,
  type ConfiguredScheduler,
  type SchedulerDocument,
  type SchedulersVerdict,
} from './settings/cluster-settings';
export { keptHistory, type KeptHistory } from './settings/history-settings';
export {
  loadPolicy,
  scheduleErrors,
  type DeschedulingSchedule,
  type PolicySource,
} from './settings/descheduler-settings';
export {
  changedSettings,
  CHOSEN_AT_CREATION,
  givenSettings,
  type SettingsChangeOptions,
  type SettingsChangeVerdict,
} from './settings/settings-change';
export { autoClockSettings } from './settings/auto-clock-settings';
export { isUpkeep } from './runtime/work/upkeep';
export { ClientActivity, type OpenRequest } from './runtime/time/client-activity';
export { CLUSTER_SETTINGS, DESCHEDULER_TIMES, SCHEDULER_OPTIONS } from './settings/settings-schema';
export { admissionErrors, admissionSettingsOf } from './settings/admission-settings';
export { MasterConfigError, parseMasterConfig, setMasterConfigFile } from './settings/master-config-file';
export { loadPluginModules, PluginModuleError, type PluginModule } from './settings/plugin-modules';
export { SchedulerConfigError, setSchedulerConfigFile } from './settings/scheduler-config-file';
export type { BindingInput } from './object-api/writes/binding';
export { ClusterStore } from './object-api/writes/cluster-store';
export { modificationOf, type Modification, type Removal } from './object-api/writes/modifications';
export type { EvictionInput } from './object-api/writes/eviction';
export type {
  CreateRequest,
  Deleted,
  DeleteOptions,
  PatchRequest,
  PatchType,
  Target,
  UpdateRequest,
  WriteOptions,
} from './object-api/writes/requests';
export { countedUsage } from './object-api/writes/quotas';
export { apiServerObjects, systemNamespaces } from './object-api/writes/bootstrap';
export { isBuiltInResource, keyOf, kindOf, requireKind } from './object-api/writes/stored-kinds';
export { NODE_BEHAVIOURS, POD_BEHAVIOURS } from './node-configuration/behaviour-admission';
export {
  POD_BEHAVIOUR_KINDS,
  podBehavioursOf,
  readPodBehaviours,
  STAGES,
} from './node-configuration/pod-behaviours-of';
export {
  containerCpu,
  cpuUse,
  daemonCpu,
  isMeasured,
  meterOf,
  meterReader,
  nodeMetering,
  sumCpu,
  type CpuUse,
  type NodeMetering,
} from './node-configuration/metered-node';
export { ownWorkOf } from './node-configuration/own-work';
export { isSimulated, refuseRegistration } from './node-configuration/registration';
export {
  isRollingOut,
  machineStateOf,
  RolloutAnnotation,
  type RenderedPool,
} from './node-configuration/rendered-pools';
export { KUBELET_CONFIGS, MACHINE_CONFIG_POOLS } from './node-configuration/built-in-pools';
export {
  NodeConfigurations,
  type NodeResourceSettings,
  type NodeSetConfiguration,
} from './node-configuration/node-configurations';
export { servicesIn } from './object-api/dynamic-admission/service-lookup';
export { ClusterInputs } from './inputs/cluster-inputs';
export { recordingOf, type RecordingEnd, type RecordingNow } from './inputs/recording-life';
export { annotatePod } from './runtime/cluster/annotate-pod';
export type { ClusterInput, InputOrigin, Position, RecordedEntry } from './inputs/cluster-input';
export { importState, type ImportRequest } from './imports/import-state';
export { LEASES, withRenewals } from './runtime/cluster/lease-renewals';
export { Turns } from './runtime/time/turns';
export { unitsOf } from './runtime/process/component-host';
export { atRest, CAPTURE_ATTEMPTS, comesToRest, type ForkContext, type WrittenFork } from './runtime/transfer/forks';
export { HandedStates, type Captured } from './runtime/transfer/handed-states';
export type { KnownElsewhere, StateHandover } from './runtime/transfer/state-handover';
export type { KindAddress, WriteInput } from './inputs/cluster-input';
export { kindAt } from './inputs/describe-write';
export { KeptLines } from './inputs/kept-lines';
export { OutsideAnswers } from './inputs/outside-answers';
export type { RecordingBase } from './inputs/recording-life';
export type { MadeRow } from './runtime/cluster/new-cluster';
export { activeAdmissionPlugins, clusterAccess, masterConfigWarnings, type SectionWarning } from './products';
