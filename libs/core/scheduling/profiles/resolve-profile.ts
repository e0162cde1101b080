import { EXTENSION_POINTS, implementsPoint, type ExtensionPoint } from '../framework/extension-points';
import type { AnyPlugin } from '../framework/plugin';
import type { DefaultPlugin } from './default-plugins';
import type { PluginEntry, PluginSet, Profile } from './profile';

/** The plugins that run at each point, in order, with their weights. */
export type ResolvedPoints = Readonly<Record<ExtensionPoint, readonly Required<PluginEntry>[]>>;

interface MergedEntry extends DefaultPlugin {
  readonly isDefault: boolean;
}

/**
 * Merges a profile with the default plugins: spec scheduler 5.11. `pluginOf` gives the instance for a name (undefined:
 * unknown). Errors name what the profile requests and cannot have; with errors the points must not be used.
 */
export function resolveProfile(
  profile: Profile,
  defaults: readonly DefaultPlugin[],
  pluginOf: (name: string) => AnyPlugin | undefined,
): { readonly points: ResolvedPoints; readonly errors: readonly string[] } {
  const errors: string[] = [];
  const everywhere = mergeWithDefaults(defaults, profile.plugins?.multiPoint);
  for (const { name } of everywhere) {
    if (!pluginOf(name)) errors.push(`plugins.multiPoint.enabled: Invalid value: "${name}": plugin does not exist`);
  }
  const points = {} as Record<ExtensionPoint, readonly Required<PluginEntry>[]>;
  for (const point of EXTENSION_POINTS) {
    const own = profile.plugins?.[point];
    for (const { name } of own?.enabled ?? []) {
      const plugin = pluginOf(name);
      if (!plugin) errors.push(`plugins.${point}.enabled: Invalid value: "${name}": plugin does not exist`);
      else if (!implementsPoint(plugin, point)) {
        errors.push(`plugins.${point}.enabled: Invalid value: "${name}": plugin does not extend ${point}`);
      }
    }
    points[point] = expandPoint({ point, everywhere, own, pluginOf });
  }
  if (points.queueSort.length !== 1)
    errors.push('plugins.queueSort: Invalid value: exactly one queue sort plugin is required');
  if (points.bind.length === 0) errors.push('plugins.bind: Required value: at least one bind plugin is needed');
  return { points, errors };
}

function mergeWithDefaults(defaults: readonly DefaultPlugin[], changes: PluginSet | undefined): MergedEntry[] {
  const disabled = new Set((changes?.disabled ?? []).map(({ name }) => name));
  const enabled = new Map((changes?.enabled ?? []).map((entry) => [entry.name, entry]));
  const merged: MergedEntry[] = [];
  for (const entry of defaults) {
    if (disabled.has('*') || disabled.has(entry.name)) continue;
    const replacement = enabled.get(entry.name);
    enabled.delete(entry.name);
    merged.push(replacement ? { ...replacement, isDefault: false } : { ...entry, isDefault: true });
  }
  for (const entry of enabled.values()) merged.push({ ...entry, isDefault: false });
  return merged;
}

interface PointRequest {
  readonly point: ExtensionPoint;
  readonly everywhere: readonly MergedEntry[];
  readonly own: PluginSet | undefined;
  readonly pluginOf: (name: string) => AnyPlugin | undefined;
}

/** Explicit ones that are also everywhere come first, then the rest of everywhere, then the other explicit ones. */
function expandPoint({ point, everywhere, own, pluginOf }: PointRequest): Required<PluginEntry>[] {
  const explicit = own?.enabled ?? [];
  const disabled = new Set((own?.disabled ?? []).map(({ name }) => name));
  const names = new Set(everywhere.map(({ name }) => name));
  const taken = new Set(explicit.map(({ name }) => name));
  const inherited = everywhere.filter(({ name, except }) => {
    const plugin = pluginOf(name);
    if (!plugin || taken.has(name) || disabled.has('*') || disabled.has(name)) return false;
    return implementsPoint(plugin, point) && !except?.includes(point);
  });
  return [
    ...explicit.filter(({ name }) => names.has(name)),
    ...inherited,
    ...explicit.filter(({ name }) => !names.has(name)),
  ].map(({ name, weight }) => ({ name, weight: weight || 1 }));
}
