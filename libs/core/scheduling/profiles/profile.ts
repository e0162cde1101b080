import type { ExtensionPoint } from '../framework/extension-points';

/**
 * A plugin in a list of a profile; the weight counts for scores (0 or absent: 1). A name `Type/own name` is an instance
 * of plugin Type with arguments of its own.
 */
export interface PluginEntry {
  readonly name: string;
  readonly weight?: number;
}

/** Changes to the default list of one point; `disabled: [{name: '*'}]` removes all defaults. */
export interface PluginSet {
  readonly enabled?: readonly PluginEntry[];
  readonly disabled?: readonly { readonly name: string }[];
}

/** Scheduler identity, in the words of KubeSchedulerConfiguration v1. */
export interface Profile {
  readonly schedulerName: string;
  /** 0..100; 0 or absent: adaptive. */
  readonly percentageOfNodesToScore?: number;
  readonly plugins?: Readonly<Partial<Record<ExtensionPoint | 'multiPoint', PluginSet>>>;
  readonly pluginConfig?: readonly { readonly name: string; readonly args: unknown }[];
  /** Policy only: all filters run on every node, and all reasons are reported. */
  readonly alwaysCheckAllFilters?: boolean;
}

/** Name of the profile that serves pods which name no scheduler. */
export const DEFAULT_SCHEDULER_NAME = 'default-scheduler';
