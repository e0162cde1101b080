import { DEFAULT_RELEASE } from '@orrery/api-types';
import type { PolicyDialect } from '../scheduler-settings';
import { legacyPredicates, legacyPriority, legacyPriorityNames, predicateName } from './legacy-names';

/**
 * Returns the Policy name of a filter plugin: the name that is among `listed`, else the most specific one; an instance
 * keeps its own name. Undefined for plugins that no Policy names.
 */
export function legacyFilterName(
  plugin: string,
  dialect: PolicyDialect,
  listed: readonly string[],
): string | undefined {
  const own = ownName(plugin);
  if (own !== undefined) return own;
  const written = new Map(listed.map((name) => [predicateName(name, dialect), name]));
  const names = legacyPredicates(dialect, DEFAULT_RELEASE)
    .filter(({ plugins }) => plugins.includes(plugin))
    .map(({ name }) => name);
  const found = names.find((name) => written.has(name));
  return found === undefined ? names[names.length - 1] : written.get(found);
}

/** Returns the Policy name of a score plugin: the first of `listed`, else the first of all names. Undefined for others. */
export function legacyScoreName(plugin: string, dialect: PolicyDialect, listed: readonly string[]): string | undefined {
  const own = ownName(plugin);
  if (own !== undefined) return own;
  return [...listed, ...legacyPriorityNames(dialect)].find((name) => {
    const known = legacyPriority(name, dialect, DEFAULT_RELEASE);
    return known !== 'unknown' && known.plugin === plugin;
  });
}

/** `NodeLabel/RackPreferred` is what the Policy calls RackPreferred. */
function ownName(plugin: string): string | undefined {
  const slash = plugin.indexOf('/');
  return slash < 0 ? undefined : plugin.slice(slash + 1);
}
