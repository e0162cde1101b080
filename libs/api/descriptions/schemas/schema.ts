/** A group, version and kind as extensions name them. */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Keywords of a schema for the value, besides its type. */
export interface ValueRules {
  readonly title?: string;
  readonly default?: unknown;
  readonly multipleOf?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: boolean;
  readonly minimum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly maxProperties?: number;
  readonly minProperties?: number;
  readonly enum?: readonly unknown[];
}

/** The part of a JSON schema that describes API objects, in the form of OpenAPI v2. */
export interface Schema extends ValueRules {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string;
  readonly format?: string;
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly 'x-kubernetes-group-version-kind'?: readonly GroupVersionKind[];
  readonly 'x-kubernetes-patch-strategy'?: string;
  readonly 'x-kubernetes-patch-merge-key'?: string;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
}

/** Schemas by their full names, such as `io.k8s.api.core.v1.Pod`. */
export type Definitions = ReadonlyMap<string, Schema>;

const REFERENCE_PREFIX = '#/definitions/';

export function referenceTo(name: string): string {
  return `${REFERENCE_PREFIX}${name}`;
}

/** The names that a schema refers to, at any depth. */
export function* referencesIn(schema: Schema): Generator<string> {
  if (schema.$ref) yield schema.$ref.slice(REFERENCE_PREFIX.length);
  if (schema.items) yield* referencesIn(schema.items);
  if (schema.additionalProperties) yield* referencesIn(schema.additionalProperties);
  for (const property of Object.values(schema.properties ?? {})) yield* referencesIn(property);
}
