import { structuralErrors } from './structural-rules';
import type { DefinitionSpec } from './custom-resource-definition';
import { additionalOf, itemsOf, type JsonSchema } from '../schema/json-schema';

/** The version in which definitions need no schema, and schemas need not be structural. */
export const DEFINITIONS_V1BETA1 = 'apiextensions.k8s.io/v1beta1';

/** Requirements on a definition, by the version in which it was sent and by its stored form (`validationOptions` upstream). */
export interface DefinitionOptions {
  readonly requiresSchema: boolean;
  readonly requiresStructural: boolean;
  readonly requiresKnownTypes: boolean;
  /** The reason why schemas may have no defaults; undefined: they may. */
  readonly noDefaults: string | undefined;
  readonly requiresApproval: boolean;
  /** True if fields without a schema must be dropped. */
  readonly requiresPruning: boolean;
  /** The schemas of the stored definition, by version. */
  readonly storedSchemas: ReadonlyMap<string, JsonSchema>;
}

/** Returns the options of a write; a change need not meet requirements that the stored definition does not meet. */
export function definitionOptions(
  requestVersion: string | undefined,
  old: DefinitionSpec | undefined,
): DefinitionOptions {
  const isOlder = requestVersion === DEFINITIONS_V1BETA1;
  const before = old ? schemasOf(old) : [];
  const hadDefaults = before.some((schema) => hasAnywhere(schema, ({ default: value }) => value !== undefined));
  return {
    requiresSchema: !isOlder && (old?.versions ?? []).every(({ schema }) => schema?.openAPIV3Schema !== undefined),
    requiresStructural: !isOlder && before.every((schema) => structuralErrors(schema, '').length === 0),
    requiresKnownTypes: !isOlder && !before.some((schema) => hasAnywhere(schema, hasUnknownType)),
    noDefaults:
      isOlder && !hadDefaults
        ? `(cannot set default values in ${DEFINITIONS_V1BETA1} CRDs, must use apiextensions.k8s.io/v1)`
        : undefined,
    requiresApproval: !isOlder,
    requiresPruning: !isOlder && old?.preserveUnknownFields !== true,
    storedSchemas: new Map(
      (old?.versions ?? []).flatMap(({ name, schema }) =>
        schema?.openAPIV3Schema ? [[name, schema.openAPIV3Schema] as const] : [],
      ),
    ),
  };
}

/** Types that schemas may name. */
export const SCHEMA_TYPES: readonly string[] = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

function hasUnknownType({ type }: JsonSchema): boolean {
  return type !== undefined && type !== '' && !SCHEMA_TYPES.includes(type);
}

/** Returns whether a schema makes its definition need structural ones: by defaults, or by extensions of Kubernetes. */
export function needsStructural(spec: DefinitionSpec, { noDefaults }: DefinitionOptions): boolean {
  const isSpecial = (schema: JsonSchema): boolean =>
    hasExtension(schema) || (noDefaults === undefined && schema.default !== undefined);
  return schemasOf(spec).some((schema) => hasAnywhere(schema, isSpecial));
}

/** Returns whether a schema of the definition has a default. */
export function hasDefaults(spec: DefinitionSpec): boolean {
  return schemasOf(spec).some((schema) => hasAnywhere(schema, ({ default: value }) => value !== undefined));
}

function hasExtension(schema: JsonSchema): boolean {
  return (
    schema['x-kubernetes-preserve-unknown-fields'] !== undefined ||
    schema['x-kubernetes-embedded-resource'] === true ||
    schema['x-kubernetes-int-or-string'] === true ||
    schema['x-kubernetes-list-type'] !== undefined ||
    (schema['x-kubernetes-list-map-keys'] ?? []).length > 0 ||
    schema['x-kubernetes-map-type'] !== undefined ||
    (schema['x-kubernetes-validations'] ?? []).length > 0
  );
}

function schemasOf({ versions = [] }: DefinitionSpec): JsonSchema[] {
  return versions.flatMap(({ schema }) => schema?.openAPIV3Schema ?? []);
}

/** Returns whether a schema or any below it has a property. */
function hasAnywhere(schema: JsonSchema, has: (schema: JsonSchema) => boolean): boolean {
  if (has(schema)) return true;
  const [items, additional] = [itemsOf(schema), additionalOf(schema)];
  const below = [
    ...Object.values(schema.properties ?? {}),
    ...Object.values(schema.patternProperties ?? {}),
    ...Object.values(schema.definitions ?? {}),
    ...(items ? [items] : []),
    ...(additional ? [additional] : []),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.not ? [schema.not] : []),
  ];
  return below.some((each) => hasAnywhere(each, has));
}
