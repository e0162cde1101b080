import { METHODS, type Method } from './endpoints/endpoint';
import { referenceTo, type GroupVersionKind, type Schema } from '@orrery/api-descriptions';

type Json = unknown;
type JsonObject = Readonly<Record<string, Json>>;

/** OpenAPI v2 of another server for one of its group versions: any JSON, in which every reference is to a definition. */
export interface RemoteSwagger {
  readonly paths: Readonly<Record<string, JsonObject>>;
  readonly definitions: Readonly<Record<string, JsonObject>>;
}

/** Deeper documents than this are refused: those of servers have a dozen levels. */
const MAX_DEPTH = 100;
const DEFINITION = referenceTo('');
const PARAMETER = '#/parameters/';

/**
 * Returns the paths of a group version and the definitions that they lead to (`FilterSpecByPaths` of kube-openapi).
 * Parameters that the server defines once for many operations are copied to where they are used. Throws for anything
 * that is not such a document.
 */
export function partOfSwagger(document: unknown, prefix: string): RemoteSwagger {
  const { paths, definitions = {}, parameters = {} } = objectIn(document);
  const [all, shared] = [objectIn(definitions), objectIn(parameters)];
  const needed = new Map<string, JsonObject>();
  const need = (reference: string): Json => {
    if (reference.startsWith(PARAMETER)) return own(shared, reference.slice(PARAMETER.length));
    const name = reference.slice(DEFINITION.length);
    const found = reference.startsWith(DEFINITION) ? own(all, name) : undefined;
    if (found && !needed.has(name)) {
      needed.set(name, {});
      needed.set(name, objectIn(replaceReferences(found, need)));
    }
    return undefined;
  };
  const kept = Object.entries(objectIn(paths))
    .filter(([path]) => path.startsWith(prefix))
    .map(([path, item]) => [path, objectIn(replaceReferences(item, need))] as const);
  return { paths: Object.fromEntries(kept), definitions: Object.fromEntries(needed) };
}

/**
 * Returns a copy in which `replace` returns the replacement of each object with a reference; undefined: it stays.
 * Throws for a document that is nested too deep.
 */
export function replaceReferences(
  value: Json,
  replace: (reference: string, holder: JsonObject) => Json,
  depth = 0,
): Json {
  if (depth > MAX_DEPTH) throw new Error(`the document has more than ${MAX_DEPTH} levels`);
  if (Array.isArray(value)) return value.map((each) => replaceReferences(each, replace, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as { $ref?: Json };
  const instead = typeof $ref === 'string' ? replace($ref, value as JsonObject) : undefined;
  if (instead !== undefined) return instead;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, replaceReferences(each, replace, depth + 1)]),
  );
}

function objectIn(value: Json): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw new Error('the document is not a description of an API');
}

function own(values: JsonObject, name: string): JsonObject | undefined {
  return Object.hasOwn(values, name) ? objectIn(values[name]) : undefined;
}

/** Description of a method at a path by another server, as far as clients read it here. */
export interface RemoteOperation {
  readonly method: Method;
  readonly gvk: GroupVersionKind;
  /** Names of query parameters. */
  readonly parameters: readonly string[];
}

/** Returns the operations of a path that name a kind. */
export function operationsIn(item: object): RemoteOperation[] {
  const { parameters: ofAll, ...methods } = item as JsonObject;
  return METHODS.flatMap((method): RemoteOperation[] => {
    const operation = methods[method];
    const gvk = isObject(operation) ? operation['x-kubernetes-group-version-kind'] : undefined;
    if (!isObject(operation) || !isObject(gvk)) return [];
    const { group, version, kind } = gvk;
    const named: GroupVersionKind = { group: String(group), version: String(version), kind: String(kind) };
    return [{ method, gvk: named, parameters: [...queryNames(ofAll), ...queryNames(operation['parameters'])] }];
  });
}

function queryNames(parameters: Json): string[] {
  const all = Array.isArray(parameters) ? (parameters as readonly Json[]) : [];
  return all.flatMap((each) =>
    isObject(each) && each['in'] === 'query' && typeof each['name'] === 'string' ? [each['name']] : [],
  );
}

const FIELDS = {
  string: ['$ref', 'description', 'type', 'format', 'title', 'pattern'],
  number: ['multipleOf', 'maximum', 'minimum'],
  boolean: ['exclusiveMaximum', 'exclusiveMinimum', 'uniqueItems'],
} as const;
const SIZES = ['maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minProperties'] as const;

/** The part of a schema that has a place in the binary form: fields of another type than they must have are left out. */
export function schemaOf(value: Json): Schema {
  if (!isObject(value)) return {};
  const { items, properties, additionalProperties, required, type } = value;
  const ofType = Object.entries(FIELDS).flatMap(([wanted, names]) =>
    names.filter((name) => typeof value[name] === wanted).map((name) => [name, value[name]]),
  );
  const sizes = SIZES.filter((name) => Number.isSafeInteger(value[name]) && (value[name] as number) >= 0);
  const isKept = ([name]: readonly [string, Json]): boolean => name.startsWith('x-') || name === 'default';
  return {
    ...Object.fromEntries([...ofType, ...sizes.map((name) => [name, value[name]])]),
    ...Object.fromEntries(Object.entries(value).filter(isKept)),
    ...(Array.isArray(type) && type.length === 1 && typeof type[0] === 'string' ? { type: type[0] } : {}),
    ...(Array.isArray(value['enum']) ? { enum: value['enum'] } : {}),
    ...(Array.isArray(required) ? { required: required.filter((name) => typeof name === 'string') } : {}),
    ...(isObject(items) ? { items: schemaOf(items) } : {}),
    ...(isObject(additionalProperties) || additionalProperties === true
      ? { additionalProperties: schemaOf(additionalProperties) }
      : {}),
    ...(isObject(properties) ? { properties: schemasOf(properties) } : {}),
  };
}

function schemasOf(properties: JsonObject): Record<string, Schema> {
  return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, schemaOf(each)]));
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
