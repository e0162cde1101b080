import type { PluginFactory } from '../../framework/plugin-args';
import type { PluginRegistry } from '../registry';

const PLUGINS = ['EBSLimits', 'GCEPDLimits', 'AzureDiskLimits', 'CinderLimits'] as const;

/**
 * What the environment variable `KUBE_MAX_PD_VOLS` says; undefined if it says nothing: a text that is no number above 0
 * is passed over, as upstream does.
 */
export function readMaxVolumes(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}

/** The plugins with another default for the disks that a node holds; what a configuration says counts before it. */
export function withMaxVolumes(registry: PluginRegistry, maxVolumes: number | undefined): PluginRegistry {
  if (maxVolumes === undefined) return registry;
  const limited = PLUGINS.map((plugin): [string, PluginRegistry[string]] => {
    const factory = registry[plugin]!;
    const limited: PluginFactory = (args, handle, name) =>
      factory({ maxVolumes, ...(args as object | undefined) }, handle, name);
    return [plugin, Object.assign(limited, factory.args && { args: factory.args })];
  });
  return { ...registry, ...Object.fromEntries(limited) };
}
