import { anyObject, boolean, fields, integer, listOf, string, type Schema } from '@orrery/documents';
import { EXTENSION_POINTS, type ExtensionPoint } from '../../framework/extension-points';
import type { PluginSet } from '../../profiles/profile';
import { EXTENDER, type RawExtender } from '../extender-settings';

/** The API group of the configuration and of plugin arguments. */
export const CONFIGURATION_GROUP = 'kubescheduler.config.k8s.io';

/** Versions that are read, newest first. */
export const CONFIGURATION_VERSIONS = ['v1', 'v1beta3', 'v1beta2', 'v1beta1'] as const;
export type ConfigurationVersion = (typeof CONFIGURATION_VERSIONS)[number];

/** A KubeSchedulerConfiguration as its text has it, types checked. */
export interface ConfigurationDocument {
  readonly parallelism?: number | bigint;
  readonly percentageOfNodesToScore?: number | bigint;
  readonly podInitialBackoffSeconds?: number | bigint;
  readonly podMaxBackoffSeconds?: number | bigint;
  readonly profiles?: readonly RawProfile[];
  readonly extenders?: readonly RawExtender[];
}

export interface RawProfile {
  readonly schedulerName?: string;
  readonly percentageOfNodesToScore?: number | bigint;
  readonly plugins?: Readonly<Partial<Record<ExtensionPoint | 'multiPoint', PluginSet>>>;
  readonly pluginConfig?: readonly { readonly name?: string; readonly args?: Readonly<Record<string, unknown>> }[];
}

const PLUGIN_SET = fields({
  enabled: listOf(fields({ name: string(), weight: integer() })),
  disabled: listOf(fields({ name: string(), weight: integer() })),
});

/** Points that a version does not have yet. */
const MISSING_POINTS: Readonly<Record<ConfigurationVersion, ReadonlySet<string>>> = {
  v1: new Set(),
  v1beta3: new Set(),
  v1beta2: new Set(['multiPoint', 'preEnqueue']),
  v1beta1: new Set(['multiPoint', 'preEnqueue']),
};

/** Returns the schema of a document of a version. Settings of the process are accepted and have no effect here. */
export function configurationStructure(version: ConfigurationVersion): Schema<ConfigurationDocument> {
  const points = [...EXTENSION_POINTS, 'multiPoint'].filter((point) => !MISSING_POINTS[version].has(point));
  const profile = fields({
    schedulerName: string(),
    ...(version === 'v1' ? { percentageOfNodesToScore: integer() } : {}),
    plugins: fields(Object.fromEntries(points.map((point) => [point, PLUGIN_SET]))),
    pluginConfig: listOf(fields({ name: string(), args: anyObject() })),
  });
  return fields({
    kind: string(),
    apiVersion: string(),
    parallelism: integer(),
    leaderElection: anyObject(),
    clientConnection: anyObject(),
    healthzBindAddress: string(),
    metricsBindAddress: string(),
    enableProfiling: boolean(),
    enableContentionProfiling: boolean(),
    delayCacheUntilActive: boolean(),
    percentageOfNodesToScore: integer(),
    podInitialBackoffSeconds: integer(),
    podMaxBackoffSeconds: integer(),
    profiles: listOf(profile),
    extenders: listOf(EXTENDER),
  });
}
