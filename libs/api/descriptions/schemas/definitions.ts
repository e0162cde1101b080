import {
  BODY_KINDS,
  convert,
  goStructName,
  groupOf,
  hiddenFields,
  isAfter,
  isAtomicMap,
  isAtomicStruct,
  kindByGvk,
  type KindInfo,
  kindsOfRelease,
  type KubeObject,
  listStrategy,
  listTypeOf,
  patchStrategyOf,
  type ReleaseName,
  type Struct,
  structOfBody,
  structOfKind,
  type SubresourceInfo,
  subresourcesOf,
  type ValueType,
  type VersionedKind,
  versionOf,
  type HiddenFields,
} from '@orrery/api-types';
import { describeStruct } from '../descriptions';
import { definitionName, packageOf, withoutHome } from './definition-names';
import { METRICS_SCHEMAS } from './metrics-schemas';
import { PROTOCOL_SCHEMAS } from './protocol-schemas';
import { referencesIn, referenceTo, type Definitions, type Schema } from './schema';
import { API_VERSION, KIND, WELL_KNOWN_SCHEMAS, WellKnown } from './well-known-schemas';

const known = new Map<ReleaseName, Definitions>();

/** The schemas of every kind that a release serves and of all that they contain. */
export function definitions(release: ReleaseName): Definitions {
  let made = known.get(release);
  if (!made) known.set(release, (made = build(release)));
  return made;
}

function build(release: ReleaseName): Definitions {
  const all = new Map<string, Schema>(
    Object.entries({ ...WELL_KNOWN_SCHEMAS, ...PROTOCOL_SCHEMAS, ...METRICS_SCHEMAS }),
  );
  const kinds = kindsOfRelease(release);
  const hidden = hiddenFields(release);
  for (const kind of kinds.filter(({ served }) => served)) {
    for (const apiVersion of kind.versionsOf[release]) {
      addKind(all, { apiVersion, kind: kind.bodyKind }, hidden);
      if (kind.verbs.includes('list') && structOfKind(kind)) addList(all, { apiVersion, kind: kind.bodyKind });
    }
  }
  const bodies = kinds.flatMap((each) =>
    subresourcesOf(each, each.versionsOf[release]).map((subresource) => bodyOf(each, subresource, release)),
  );
  for (const body of [...bodies, ...BODY_KINDS]) if (!all.has(definitionName(body))) addKind(all, body, hidden);
  return new Map([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The kind in which a subresource is read and written. */
function bodyOf(
  { storageApiVersion }: KindInfo,
  { kind, apiVersion = storageApiVersion, olderApiVersion = apiVersion }: SubresourceInfo,
  release: ReleaseName,
): VersionedKind {
  return { apiVersion: isAfter(release, '1.20') ? apiVersion : olderApiVersion, kind };
}

function addKind(all: Map<string, Schema>, versioned: VersionedKind, hidden: HiddenFields): void {
  const struct = structOfBody(versioned.apiVersion, versioned.kind);
  if (!struct) return;
  const schema = structSchema(struct, hidden);
  for (const part of Object.values(schema.properties ?? {})) addReferenced(all, part, hidden);
  const others = otherShapes(versioned);
  const properties = Object.entries(schema.properties ?? {}).map(
    ([name, value]) => [name, others.includes(name) ? { type: 'object' } : value] as const,
  );
  all.set(definitionName(versioned), {
    ...schema,
    properties: Object.fromEntries(properties.map(([name, value]) => [nameIn(versioned, name), value])),
    'x-kubernetes-group-version-kind': [gvk(versioned)],
  });
}

/** Returns the fields of an older version that have another shape in the version whose struct is known. */
function otherShapes({ apiVersion, kind }: VersionedKind): readonly string[] {
  const older = kindByGvk(apiVersion, kind)?.olderVersions.find((version) => version.apiVersion === apiVersion);
  return older?.otherShapes ?? [];
}

/** Returns the name of a top-level field in a version; events are the only kind whose versions differ. */
function nameIn({ apiVersion, kind }: VersionedKind, field: string): string {
  if (kind !== 'Event' || apiVersion === 'v1' || field === 'apiVersion') return field;
  // Only the name of the field is looked at.
  const probe = { apiVersion: 'v1', kind, [field]: 'x' } as unknown as KubeObject;
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

function addReferenced(all: Map<string, Schema>, schema: Schema, hidden: HiddenFields): void {
  for (const name of referencesIn(schema)) {
    if (all.has(name)) continue;
    const struct = structs.get(name);
    if (!struct) continue;
    const own = structSchema(struct, hidden);
    all.set(name, own);
    addReferenced(all, own, hidden);
  }
}

/** The structs that were referred to, by the names of their definitions. */
const structs = new Map<string, Struct>();

function structName(struct: Struct): string {
  const home = describeStruct(struct.name)?.home ?? 'core.v1';
  const name = `${packageOf(home)}.${withoutHome(goStructName(struct), home)}`;
  structs.set(name, struct);
  return name;
}

/** The schema of a struct without the fields that the release does not have. */
function structSchema(struct: Struct, hidden: HiddenFields): Schema {
  const later = hidden.get(struct);
  const about = describeStruct(struct.name);
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const [field, type] of struct.fields) {
    if (later?.has(field)) continue;
    if (isSaidOfEveryKind(struct, field)) {
      properties[field] = field === 'kind' ? KIND : API_VERSION;
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
    ...(isAtomicStruct(struct) ? { 'x-kubernetes-map-type': 'atomic' } : {}),
  };
}

/** Kind and version of a body have one text for all kinds; those of references have their own. */
function isSaidOfEveryKind(struct: Struct, field: string): boolean {
  return (field === 'apiVersion' || field === 'kind') && !describeStruct(struct.name)?.fields.get(field)?.text;
}

function fieldSchema(struct: Struct, field: string, type: ValueType): Schema {
  const text = describeStruct(struct.name)?.fields.get(field)?.text;
  return {
    ...(struct.name === JSON_SCHEMA ? schemaOfJson(type) : typeSchema(type)),
    ...(text ? { description: text } : {}),
    ...(type.is === '[' ? ownership(struct, field) : {}),
    ...(type.is === '{' && isAtomicMap(struct, field) ? { 'x-kubernetes-map-type': 'atomic' } : {}),
    ...patchRules(struct, field),
  };
}

/** Returns the extensions that define the ownership of a list by appliers. */
function ownership(struct: Struct, field: string): Schema {
  const type = listTypeOf(struct, field);
  return {
    'x-kubernetes-list-type': typeof type === 'string' ? type : 'map',
    ...(typeof type === 'string' ? {} : { 'x-kubernetes-list-map-keys': type.keys }),
  };
}

/** Returns the extensions that define the treatment of a field by strategic merge patches. */
function patchRules(struct: Struct, field: string): Schema {
  const strategy = patchStrategyOf(struct, field);
  const merge = listStrategy(struct, field);
  return {
    ...(strategy ? { 'x-kubernetes-patch-strategy': strategy } : {}),
    ...(merge && merge !== 'set' ? { 'x-kubernetes-patch-merge-key': merge.mergeKey } : {}),
  };
}

/** Schemas hold JSON of any type: as a default, an example or one of an enumeration. */
const JSON_SCHEMA = 'V1JSONSchemaProps';

function schemaOfJson(type: ValueType): Schema {
  if (type.is === 'x') return {};
  return type.is === '[' ? { type: 'array', items: schemaOfJson(type.item) } : typeSchema(type);
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
    case '|':
    case 'shape':
      // Values of several types: nothing is said of them.
      return {};
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
