import { customVersionOf, versionOf, type JsonSchema, type KindInfo } from '@orrery/api-types';
import { referenceTo, type Definitions, type Schema, type ValueRules } from './schema';
import { API_VERSION, KIND, WellKnown } from './well-known-schemas';

const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
const METADATA_TEXT =
  "Standard object's metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata";
const LIST_METADATA_TEXT =
  'Standard list metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds';

/** `com.example.v1.CronTab`: the name of a custom kind's schema. */
export function customDefinitionName({ group, storageApiVersion }: KindInfo, kind: string): string {
  return `${group.split('.').reverse().join('.')}.${versionOf(storageApiVersion)}.${kind}`;
}

/** The schemas of a custom kind and of its list, in the form of OpenAPI v3. */
export function customSchemasV3(kind: KindInfo): Record<string, object> {
  const source = customVersionOf(kind)?.schema.source ?? {};
  const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  const name = customDefinitionName(kind, kind.kind);
  return {
    [name]: { ...withResourceFields(source, reference), 'x-kubernetes-group-version-kind': [gvkOf(kind, kind.kind)] },
    [customDefinitionName(kind, kind.listKind)]: {
      ...listSchema(kind),
      properties: {
        apiVersion: API_VERSION,
        items: { description: itemsText(kind), type: 'array', items: { allOf: [reference(name)], default: {} } },
        kind: KIND,
        metadata: { description: LIST_METADATA_TEXT, allOf: [reference(WellKnown.ListMeta)], default: {} },
      },
    },
  };
}

/** The same in the form of OpenAPI v2, which has neither junctors nor null (`apiserver/schema.ToStructuralOpenAPIV2` upstream). */
export function customDefinitionsV2(kind: KindInfo): Definitions {
  const schema = customVersionOf(kind)?.schema;
  const source = schema?.source ?? {};
  const name = customDefinitionName(kind, kind.kind);
  const own = toV2(source);
  const properties: Record<string, Schema> = {
    ...own.properties,
    apiVersion: API_VERSION,
    kind: KIND,
    metadata: { description: METADATA_TEXT, $ref: referenceTo(OBJECT_META) },
  };
  const isOpen = schema?.preservesUnknown ?? false;
  return new Map<string, Schema>([
    [
      name,
      {
        type: 'object',
        ...(own.description ? { description: own.description } : {}),
        ...(isOpen ? {} : { properties, ...(own.required ? { required: own.required } : {}) }),
        'x-kubernetes-group-version-kind': [gvkOf(kind, kind.kind)],
      },
    ],
    [
      customDefinitionName(kind, kind.listKind),
      {
        ...listSchema(kind),
        properties: {
          apiVersion: API_VERSION,
          items: { description: itemsText(kind), type: 'array', items: { $ref: referenceTo(name) } },
          kind: KIND,
          metadata: { description: LIST_METADATA_TEXT, $ref: referenceTo(WellKnown.ListMeta) },
        },
      },
    ],
  ]);
}

function listSchema(kind: KindInfo): Schema {
  return {
    description: `${kind.listKind} is a list of ${kind.kind}`,
    type: 'object',
    required: ['items'],
    'x-kubernetes-group-version-kind': [gvkOf(kind, kind.listKind)],
  };
}

function itemsText({ resource }: KindInfo): string {
  return `List of ${resource}. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md`;
}

function gvkOf({ group, storageApiVersion }: KindInfo, kind: string): { group: string; version: string; kind: string } {
  return { group, version: versionOf(storageApiVersion), kind };
}

function withResourceFields(schema: JsonSchema, reference: (name: string) => object): JsonSchema {
  const metadata = { description: METADATA_TEXT, allOf: [reference(OBJECT_META)], default: {} };
  const properties = Object.entries(schema.properties ?? {}).map(
    ([name, property]) => [name, withEmbedded(property, reference)] as const,
  );
  return {
    ...schema,
    properties: { ...Object.fromEntries(properties), apiVersion: API_VERSION, kind: KIND, metadata },
  } as JsonSchema;
}

/** Embedded resources have the fields of every resource, at any depth. */
function withEmbedded(schema: JsonSchema, reference: (name: string) => object): JsonSchema {
  const own = schema['x-kubernetes-embedded-resource'] ? withResourceFields(schema, reference) : schema;
  const { properties, items, additionalProperties } = own;
  return {
    ...own,
    ...(properties && own === schema
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, property]) => [name, withEmbedded(property, reference)]),
          ),
        }
      : {}),
    ...(isSchema(items) ? { items: withEmbedded(items, reference) } : {}),
    ...(isSchema(additionalProperties) ? { additionalProperties: withEmbedded(additionalProperties, reference) } : {}),
  };
}

const KEPT_EXTENSIONS = [
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-map-type',
] as const;

const VALUE_RULES = [
  'title',
  'default',
  'multipleOf',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'maxProperties',
  'minProperties',
  'enum',
] as const satisfies readonly (keyof ValueRules)[];

/** Returns the validation keywords that are set; as in upstream's types, false counts as unset. */
function valueRules(schema: JsonSchema): ValueRules {
  const named = VALUE_RULES.filter((name) => schema[name] !== undefined && schema[name] !== false);
  return Object.fromEntries(named.map((name) => [name, schema[name]])) as ValueRules;
}

function toV2(schema: JsonSchema): Schema {
  const { description, nullable, items, properties, additionalProperties } = schema;
  const described = description ? { description } : {};
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true;
  // v2 can say neither that null is allowed nor that there are two types: nothing is said then.
  if (nullable || schema['x-kubernetes-int-or-string'] || schema.type === undefined) return described;
  const kept = Object.fromEntries(
    KEPT_EXTENSIONS.flatMap((name) => (schema[name] === undefined ? [] : [[name, schema[name]]])),
  ) as Schema;
  // kubectl takes an object with a type for one without further fields, and an array for one with a type of items.
  if (isOpen) return { ...described, ...kept, ...(isContainer(schema) ? {} : { type: schema.type }) };
  return {
    ...described,
    ...kept,
    ...valueRules(schema),
    type: schema.type,
    ...(schema.format ? { format: schema.format } : {}),
    ...(isSchema(items) ? { items: toV2(items) } : {}),
    ...(isSchema(additionalProperties) ? { additionalProperties: toV2(additionalProperties) } : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, toV2(each)])) }
      : {}),
    ...requiredOf(schema),
  };
}

function isContainer({ type }: JsonSchema): boolean {
  return type === 'object' || type === 'array';
}

/** A field that may be null is not required: v2 could not say so. */
function requiredOf({ required = [], properties = {} }: JsonSchema): Pick<Schema, 'required'> {
  const kept = required.filter((name) => properties[name]?.nullable !== true);
  return kept.length > 0 ? { required: kept } : {};
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
