import { createRequire } from 'node:module';
import * as scheduling from '@orrery/scheduling';
import type { PluginFactory, PluginRegistry } from '@orrery/scheduling';

/** Module of plugins that cannot be loaded, or lacks a required export; the message names it with the reason. */
export class PluginModuleError extends Error {}

/** The library that runs plugins, with the plugins that are built in. */
type PluginLibrary = typeof scheduling & { readonly PLUGIN_REGISTRY: PluginRegistry };

/** Type of the export `plugins` of a plugin module: factories by name, made with the library that runs them. */
export type PluginModule = (library: PluginLibrary) => PluginRegistry;

/** Names that configuration can use: without `/`, which separates instances of one plugin. */
const NAME = /^[A-Za-z][A-Za-z0-9.-]*$/;

/**
 * Returns `registry` with the plugins of compiled modules. Every process that runs schedulers or validates their
 * configuration must load the same ones. Throws {@link PluginModuleError}.
 */
export function loadPluginModules(files: readonly string[], registry: PluginRegistry): PluginRegistry {
  const loaded: Record<string, PluginFactory> = { ...registry };
  const library = { ...scheduling, PLUGIN_REGISTRY: registry };
  for (const file of files) {
    for (const [name, factory] of Object.entries(pluginsOf(file, library))) {
      if (!NAME.test(name)) throw new PluginModuleError(`${file}: ${JSON.stringify(name)} cannot be a plugin's name`);
      if (Object.hasOwn(loaded, name)) throw new PluginModuleError(`${file}: there is a plugin ${name} already`);
      if (typeof factory !== 'function') throw new PluginModuleError(`${file}: plugin ${name} is not a function`);
      loaded[name] = factory;
    }
  }
  return loaded;
}

function pluginsOf(file: string, library: PluginLibrary): PluginRegistry {
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
  const made: unknown = (exported.plugins as PluginModule)(library);
  if (typeof made === 'object' && made !== null) return made as PluginRegistry;
  throw new PluginModuleError(`${file}: plugins() did not answer with an object`);
}
