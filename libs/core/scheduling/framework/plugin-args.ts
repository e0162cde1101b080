import { fields, FindingKind, readDocument, reasonOf, type Finding, type Schema } from '@orrery/documents';
import type { AnyPlugin } from './plugin';
import { PluginArgsError } from './plugin-args-error';
import type { PluginHandle } from './plugin-handle';

/**
 * Makes a plugin for one profile; `name` is the plugin's own, which differs from the type's for further instances.
 * Throws PluginArgsError for arguments that it cannot work with.
 */
export interface PluginFactory {
  (args: unknown, handle: PluginHandle, name: string): AnyPlugin;
  /**
   * Schema of the arguments. Configurations are checked against it; without it (as in plugins of other projects) all
   * arguments are passed to the factory as they are written.
   */
  readonly args?: Schema;
}

/** Plugins by the name that configuration uses. */
export type PluginRegistry = Readonly<Record<string, PluginFactory>>;

/** The arguments of plugins that take none. */
export const NO_ARGS = fields({});

/** A plugin without arguments: every field is refused as unknown. */
export function pluginWithoutArgs(make: (handle: PluginHandle, name: string) => AnyPlugin): PluginFactory {
  return Object.assign((_args: unknown, handle: PluginHandle, name: string) => make(handle, name), { args: NO_ARGS });
}

/** A plugin with arguments: `make` is given what the schema reads, with defaults filled in and every rule checked. */
export function pluginWithArgs<T>(
  args: Schema<T>,
  make: (args: T, handle: PluginHandle, name: string) => AnyPlugin,
): PluginFactory {
  const factory = (given: unknown, handle: PluginHandle, name: string): AnyPlugin =>
    make(readPluginArgs(args, given), handle, name);
  return Object.assign(factory, { args });
}

/** Reads arguments by their schema. Throws PluginArgsError with everything that is wrong; unknown fields are left out. */
export function readPluginArgs<T>(schema: Schema<T>, args: unknown): T {
  const { value, findings } = readDocument(args ?? {}, schema);
  const errors = findings.filter(({ kind }) => kind !== FindingKind.Unknown).map(errorText);
  if (errors.length > 0) throw new PluginArgsError(errors);
  return value as T;
}

function errorText(finding: Finding): string {
  return finding.field === '' ? reasonOf(finding) : `${finding.field}: ${reasonOf(finding)}`;
}
