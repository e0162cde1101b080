import { byRelease } from '@orrery/api-types';

/** Differences of workloads between generations; one frozen record per bundle. */
export interface WorkloadKnobs {
  /** The annotation `controller.kubernetes.io/pod-deletion-cost` ranks pods for deletion (since 1.22). */
  readonly usesDeletionCost: boolean;
  /** True if ScalingReplicaSet events have the text `from 1 to 3` instead of `to 3` (since 1.29). */
  readonly eventsNameFormerSize: boolean;
  /** A finalizer keeps the pods of jobs until they are counted, and jobs report their end before it (since 1.26). */
  readonly tracksJobPods: boolean;
  /** Poll interval of CronJobs, in ms; 0: exactly at their time (since 1.21). */
  readonly cronPollMs: number;
  /** The pods of a StatefulSet carry their ordinal as a label (since 1.28). */
  readonly labelsPodIndex: boolean;
  /** DaemonSets put their pods on their nodes themselves instead of asking the scheduler (before 1.12). */
  readonly bindsDaemonPods: boolean;
  /** A disruption budget that needs scales passes over pods without a controller instead of giving up (since 1.22). */
  readonly budgetsPassOverBarePods: boolean;
  /** Disruption budgets have the condition DisruptionAllowed (since 1.21). */
  readonly budgetsHaveConditions: boolean;
  /** Every service account is given a Secret with a token (before 1.24). */
  readonly accountsHaveTokens: boolean;
  /** Templates in revisions have `creationTimestamp: null` (before 1.34). */
  readonly writesNullCreation: boolean;
  /** The pod garbage collector frees nodes that are out of service, and marks what it collects as Failed (since 1.26). */
  readonly marksCollectedPods: boolean;
  /** ReplicaSets and Deployments count the pods that are being deleted (since 1.35). */
  readonly countsTerminating: boolean;
}

const OF_1_34: WorkloadKnobs = Object.freeze({
  usesDeletionCost: true,
  eventsNameFormerSize: true,
  tracksJobPods: true,
  cronPollMs: 0,
  labelsPodIndex: true,
  bindsDaemonPods: false,
  budgetsPassOverBarePods: true,
  budgetsHaveConditions: true,
  accountsHaveTokens: false,
  writesNullCreation: false,
  marksCollectedPods: true,
  countsTerminating: false,
});
const BEFORE_1_21: WorkloadKnobs = Object.freeze({
  usesDeletionCost: false,
  eventsNameFormerSize: false,
  tracksJobPods: false,
  cronPollMs: 10_000,
  labelsPodIndex: false,
  bindsDaemonPods: false,
  budgetsPassOverBarePods: false,
  budgetsHaveConditions: false,
  accountsHaveTokens: true,
  writesNullCreation: true,
  marksCollectedPods: false,
  countsTerminating: false,
});
const ORIGIN_3_11: WorkloadKnobs = Object.freeze({ ...BEFORE_1_21, bindsDaemonPods: true });

/** The knobs of each bundle. */
export const WORKLOAD_KNOBS = byRelease<WorkloadKnobs>({
  '1.36': Object.freeze({ ...OF_1_34, countsTerminating: true }),
  '1.34': OF_1_34,
  '1.20': BEFORE_1_21,
  '1.11': ORIGIN_3_11,
});
