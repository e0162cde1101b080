import { jsonSchemaOf, namedArgs, type JsonSchema } from '@orrery/documents';
import type { PluginRegistry } from '../framework/plugin-args';
import {
  CONFIGURATION_GROUP,
  CONFIGURATION_VERSIONS,
  configurationStructure,
} from './kube-scheduler/configuration-document';
import { argsSchema } from './kube-scheduler/check-plugin-args';
import { POLICY } from './policy/policy-document';

/** Returns the schema of a document that configures a scheduler, plugin arguments by plugin; undefined for another kind or version. */
export function schedulerConfigurationSchema(
  apiVersion: string,
  kind: string,
  registry: PluginRegistry,
): JsonSchema | undefined {
  if (kind === 'Policy' && apiVersion === 'v1') return jsonSchemaOf(POLICY);
  const version = CONFIGURATION_VERSIONS.find((one) => apiVersion === `${CONFIGURATION_GROUP}/${one}`);
  if (kind !== 'KubeSchedulerConfiguration' || version === undefined) return undefined;
  const whole = jsonSchemaOf(configurationStructure(version));
  const pluginNames = Object.keys(registry).sort();
  const argsOf = Object.fromEntries(
    pluginNames.flatMap((name) => {
      const schema = argsSchema(registry[name]!, version);
      return schema ? [[name, jsonSchemaOf(schema)] as const] : [];
    }),
  );
  return withParts(whole, { pluginConfig: namedArgs(argsOf), enabled: pluginNames, disabled: ['*', ...pluginNames] });
}

interface Parts {
  readonly pluginConfig: JsonSchema;
  /** Names that are known in the lists of plugins. */
  readonly enabled: readonly string[];
  readonly disabled: readonly string[];
}

/** The same with what only the registry of plugins knows. */
function withParts(part: JsonSchema, parts: Parts): JsonSchema {
  const properties = part['properties'] as Readonly<Record<string, JsonSchema>> | undefined;
  const items = part['items'] as JsonSchema | undefined;
  return {
    ...part,
    ...(items ? { items: withParts(items, parts) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, each]) => [name, replaced(name, each, parts)]),
          ),
        }
      : {}),
  };
}

function replaced(name: string, part: JsonSchema, parts: Parts): JsonSchema {
  if (name === 'pluginConfig') return { ...part, items: parts.pluginConfig };
  if (name !== 'enabled' && name !== 'disabled') return withParts(part, parts);
  const item = part['items'] as { readonly properties: Readonly<Record<string, JsonSchema>> };
  const named = { ...item.properties, name: { type: 'string', examples: parts[name] } };
  return { ...part, items: { ...item, properties: named } };
}
