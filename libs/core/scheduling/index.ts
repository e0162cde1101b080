export { Scheduler, type SchedulerState } from './scheduler';
export { createSchedulerParts, type ProfileParts, type SchedulerOptions, type SchedulerParts } from './scheduler-parts';
export type {
  BindDecision,
  BoundDecision,
  Decision,
  DroppedDecision,
  FailedDecision,
  PodScheduledCondition,
  PodStatusPatch,
  PrepareDecision,
} from './decision';
export type { Behaviour, EventRouting, MessageGeneration } from './behaviour/behaviour';
export { BEHAVIOUR_BUNDLES, behaviourOf, type BehaviourOverrides, type BundleName } from './behaviour/bundles';
export {
  errorStatus,
  isRejected,
  isSkip,
  isSuccess,
  pendingStatus,
  SKIP,
  StatusCode,
  statusMessage,
  SUCCESS,
  unresolvable,
  unschedulable,
  waitStatus,
  type Status,
} from './framework/status';
export { EXTENSION_POINTS, type ExtensionPoint } from './framework/extension-points';
export { CycleState, type StateData } from './framework/cycle-state';
export { Diagnosis } from './framework/diagnosis';
export type { BindRequest } from './framework/bind-request';
export { ActionType, EventResource, QueueingHint, type ClusterEvent } from './framework/cluster-event';
export {
  RuleScope,
  type AnyPlugin,
  type BindPlugin,
  type CycleContext,
  type EnqueueExtensions,
  type EventRegistration,
  type FilterPlugin,
  type PermitAnswer,
  type PermitPlugin,
  type Plugin,
  type PostBindPlugin,
  type PostFilterAnswer,
  type PostFilterPlugin,
  type ForecastCandidate,
  type PreBindPlugin,
  type PreBindWait,
  type PreEnqueuePlugin,
  type PreFilterAnswer,
  type PreFilterPlugin,
  type Preemption,
  type PreemptionForecast,
  type PreScorePlugin,
  type QueueSortPlugin,
  type ReservePlugin,
  type ScorePlugin,
} from './framework/plugin';
export { ProfileError, type Framework } from './framework/framework';
export { ConsultedExtender } from './extenders/consulted-extender';
export { PluginArgsError } from './framework/plugin-args-error';
export type { FilterRunner, Nominations, PluginHandle, WaitingPod } from './framework/plugin-handle';
export { releasedClaim, reservationProblem, reservedClaim } from './plugins/dynamic-resources/claim-writes';
export type { ClaimEffect, ClaimKey, PodEvent, SchedulingEffect } from './framework/scheduling-effect';
export { readMaxVolumes, withMaxVolumes } from './plugins/attach-limits/max-volumes';
export { PLUGIN_REGISTRY, type PluginRegistry } from './plugins/registry';
export { pluginWithArgs, pluginWithoutArgs, readPluginArgs, type PluginFactory } from './framework/plugin-args';
export { DEFAULT_PLUGINS } from './profiles/default-plugins';
export { DEFAULT_SCHEDULER_NAME, type PluginEntry, type PluginSet, type Profile } from './profiles/profile';
export { loadSchedulerConfiguration, type LoadOptions, type LoadVerdict } from './configuration/load-configuration';
export { schedulerConfigurationSchema } from './configuration/configuration-schemas';
export { legacyFilterName, legacyScoreName } from './configuration/policy/legacy-name-of';
export type { ConfigurationError } from './configuration/configuration-error';
export { PolicyDialect, type SchedulerSettings } from './configuration/scheduler-settings';
export type { ExtenderSettings } from './configuration/extender-settings';
export { HttpExtender, type ExtenderReply, type ExtenderTransport } from './extenders/http-extender';
export type { NodeVictims } from './extenders/extender-messages';
export type { Extender, ExtenderFilterAnswer } from './cycle/extender';
export { explainPod, type ExplainQuestion, type NodeScoreExplanation, type PodExplanation } from './cycle/explain-pod';
export type { AttemptTrace, RejectionGroup, TracedPlugin } from './cycle/attempt-trace';
export {
  explainScheduling,
  type NodeExplanation,
  type SchedulingExplanation,
  type SchedulingQuestion,
} from './explain/explain-scheduling';
export type { ExtenderPart } from './explain/extender-findings';
export { explainWithExtenders } from './explain/explain-with-extenders';
export { fitsOnNode } from './explain/fits-on-node';
export type { FilterFinding } from './explain/filter-findings';
export type { ScoreFinding } from './explain/score-findings';
export type { CacheObserver } from './cache/cache-observer';
export type { ClusterObjects, ObjectObserver } from './cache/cluster-objects';
export type { NodeInfo } from './cache/node-info';
export { podKey, podUid, type PodInfo } from './cache/pod-info';
export type { Snapshot } from './cache/snapshot';
export { viewQueue, type QueuedPodView, type QueuePlaceView, type QueueView } from './queue/queue-view';
export type { QueuedPod } from './queue/queued-pod';
export { requiredNodeAffinityOf, type RequiredNodeAffinity } from './plugins/node-affinity/required-node-affinity';
