export { actingAs } from './access/acting-runtime';
export type { Actor } from './access/actor';
export { actorIn, AuthorizationMode, unrestricted } from './access/cluster-access';
export { ALGORITHM as TOKEN_ALGORITHM, publicTokenKeys, readToken, signToken } from './access/json-web-token';
export { ClusterRuntime } from './cluster-runtime';
export { shardOf, type Component, type ComponentContext, type ComponentKind } from './component';
export { runComponentProcess, shardsOf, type ComponentProcess, type StartSetting } from './component-process';
export { ControlPlane, SOLO_SHARDS, type ClusterOptions, type ControlPlaneOptions, type Shards } from './control-plane';
export { databaseUnavailable } from './database-watch';
export { withTimeout } from './timeout';
export { loadPolicy, type PolicySource } from './descheduling/load-policy';
export { runDescheduler, type RunRequest } from './descheduling/run-descheduler';
export { deschedulerContainer, deschedulerLog, restartsOf } from './descheduling/descheduler-pod';
export { DeschedulerProgram, type ProgramStart } from './descheduling/descheduler-program';
export { UsageSampler, usesMetricsApi } from './descheduling/usage-sampler';
export {
  deschedulingCycles,
  lastCycleMs,
  nextCycleMs,
  intervalOf,
  scheduleErrors,
  scheduleOf,
  type DeschedulingSchedule,
} from './descheduling/schedule';
export { RunTrigger, type DeschedulingRun, type NumberedRun } from './descheduling/run-record';
export { DecisionOutcome, type DecisionRecord, type RecordedPreemption } from './decisions/decision-record';
export { addNodes, ensureCluster, nodeOf, type NewClusterOptions } from './default-cluster';
export { listObjects, waitForRevision, type Listed, type ListOptions } from './read/list';
export { select, type Selection, type SelectionText } from './read/selection';
export { watchObjects, type Watch, type WatchEvent, type WatchOptions } from './read/watch';
export { DATABASE_CHECK, ProcessHealth } from './process-health';
export { Topic } from './questions';
export { routerKind } from './router/router';
export { ROUTES, type Destination, type Route } from './router/routing-table';
export { consultedExtenders } from './scheduling/extender-transport';
export { followSchedulingState, loadSchedulingState } from './scheduling/scheduling-state';
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
export { CLUSTER_SETTINGS } from './settings/settings-schema';
export { admissionErrors, admissionSettingsOf } from './settings/admission-settings';
export { masterConfigWarnings, type SectionWarning } from './settings/kubernetes-master-config';
export { MasterConfigError, parseMasterConfig, setMasterConfigFile } from './settings/master-config-file';
export { loadPluginModules, PluginModuleError, type PluginModule } from './settings/plugin-modules';
export { SchedulerConfigError, setSchedulerConfigFile } from './settings/scheduler-config-file';
export type { BindingInput } from './store/binding';
export { ClusterStore, type Modification, type Removal } from './store/cluster-store';
export type { EvictionInput } from './store/eviction';
export type {
  CreateRequest,
  Deleted,
  DeleteOptions,
  PatchRequest,
  PatchType,
  Target,
  UpdateRequest,
  WriteOptions,
} from './store/requests';
export { countedUsage } from './store/quotas';
export { keyOf, kindOf, requireKind } from './store/stored-kinds';
export { NODE_BEHAVIOURS, POD_BEHAVIOURS } from './nodes/behaviour-admission';
export { POD_BEHAVIOUR_KINDS, podBehavioursOf, readPodBehaviours, STAGES } from './nodes/pod-behaviours-of';
export { ownWorkOf } from './nodes/own-work';
export { refuseRegistration } from './nodes/registration';
export {
  isRollingOut,
  machineStateOf,
  RolloutAnnotation,
  type RenderedPool,
} from './nodes/rendered-pools';
export { KUBELET_CONFIGS, MACHINE_CONFIG_POOLS } from './nodes/built-in-pools';
export { NodeConfigurations, type NodeResourceSettings, type NodeSetConfiguration } from './nodes/node-configurations';
