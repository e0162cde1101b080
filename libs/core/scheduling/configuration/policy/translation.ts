import type { PluginEntry } from '../../profiles/profile';

/** Translation of a Policy's entries: filters in order, scores with weights, and arguments by plugin. */
export interface PolicyTranslation {
  readonly filters: readonly string[];
  readonly scores: readonly Required<PluginEntry>[];
  readonly args: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

/** Arguments by plugin, gathered field by field. */
export class GatheredArgs {
  readonly byPlugin = new Map<string, Record<string, unknown>>();

  /** Sets a field of a plugin's arguments. */
  set(plugin: string, field: string, value: unknown): void {
    this.byPlugin.set(plugin, { ...this.byPlugin.get(plugin), [field]: value });
  }

  /** Appends to a list of a plugin's arguments. */
  append(plugin: string, field: string, values: readonly string[]): void {
    const before = (this.byPlugin.get(plugin)?.[field] ?? []) as readonly string[];
    this.set(plugin, field, [...before, ...values]);
  }
}
