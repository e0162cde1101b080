import type { ConfiguredScheduler } from '@orrery/control-plane';
import { legacyFilterName, legacyScoreName } from '@orrery/scheduling';

/** Names in a Policy of the plugins that follow from it; null everywhere if there is no Policy. */
export interface LegacyNames {
  predicate(plugin: string): string | null;
  priority(plugin: string): string | null;
}

/** The words of a scheduler's configuration. */
export function legacyNames({ settings }: ConfiguredScheduler): LegacyNames {
  const { dialect, document } = settings;
  if (!dialect) return { predicate: () => null, priority: () => null };
  const predicates = namesIn(document?.['predicates']);
  const priorities = namesIn(document?.['priorities']);
  return {
    predicate: (plugin) => legacyFilterName(plugin, dialect, predicates) ?? null,
    priority: (plugin) => legacyScoreName(plugin, dialect, priorities) ?? null,
  };
}

function namesIn(entries: unknown): readonly string[] {
  return Array.isArray(entries) ? (entries as { name?: string }[]).map(({ name = '' }) => name) : [];
}
