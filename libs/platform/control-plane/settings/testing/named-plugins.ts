import { DEFAULT_PLUGINS, pluginWithoutArgs, SUCCESS, type AnyPlugin, type PluginRegistry } from '@orrery/scheduling';

/** The two plugins without which no profile runs. */
const REQUIRED: Readonly<Record<string, Partial<AnyPlugin>>> = {
  PrioritySort: { compare: () => 0 },
  DefaultBinder: { bind: () => SUCCESS },
};

/** Plugins that do nothing, under the names of the default ones: what a configuration needs to be readable. */
export const NAMED_PLUGINS: PluginRegistry = Object.fromEntries(
  Object.values(DEFAULT_PLUGINS)
    .flat()
    .map(({ name }) => name.split('/', 1)[0]!)
    .map((type) => [type, pluginWithoutArgs((_handle, name): AnyPlugin => ({ name, ...REQUIRED[type] }))]),
);
