export {
  planAutoscaler,
  type AutoscalerInput,
  type AutoscalerNote,
  type AutoscalerPlan,
  type ScaleTarget,
} from './autoscaling/plan-autoscaler';
export type { MetricSource } from './autoscaling/evaluate-metric';
export type { MetricSample } from './autoscaling/metric-samples';
export { rememberScaling, type AutoscalerMemory } from './autoscaling/scaling-rules';
export {
  DeploymentAnnotation,
  DeploymentConditionType,
  POD_TEMPLATE_HASH,
  ProgressReason,
} from './deployment/deployment-constants';
export {
  afterCollision,
  afterFailedCreation,
  creationFailureMessage,
  isSameReplicaSet,
} from './deployment/failed-creation';
export { planDeployment, type DeploymentInput, type DeploymentPlan } from './deployment/plan-deployment';
export { isSameTemplate, podTemplateHash } from './deployment/pod-template-hash';
export { byRevision, revisionOf } from './deployment/replica-set-draft';
export { planRollback, type RollbackVerdict } from './deployment/rollback';
export { rolloutStatus, type RolloutStatus } from './deployment/rollout-status';
export type { DeploymentNote } from './deployment/rollout-draft';
export { rolloutLimits, type RolloutLimits } from './deployment/rollout-limits';
export {
  disruptionStatus,
  type DisruptionInput,
  type DisruptionNote,
  type DisruptionVerdict,
} from './disruption/disruption-status';
export type { ControllerScale, NoScale, ScaleLookup } from './disruption/expected-pods';
export { endpointsOf, type EndpointsBody } from './endpoints/endpoints-object';
export { planSlices, type NamedSlice, type Slice, type SlicePlan } from './endpoints/endpoint-slices';
export { inheritedLabels, type EndpointService } from './endpoints/service-endpoints';
export {
  FOREGROUND_FINALIZER,
  isWaiting,
  evaluateDependent,
  evaluateOwner,
  ORPHAN_FINALIZER,
  withoutBlocks,
  withoutFinalizer,
  withoutOwners,
  type DependentVerdict,
  type OwnerState,
  type OwnerVerdict,
  type PropagationPolicy,
} from './garbage-collection/owner-verdict';
export { claim, type Claim, type ClaimInput } from './ownership/claim';
export { adopted, controllerOf, controllerReference, released } from './ownership/controller-reference';
export { DependentIndex } from './ownership/dependent-index';
export { SelectedPods } from './ownership/selected-pods';
export { SelectorIndex } from './ownership/selector-index';
export {
  COLLECTION_PERIOD_MS,
  isOutOfService,
  markedFailed,
  podsToCollect,
  type Collected,
  type CollectionInput,
} from './pod-garbage-collection/pods-to-collect';
export { CollectionSuspects, type SuspectsOptions } from './pod-garbage-collection/suspects';
export { rankForDeletion, type RankingInput } from './pods/deletion-ranking';
export { generatedPodName, podFromTemplate, type NewPod } from './pods/pod-from-template';
export { availableFromMs, isActive, isReady, isTerminating, maxRestarts, readySinceMs } from './pods/pod-state';
export { BURST_REPLICAS, planReplicas, type ReplicaPlan, type ReplicaPlanInput } from './replica-set/replica-plan';
export {
  replicaStatus,
  type ReplicaFailure,
  type ReplicaStatusInput,
  type ReplicaStatusVerdict,
} from './replica-set/replica-status';
export type { CronJob, CronJobStatus } from './cron-job/cron-job-constants';
export { planCronJob, withStarted, type CronJobInput, type CronJobPlan } from './cron-job/plan-cron-job';
export { hasFinalizer } from './job/job-pods';
export {
  COMPLETION_INDEX,
  finishedCondition,
  INDEX_FAILURES,
  INDEX_IGNORED_FAILURES,
  JOB_CONTROLLER,
  JOB_TRACKING,
  type Job,
  type JobStatus,
} from './job/job-constants';
export type { JobCreation } from './job/job-work';
export type { JobNote } from './job/job-constants';
export { planJob, type JobInput, type JobPlan } from './job/plan-job';
export {
  daemonPod,
  TEMPLATE_GENERATION,
  TEMPLATE_GENERATION_LABEL,
  type DaemonPodOptions,
} from './daemon-set/daemon-pod';
export { daemonNodes, type DaemonNode, type DaemonNodes } from './daemon-set/daemon-nodes';
export {
  daemonSetStatus,
  type DaemonSetStatusInput,
  type DaemonSetStatusVerdict,
} from './daemon-set/daemon-set-status';
export { FailedPodBackOff } from './daemon-set/failed-pod-back-off';
export { daemonRolloutStatus } from './daemon-set/daemon-rollout';
export { nodeEligibility, type Eligibility } from './daemon-set/node-eligibility';
export { planDaemonSet, type DaemonSetInput, type DaemonSetPlan } from './daemon-set/plan-daemon-set';
export { remembers, REVISION_HASH, REVISION_LABEL, type TemplateOwner } from './history/controller-revision';
export { planTemplateRollback, type TemplateRollback } from './history/template-rollback';
export { outdatedRevisions, planHistory, type HistoryInput, type HistoryPlan } from './history/plan-history';
export { statefulRolloutStatus } from './stateful-set/stateful-rollout';
export { planStatefulSet, type StatefulSetInput, type StatefulSetPlan } from './stateful-set/plan-stateful-set';
export { ordinalOf } from './stateful-set/set-identity';
export { statefulSetStatus, type StatefulSetStatusInput } from './stateful-set/stateful-set-status';
export { WorkSet, type WaitingKey } from './work-set/work-set';
export { WORKLOAD_KNOBS, type WorkloadKnobs } from './workload-knobs';
export { namespaceConditions, type NamespaceCondition, type Remainder } from './namespace/namespace-conditions';
export {
  filledSecret,
  listingSecret,
  planTokens,
  type TokenPlan,
  type TokenPlanInput,
} from './service-account-tokens/plan-tokens';
export {
  isMirrored,
  MANAGED_BY_LABEL,
  MIRROR_MANAGER,
  planMirror,
  SERVICE_NAME_LABEL,
  type MirroredSlice,
  type NamedMirroredSlice,
} from './endpoints/mirror-slices';
export {
  BOOTSTRAP_NAMESPACE,
  bootstrapTokenIn,
  CLUSTER_INFO,
  signedClusterInfo,
  type BootstrapToken,
} from './bootstrap-tokens/bootstrap-tokens';
export { ClaimIndex } from './resource-claims/claim-index';
export { isPodDone, planClaim, plannedClaim, type ClaimPlan, type ClaimState } from './resource-claims/plan-claim';
export {
  planPodClaims,
  POD_CLAIM_ANNOTATION,
  type PodClaimsInput,
  type PodClaimsPlan,
} from './resource-claims/plan-pod-claims';
export { CLIENT_TRUST, clientTrust, FRONT_PROXY_NAME, RequestHeader } from './cluster-trust/client-trust';
export {
  cleanedAtMs,
  decideOnRequest,
  type ApprovalRight,
  type RequestAction,
} from './certificates/certificate-requests';
export {
  AUTOUPDATE,
  danglingCondition,
  planFlowControl,
  planFlowControlOnce,
  type FlowControlPlan,
} from './flow-control/flow-control';
export {
  AUTOMANAGED,
  localApiServices,
  type LocalVersion,
  planLocalApiServices,
  type WantedApiService,
} from './api-services/local-api-services';
export { discoveryFailure, PASSED, serviceProblem, withAvailability } from './api-services/availability';
export {
  addressObject,
  addressOfService,
  changedServiceCidr,
  graceEndMs,
  isAddressOf,
  isManagedAddress,
  type NetworkState,
} from './service-networks/service-networks';
