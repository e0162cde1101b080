import type { ScenarioAction } from './scenario';

/** What a scenario may have, for its reader and for the schema of editors: {@link scenarioSchema} says how each is written. */
export const ROOT_FIELDS = ['apiVersion', 'kind', 'metadata', 'spec'] as const;
export const SPEC_FIELDS = ['actions', 'lasts', 'cluster'] as const;
/** Of `spec.cluster`: what the cluster is that a run makes for the scenario. */
export const CLUSTER_FIELDS = ['nodes', 'zones', 'seed', 'bundle', 'startAt', 'settings'] as const;
/** Of an entry, besides its action. */
export const TIMING_FIELDS = ['name', 'at', 'after', 'every', 'times', 'when', 'within'] as const;
/** Which nodes are meant. */
export const TARGET_FIELDS = ['nodes', 'nodeSelector', 'zone', 'share'] as const;
export const FAULT_FIELDS = [...TARGET_FIELDS, 'kind', 'for', 'factor', 'latency', 'amount'] as const;
export const CLEAR_FAULTS_FIELDS = [...TARGET_FIELDS, 'kinds'] as const;
/** Which object is meant. */
export const OBJECT_FIELDS = ['apiVersion', 'kind', 'namespace', 'name'] as const;
export const PATCH_FIELDS = [...OBJECT_FIELDS, 'patch'] as const;
export const EXPECTATION_FIELDS = [...OBJECT_FIELDS, 'labelSelector', 'matches', 'count'] as const;
export const TAINT_FIELDS = ['node', 'key', 'value', 'effect'] as const;

export const API_VERSION = 'sim.orrery.dev/v1';
export const KIND = 'Scenario';
export const MAX_ENTRIES = 1000;
/** How often an entry may happen again. */
export const MAX_TIMES = 1000;

/** An entry has exactly one of them. */
export type ActionName = ScenarioAction['type'];
