import { createTokenAction } from './access/create-token';
import type { Action } from './action';
import { setAdmissionConfigAction } from './admission/admission-config';
import { CLOCK_ACTIONS } from './clock/clock-actions';
import { CLUSTER_ACTIONS } from './clusters/cluster-actions';
import { DESCHEDULER_ACTIONS } from './descheduling/descheduler-runs';
import { API_FAULT_ACTIONS } from './faults/api-faults';
import { FAULT_ACTIONS } from './faults/fault-actions';
import { importStateAction } from './imports/import-state';
import { setNodeHealthAction } from './node-health/node-health';
import { addNodesAction } from './nodes/add-nodes';
import { drainNodeAction } from './nodes/drain-node';
import { CORDON_ACTIONS, removeNodeAction, TAINT_ACTIONS } from './nodes/edit-node';
import { OBJECT_ACTIONS } from './objects/object-actions';
import { addPodsAction } from './pods/add-pods';
import { POD_ACTIONS } from './pods/pod-actions';
import { RECORDING_ACTIONS } from './recordings/recordings';
import { runScenarioAction } from './scenarios/run-scenario-action';
import { setSchedulerConfigAction } from './scheduling/scheduler-config';
import { SNAPSHOT_ACTIONS } from './snapshots/snapshots';
import { USAGE_ACTIONS } from './usage/set-usage';
import { ROLLOUT_ACTIONS } from './workloads/rollout-actions';

/** Every action, in the order in which the schema lists the mutations: actions of the emulator by subject, then those on objects. */
export const ALL_ACTIONS: readonly Action[] = [
  // Clusters, their time and their past.
  ...CLUSTER_ACTIONS,
  ...CLOCK_ACTIONS,
  importStateAction,
  ...SNAPSHOT_ACTIONS,
  ...RECORDING_ACTIONS,
  // Failures and their course.
  ...FAULT_ACTIONS,
  ...API_FAULT_ACTIONS,
  runScenarioAction,
  setNodeHealthAction,
  // Simulated nodes and pods.
  ...CORDON_ACTIONS,
  drainNodeAction,
  addNodesAction,
  removeNodeAction,
  ...TAINT_ACTIONS,
  addPodsAction,
  ...POD_ACTIONS,
  ...USAGE_ACTIONS,
  // Scheduling, descheduling, admission and access.
  setSchedulerConfigAction,
  ...DESCHEDULER_ACTIONS,
  setAdmissionConfigAction,
  createTokenAction,
  // Objects of any kind.
  ...OBJECT_ACTIONS,
  ...ROLLOUT_ACTIONS,
];
