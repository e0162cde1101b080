import { loadSchedulerConfiguration, type LoadOptions, type LoadVerdict } from '@orrery/scheduling';
import { PLUGIN_REGISTRY } from '../registry';

/** Options for reading a configuration that may name the plugins of this library. */
export type ReadOptions = Omit<LoadOptions, 'registry'>;

/** Reads a configuration that may name the plugins of this library. */
export function readConfiguration(source: unknown, options: ReadOptions): LoadVerdict {
  return loadSchedulerConfiguration(source, { ...options, registry: PLUGIN_REGISTRY });
}
