import { additionalOf, itemsOf, type JsonSchema, type ValidationRule } from './json-schema';

/**
 * A structural schema: the shape of a custom kind's values, without the restrictions of logical combinators (`anyOf`, `not`,
 * …). Pruning, defaulting, field ownership and validation rules use it (`apiserver/schema.Structural` upstream).
 */
export interface Structural {
  /** `object`, `array`, `string`, `integer`, `number`, `boolean`; empty where any is allowed. */
  readonly type: string;
  readonly isNullable: boolean;
  /** Undefined: the value has no default. */
  readonly default: unknown;
  readonly properties: ReadonlyMap<string, Structural>;
  /** Schema of the fields that are not listed as properties; `open` where they are allowed without a schema. */
  readonly additional: Structural | 'open' | undefined;
  readonly items: Structural | undefined;
  readonly preservesUnknown: boolean;
  readonly isEmbeddedResource: boolean;
  readonly isIntOrString: boolean;
  readonly listType: 'atomic' | 'set' | 'map';
  readonly mapKeys: readonly string[];
  readonly isAtomicMap: boolean;
  readonly rules: readonly ValidationRule[];
  /** True if there is a default here or anywhere below. */
  readonly hasDefaults: boolean;
  /** The schema that it was made of. */
  readonly source: JsonSchema;
}

/** Fields of every resource; schemas restrict them, but never decide whether they are kept. */
export const RESOURCE_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** Rules ask for parts of a schema again and again; a source never changes. */
const made = new WeakMap<JsonSchema, Structural>();

/** Reads a schema that has passed the checks of its definition. */
export function structuralOf(source: JsonSchema): Structural {
  let known = made.get(source);
  if (!known) made.set(source, (known = read(source)));
  return known;
}

/** The same for a definition with `spec.preserveUnknownFields`: all fields are kept. */
export function preservingStructuralOf(source: JsonSchema): Structural {
  return preserving(structuralOf(source));
}

function preserving(schema: Structural): Structural {
  const { additional, items } = schema;
  return {
    ...schema,
    preservesUnknown: true,
    properties: new Map([...schema.properties].map(([name, property]) => [name, preserving(property)])),
    additional: typeof additional === 'object' ? preserving(additional) : additional,
    items: items && preserving(items),
  };
}

function read(source: JsonSchema): Structural {
  const properties = new Map(
    Object.keys(source.properties ?? {})
      .sort()
      .map((name) => [name, structuralOf(source.properties![name]!)] as const),
  );
  const additionalSchema = additionalOf(source);
  const additional = additionalSchema
    ? structuralOf(additionalSchema)
    : source.additionalProperties === true
      ? 'open'
      : undefined;
  const itemSchema = itemsOf(source);
  const items = itemSchema && structuralOf(itemSchema);
  const below = [
    ...properties.values(),
    ...(typeof additional === 'object' ? [additional] : []),
    ...(items ? [items] : []),
  ];
  return {
    type: source.type ?? '',
    isNullable: source.nullable ?? false,
    default: source.default,
    properties,
    additional,
    items,
    preservesUnknown: source['x-kubernetes-preserve-unknown-fields'] ?? false,
    isEmbeddedResource: source['x-kubernetes-embedded-resource'] ?? false,
    isIntOrString: source['x-kubernetes-int-or-string'] ?? false,
    listType: (source['x-kubernetes-list-type'] as Structural['listType'] | undefined) ?? 'atomic',
    mapKeys: source['x-kubernetes-list-map-keys'] ?? [],
    isAtomicMap: source['x-kubernetes-map-type'] === 'atomic',
    rules: source['x-kubernetes-validations'] ?? [],
    hasDefaults: (source.default ?? undefined) !== undefined || below.some(({ hasDefaults }) => hasDefaults),
    source,
  };
}

/** The schema of a field of an object; undefined for one that the schema does not have, and for one without a schema. */
export function fieldSchema({ properties, additional }: Structural, field: string): Structural | undefined {
  const own = properties.get(field);
  if (own) return own;
  return typeof additional === 'object' ? additional : undefined;
}
