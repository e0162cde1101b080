import type { Fields } from '@orrery/documents';
import { CLEAR_FAULTS, INJECT_FAULT } from '../faults/fault-inputs';
import type { ScenarioAction } from './scenario';

const { at: _at, after: _after, ...OF_FAULT } = INJECT_FAULT.fields;
/** Fields of a fault: those of the action, whose times are the scenario's. */
export const FAULT_FIELDS: Fields = OF_FAULT;
/** Fields that select faults to end: those of the action, and a share of the nodes. */
export const CLEAR_FAULTS_FIELDS: Fields = { ...CLEAR_FAULTS.fields, share: INJECT_FAULT.fields['share']! };

/** Fields of a scenario, for its reader and for the schema of editors: {@link scenarioSchema} describes the form of each. */
export const ROOT_FIELDS = ['apiVersion', 'kind', 'metadata', 'spec'] as const;
export const SPEC_FIELDS = ['actions', 'lasts', 'cluster'] as const;
/** Fields of `spec.cluster`, the cluster that a run makes for the scenario. */
export const CLUSTER_FIELDS = ['nodes', 'zones', 'seed', 'bundle', 'startAt', 'settings'] as const;
/** Fields of an entry besides its action. */
export const TIMING_FIELDS = ['name', 'at', 'after', 'every', 'times', 'when', 'within'] as const;
/** Fields that identify an object. */
export const OBJECT_FIELDS = ['apiVersion', 'kind', 'namespace', 'name'] as const;
export const PATCH_FIELDS = [...OBJECT_FIELDS, 'patch'] as const;
export const EXPECTATION_FIELDS = [...OBJECT_FIELDS, 'labelSelector', 'matches', 'count'] as const;
export const TAINT_FIELDS = ['node', 'key', 'value', 'effect'] as const;

export const API_VERSION = 'sim.orrery.dev/v1';
export const KIND = 'Scenario';
export const MAX_ENTRIES = 1000;
/** Maximum number of repetitions of an entry. */
export const MAX_TIMES = 1000;

/** An entry has exactly one of them. */
export type ActionName = ScenarioAction['type'];
