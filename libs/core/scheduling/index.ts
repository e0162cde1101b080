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
export { behaviourOf, type BehaviourOverrides, type BundleName } from './behaviour/bundles';
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
  type ForecastCandidate,
  type PermitAnswer,
  type PermitPlugin,
  type Plugin,
  type PostBindPlugin,
  type PostFilterAnswer,
  type PostFilterPlugin,
  type PreBindPlugin,
  type PreBindWait,
  type Preemption,
  type PreemptionForecast,
  type PreEnqueuePlugin,
  type PreFilterAnswer,
  type PreFilterPlugin,
  type PreScorePlugin,
  type QueueSortPlugin,
  type ReservePlugin,
  type ScorePlugin,
} from './framework/plugin';
export { ProfileError, type Framework } from './framework/framework';
export { ConsultedExtender } from './extenders/consulted-extender';
export { PluginArgsError } from './framework/plugin-args-error';
export type { FilterRunner, Nominations, PluginHandle, WaitingPod } from './framework/plugin-handle';
export type { ClaimEffect, ClaimKey, PodEvent, SchedulingEffect } from './framework/scheduling-effect';
export {
  pluginWithArgs,
  pluginWithoutArgs,
  readPluginArgs,
  type PluginFactory,
  type PluginRegistry,
} from './framework/plugin-args';
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

export { podKey, podUid, type PodInfo } from './cache/pod-info';
export type { Snapshot } from './cache/snapshot';
export { viewQueue, type QueuedPodView, type QueuePlaceView, type QueueView } from './queue/queue-view';
export type { QueuedPod } from './queue/queued-pod';
export { requiredNodeAffinityOf, type RequiredNodeAffinity } from './framework/required-node-affinity';
export { reasonTexts } from './behaviour/reason-texts';
export { termSelectsPod, type AffinityTerm, type NamespaceLabels, type PodAffinityTerms } from './cache/affinity-terms';
export type { AssumedVolumes } from './cache/assumed-volumes';
export { ClusterObjects, objectKey, type ObjectObserver } from './cache/cluster-objects';
export { hostPortsOf, portsConflict } from './cache/host-ports';
export { NodeAnswers } from './cache/node-answers';
export { claimsOf, NodeInfo } from './cache/node-info';
export { NodeSet } from './cache/node-set';
export { zoneKey } from './cache/node-tree';
export { hasNodeOrNomination, isAssigned, podInfoOf } from './cache/pod-info';
export { accountedAmount, addInto, amountsOf, type NanoAmounts } from './cache/pod-requests';
export type { PodShape } from './cache/pod-shape';
export {
  CPU_SLOT,
  EPHEMERAL_STORAGE_SLOT,
  isExtendedResource,
  isScalarSlot,
  MEMORY_SLOT,
  type ResourceSlots,
} from './cache/resource-slots';
export {
  claimIn,
  claimNameOf,
  csiDriverIn,
  csiNodeIn,
  foreignClaimError,
  notFoundText,
  storageClassIn,
  usesClaim,
  volumeIn,
} from './cache/storage-objects';
export { parseText } from './configuration/parse-text';
export { repairPastedText } from './configuration/repair-pasted-text';
export { fitErrorMessage } from './cycle/fit-error';
export { nodesToFind } from './cycle/nodes-to-find';
export { narrowByExtenders, openQuestions } from './cycle/run-extenders';
export { activeFilters, runFilters } from './cycle/run-filters';
export { runPreFilter } from './cycle/run-pre-filter';
export type { KeptVerdicts } from './framework/diagnosis';
export { normalizeByMaximum } from './framework/normalize-scores';
export { NO_ARGS } from './framework/plugin-args';
export type { NodeFilter } from './framework/plugin';
export { pinnedNodeNames } from './framework/required-node-affinity';
export { backoffMs, DEFAULT_BACKOFF } from './queue/backoff';
export { differs } from './queue/derive-events';
export { CountChanges } from './topology/count-changes';
export type { DomainCounts } from './topology/domain-counts';
export { labelKey, labelledPods } from './topology/label-group';
export type { NodeMask } from './topology/node-mask';
export { selectionByLabels, selectionByTerms, type PodSelection } from './topology/pod-selection';
export type { TermGroup, TermsAbout } from './topology/term-groups';
export { labelOf, NO_DOMAIN, type TopologyColumn } from './topology/topology-column';
export type { CountRequest, TopologyIndex } from './topology/topology-index';
