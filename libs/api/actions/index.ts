export {
  type AccessRule,
  bothOf,
  clusterAccess,
  clusterRight,
  type FieldArguments,
  manyOf,
  manyOfNamedKind,
  ofWorkload,
  oneOf,
  oneOfNamedKind,
  onServer,
  open,
  PLACEMENTS,
  type RequiredRight,
  type RuledCluster,
  snapshotAccess,
} from './access/access-rules';
export { requireRight } from './access/create-token';
export { type Action, type Outcome } from './action';
export { admissionConfigOf } from './admission/admission-config';
export { ALL_ACTIONS } from './all-actions';
export { AdvanceEnd, areConditionsMet } from './clock/advance-clock';
export { CLOCK_CONDITION, CLOCK_MODE, type ClockCondition } from './clock/clock-inputs';
export { clockOf } from './clock/clock-view';
export { CLUSTERS, findCluster, listClusterViews, requireClusterName } from './clusters/clusters';
export { onNamedCluster } from './clusters/named-cluster';
export { deschedulerRunView, type RunView, scheduleView } from './descheduling/descheduler-runs';
export { badUserInput, InputError } from './errors/input-error';
export { ErrorCode, type InputPlace, pathOf, type UserError, userErrors } from './errors/user-errors';
export { listApiFaults } from './faults/api-faults';
export { FAULT_KINDS, type FaultKind } from './faults/fault-kinds';
export { faultView, listFaults, storedKind } from './faults/node-faults';
export { COMPONENT } from './faults/restart-component';
export { isOneOf, type Predicate, selectionOf } from './filters/compile-filter';
export { decodeResourceId, encodeResourceId } from './filters/resource-id';
export { durationOf } from './input/duration-input';
export { type ResultSchema } from './input/results';
export { nodeHealthOf } from './node-health/node-health';
export { DrainOutcome } from './nodes/drain-node';
export { zoneOf } from './nodes/zone';
export { documentsOf, onlyDocument, targetOfDocument } from './objects/documents';
export { servedKind } from './objects/kind-of';
export { dependentsOf, eventsAbout } from './objects/object-index';
export { type PodName, podOf } from './pods/pod-actions';
export { INPUT_PERFORMERS } from './recordings/performers';
export { recordingViews, replayReport } from './recordings/recordings';
export { scenarioProgress, type ScenarioProgress } from './scenarios/run-scenario';
export {
  plannedSettings,
  schedulerConfig,
  schedulerConfigs,
  setSchedulerConfigAction,
} from './scheduling/scheduler-config';
export { POLICY_DIALECT, type SetSchedulerConfigInput } from './scheduling/scheduler-config-input';
export { snapshotView } from './snapshots/snapshots';
export { rolloutKind } from './workloads/rollout-changes';
export { replicaSetsOf, revisionsOf } from './workloads/rollout-history';
