import { createRequire } from 'node:module';
import * as scheduling from '@orrery/scheduling';
import type { PluginFactory, PluginRegistry } from '@orrery/scheduling';

/** Module of plugins that cannot be loaded, or lacks a required export; the message names it with the reason. */
export class PluginModuleError extends Error {}

/** Type of the export `plugins` of a plugin module: factories by name, made with the library that runs them. */
export type PluginModule = (library: typeof scheduling) => PluginRegistry;

/** Names that configuration can use: without `/`, which separates instances of one plugin. */
const NAME = /^[A-Za-z][A-Za-z0-9.-]*$/;

/** Options of plugins that come from the environment of their process. */
export interface PluginDefaults {
  /** `KUBE_MAX_PD_VOLS`: how many disks a node holds where its allocatable does not say. */
  readonly maxVolumes?: string | undefined;
}

/**
 * The plugins of a process: those of the library and those of compiled modules. Every process that runs schedulers or
 * validates their configuration must load the same ones. Throws {@link PluginModuleError}.
 */
export function loadPluginModules(files: readonly string[], { maxVolumes }: PluginDefaults = {}): PluginRegistry {
  const loaded: Record<string, PluginFactory> = { ...scheduling.PLUGIN_REGISTRY };
  for (const file of files) {
    for (const [name, factory] of Object.entries(pluginsOf(file))) {
      if (!NAME.test(name)) throw new PluginModuleError(`${file}: ${JSON.stringify(name)} cannot be a plugin's name`);
      if (Object.hasOwn(loaded, name)) throw new PluginModuleError(`${file}: there is a plugin ${name} already`);
      if (typeof factory !== 'function') throw new PluginModuleError(`${file}: plugin ${name} is not a function`);
      loaded[name] = factory;
    }
  }
  return scheduling.withMaxVolumes(loaded, scheduling.readMaxVolumes(maxVolumes));
}

function pluginsOf(file: string): PluginRegistry {
  let exported: { readonly plugins?: unknown };
  try {
    exported = createRequire(file)(file) as typeof exported;
  } catch (error) {
    throw new PluginModuleError(`${file} cannot be loaded: ${(error as Error).message.split('\n')[0]}`, {
      cause: error,
    });
  }
  if (typeof exported?.plugins !== 'function') {
    throw new PluginModuleError(`${file} does not export a function named plugins`);
  }
  const made: unknown = (exported.plugins as PluginModule)(scheduling);
  if (typeof made === 'object' && made !== null) return made as PluginRegistry;
  throw new PluginModuleError(`${file}: plugins() did not answer with an object`);
}
