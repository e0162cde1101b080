import { fields, string, type Fields, type Schema } from '@orrery/documents';
import type { PluginFactory, PluginRegistry } from '../../framework/plugin-args';
import { readInto, type Findings } from '../findings';
import { withVersionDefaults } from './version-defaults';
import { CONFIGURATION_GROUP, CONFIGURATION_VERSIONS, type ConfigurationVersion } from './configuration-document';

/** Arguments of a plugin in a configuration, with their path. */
export interface GivenArgs {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly path: string;
  readonly version: ConfigurationVersion;
  readonly registry: PluginRegistry;
}

/**
 * Decodes a plugin's arguments by the plugin's declaration: kind and version, if given, must be those of the plugin,
 * and every field must be known and of its type. Ranges are validated when the plugin is made. Arguments of plugins
 * that declare nothing are passed on as they are.
 */
export function checkPluginArgs(
  { name, args, path, version, registry }: GivenArgs,
  findings: Findings,
): Readonly<Record<string, unknown>> {
  const [type = ''] = name.split('/', 1);
  const schema = Object.hasOwn(registry, type) ? argsSchema(registry[type]!, version) : undefined;
  if (!schema) return args;
  const read = readInto(withVersionDefaults(type, args, version), schema, path, findings);
  const { kind, apiVersion, ...rest } = read ?? {};
  const wanted = {
    kind: [`${type}Args`],
    apiVersion: CONFIGURATION_VERSIONS.map((one) => `${CONFIGURATION_GROUP}/${one}`),
  };
  for (const [field, value] of Object.entries({ kind, apiVersion })) {
    const supported: readonly string[] = wanted[field as keyof typeof wanted];
    if (value === undefined || supported.includes(value as string)) continue;
    const listed = supported.map((one) => JSON.stringify(one)).join(', ');
    findings.errors.push({
      field: `${path}.${field}`,
      reason: `Unsupported value: ${JSON.stringify(value)}: supported values: ${listed}`,
    });
  }
  return rest;
}

/** Returns the schema of a plugin's arguments in a version of the configuration; undefined if the plugin declares nothing. */
export function argsSchema(
  { args }: PluginFactory,
  version: ConfigurationVersion,
): Schema<Readonly<Record<string, unknown>>> | undefined {
  if (!args) return undefined;
  const known = { kind: string(), apiVersion: string(), ...fieldsOf(args, version) };
  return fields(known) as Schema<Readonly<Record<string, unknown>>>;
}

/** The fields that a version of the configuration has. */
function fieldsOf({ fields: all = {} }: Schema, version: ConfigurationVersion): Fields {
  const age = (name: string): number => CONFIGURATION_VERSIONS.findIndex((one) => one === name);
  const isThere = ({ since }: Schema): boolean => since === undefined || age(version) <= age(since);
  return Object.fromEntries(Object.entries(all).filter(([, schema]) => isThere(schema)));
}
