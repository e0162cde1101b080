import type { PluginFactory, PluginRegistry } from '@orrery/scheduling';

const PLUGINS = ['EBSLimits', 'GCEPDLimits', 'AzureDiskLimits', 'CinderLimits'] as const;

/**
 * Returns the limit in the environment variable `KUBE_MAX_PD_VOLS`; undefined without one: a text that is not a number
 * above 0 is ignored, as upstream does.
 */
export function readMaxVolumes(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}

/** Returns the plugins with another default for the disks that a node holds; a configuration takes precedence. */
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
