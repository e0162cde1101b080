import {
  allKinds,
  convert,
  goStructName,
  groupOf,
  listStrategy,
  listTypeOf,
  structOfKind,
  versionOf,
  type KubeObject,
  type Struct,
  type ValueType,
} from '@orrery/api-types';
import { describeStruct } from './descriptions';
import { referencesIn, referenceTo, type Definitions, type Schema } from './schema';
import { API_VERSION, KIND, WELL_KNOWN_SCHEMAS, WellKnown } from './well-known-schemas';

/** A kind in one version, as documents name it. */
export interface VersionedKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Kinds that travel but are not resources of their own. */
const BODIES: readonly VersionedKind[] = [
  { apiVersion: 'policy/v1', kind: 'Eviction' },
  { apiVersion: 'v1', kind: 'DeleteOptions' },
];
/** Lists whose patches name the keys that stay (section C11). */
const RETAINS_KEYS = new Set(['V1PodSpec.volumes', 'V1PodSpec.resourceClaims']);

let known: Definitions | undefined;

/** The schemas of every served kind and of all that they contain. */
export function definitions(): Definitions {
  return (known ??= build());
}

/** `io.k8s.api.policy.v1.PodDisruptionBudget` */
export function definitionName({ apiVersion, kind }: VersionedKind): string {
  if (kind === 'DeleteOptions') return `io.k8s.apimachinery.pkg.apis.meta.v1.${kind}`;
  const group = groupOf(apiVersion);
  return `io.k8s.api.${group === '' ? 'core' : group.split('.')[0]}.${versionOf(apiVersion)}.${kind}`;
}

function build(): Definitions {
  const all = new Map<string, Schema>(Object.entries(WELL_KNOWN_SCHEMAS));
  for (const kind of allKinds().filter(({ served }) => served)) {
    for (const apiVersion of kind.apiVersions) {
      addKind(all, { apiVersion, kind: kind.kind });
      if (kind.verbs.includes('list') && structOfKind(kind.kind)) addList(all, { apiVersion, kind: kind.kind });
    }
  }
  for (const body of BODIES) addKind(all, body);
  return new Map([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function addKind(all: Map<string, Schema>, versioned: VersionedKind): void {
  const struct = structOfKind(versioned.kind);
  if (!struct) return;
  const schema = structSchema(struct);
  for (const part of Object.values(schema.properties ?? {})) addReferenced(all, part);
  const properties = Object.entries(schema.properties ?? {});
  all.set(definitionName(versioned), {
    ...schema,
    properties: Object.fromEntries(properties.map(([name, value]) => [nameIn(versioned, name), value])),
    'x-kubernetes-group-version-kind': [gvk(versioned)],
  });
}

/** The name of a top field in a version; events are the kind whose versions differ. */
function nameIn({ apiVersion, kind }: VersionedKind, field: string): string {
  if (kind !== 'Event' || apiVersion === 'v1' || field === 'apiVersion') return field;
  const probe = { apiVersion: 'v1', kind, [field]: '' } as unknown as KubeObject;
  const renamed = Object.keys(convert(probe, apiVersion)).find((key) => key !== 'apiVersion' && key !== 'kind');
  return renamed ?? field;
}

function addList(all: Map<string, Schema>, { apiVersion, kind }: VersionedKind): void {
  const list = { apiVersion, kind: `${kind}List` };
  all.set(definitionName(list), {
    type: 'object',
    description: `${kind}List is a list of objects of kind ${kind}.`,
    properties: {
      apiVersion: API_VERSION,
      items: { type: 'array', items: { $ref: referenceTo(definitionName({ apiVersion, kind })) } },
      kind: KIND,
      metadata: { $ref: referenceTo(WellKnown.ListMeta) },
    },
    required: ['items'],
    'x-kubernetes-group-version-kind': [gvk(list)],
  });
}

function addReferenced(all: Map<string, Schema>, schema: Schema): void {
  for (const name of referencesIn(schema)) {
    if (all.has(name)) continue;
    const struct = structs.get(name);
    if (!struct) continue;
    const own = structSchema(struct);
    all.set(name, own);
    addReferenced(all, own);
  }
}

/** The structs that were referred to, by the names of their definitions. */
const structs = new Map<string, Struct>();

function structName(struct: Struct): string {
  const home = describeStruct(struct.name)?.home ?? 'core';
  const prefix = home === 'meta' ? 'io.k8s.apimachinery.pkg.apis.meta' : `io.k8s.api.${home}`;
  const name = `${prefix}.v1.${goStructName(struct)}`;
  structs.set(name, struct);
  return name;
}

function structSchema(struct: Struct): Schema {
  const about = describeStruct(struct.name);
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const [field, type] of struct.fields) {
    if (field === 'apiVersion' || field === 'kind') {
      properties[field] = about?.fields.get(field)
        ? fieldSchema(struct, field, type)
        : field === 'kind'
          ? KIND
          : API_VERSION;
      continue;
    }
    properties[field] = fieldSchema(struct, field, type);
    if (about?.fields.get(field)?.isRequired) required.push(field);
  }
  return {
    type: 'object',
    ...(about?.text ? { description: about.text } : {}),
    properties,
    ...(required.length > 0 ? { required } : {}),
  };
}

function fieldSchema(struct: Struct, field: string, type: ValueType): Schema {
  const text = describeStruct(struct.name)?.fields.get(field)?.text;
  return {
    ...typeSchema(type),
    ...(text ? { description: text } : {}),
    ...(type.is === '[' ? listRules(struct, field) : {}),
  };
}

/** How patches and appliers treat a list. */
function listRules(struct: Struct, field: string): Schema {
  const strategy = listStrategy(struct, field);
  const type = listTypeOf(struct, field);
  const merge = RETAINS_KEYS.has(`${struct.name}.${field}`) ? 'merge,retainKeys' : 'merge';
  return {
    'x-kubernetes-list-type': typeof type === 'string' ? type : 'map',
    ...(typeof type === 'string' ? {} : { 'x-kubernetes-list-map-keys': type.keys }),
    ...(strategy ? { 'x-kubernetes-patch-strategy': merge } : {}),
    ...(strategy && strategy !== 'set' ? { 'x-kubernetes-patch-merge-key': strategy.mergeKey } : {}),
  };
}

function typeSchema(type: ValueType): Schema {
  switch (type.is) {
    case 's':
      return { type: 'string' };
    case 'i':
      return { type: 'integer', format: 'int32' };
    case 'l':
      return { type: 'integer', format: 'int64' };
    case 'd':
      return { type: 'number', format: 'double' };
    case 'b':
      return { type: 'boolean' };
    case 'y':
      return { type: 'string', format: 'byte' };
    case 'q':
      return { $ref: referenceTo(WellKnown.Quantity) };
    case 't':
      return { $ref: referenceTo(WellKnown.Time) };
    case 'u':
      return { $ref: referenceTo(WellKnown.MicroTime) };
    case 'o':
      return { $ref: referenceTo(WellKnown.IntOrString) };
    case 'x':
      return { $ref: referenceTo(WellKnown.FieldsV1) };
    case '[':
      return { type: 'array', items: typeSchema(type.item) };
    case '{':
      return { type: 'object', additionalProperties: typeSchema(type.item) };
    case 'struct':
      return { $ref: referenceTo(structName(type.struct)) };
  }
}

function gvk({ apiVersion, kind }: VersionedKind): { group: string; version: string; kind: string } {
  return { group: groupOf(apiVersion), version: versionOf(apiVersion), kind };
}
