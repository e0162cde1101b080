export {
  CLASSIC_BEHAVIOUR,
  CURRENT_BEHAVIOUR,
  parseBehaviourOverride,
  type DeschedulingBehaviour,
  type OverrideVerdict,
} from './run/behaviour';
export { loadDeschedulerPolicy, type PolicyOptions } from './policy/load-policy';
export { deschedulerPolicySchema, POLICY_KIND } from './policy/v1alpha2/policy-schema';
export type { PolicyVerdict } from './policy/policy-verdict';
export type { DeschedulerPolicy, MetricsProvider, PolicyStep } from './policy/descheduler-policy';
export { policyMessage, type PolicyError } from './policy/policy-error';
export {
  runCycle,
  type CycleInput,
  type CycleVerdict,
  type EvictionAnswer,
  type EvictionRequest,
} from './run/run-cycle';
export { DisruptionLedger } from './run/disruption-ledger';
export { DecisionVerdict, type DeschedulingReport, type NodeClasses, type PodDecision } from './run/report';
export { evictionBody, REQUESTED_BY, type EvictionBody } from './run/eviction-body';
export { readQueryAnswer, type MeasuredUsage, type QueryAnswer, type QueryOutcome } from './run/measured-usage';
export { SAMPLE_INTERVAL_MS, UsageMeans } from './run/usage-means';
export { EvictionOutcome, LIMIT_TEXT } from './run/eviction-outcome';
export type { ClusterObjects } from './cluster/cluster-snapshot';
export type { SchedulerFit } from './cluster/node-fit';
export { amountsOf, type Amounts } from './cluster/pod-requests';
export type { PodView, NodeView } from './cluster/cluster-views';
export { STRATEGIES } from './plugins/registry';
export {
  isDeschedulerContainer,
  parseDeschedulerCommand,
  type CommandVerdict,
  type DeschedulerCommand,
} from './command/descheduler-command';
export {
  claimedLease,
  ELECTION_JITTER,
  releasedLease,
  type LeaderElectionOptions,
  type LeaseSpec,
  type ObservedLease,
} from './command/leader-election';
export { mountedFile, type MountedFile } from './command/mounted-file';
