import type { KindInfo } from '../kinds/kind-info';
import { kubernetesVersionOf, type KnownRelease, type ReleaseName } from '../kinds/releases';
import { isShared, markShared } from '../pods/shared-specs';
import { isRecord } from './is-record';
import { GATED_FIELDS, LATER_FIELDS } from './later-fields.generated';
import type { HiddenFields } from './decode';
import type { Struct, ValueType } from './struct';
import { readNames, structNames, structNamed } from './struct-table';
import { structOfKind } from './struct-types';

type Json = Record<string, unknown>;

/** Fields to follow from a struct, and fields to take away, in one release. */
interface Plan {
  readonly later: ReadonlySet<string>;
  readonly below: readonly (readonly [string, ValueType])[];
}

/**
 * Returns the object without the fields that the release of a cluster does not have or has switched off, as its server does: it
 * drops fields that it cannot decode, and clears those that a feature gate closes. Returns the same object where there are
 * none: in the newest release, and for custom kinds.
 */
export function withoutLaterFields<T extends object>(kind: KindInfo, object: T, release: ReleaseName | undefined): T {
  return withoutFields(kind, object, plansOf(release));
}

/**
 * The object without the fields that a release does not have. Those that it has switched off stay: its server decodes
 * them, so that their sender owns them, and its strategies clear them afterwards.
 */
export function withoutUnknownFields<T extends object>(kind: KindInfo, object: T, release: ReleaseName | undefined): T {
  return withoutFields(kind, object, unknownOf(release));
}

/** The object without the fields that a release has and has switched off. */
export function withoutGatedFields<T extends object>(kind: KindInfo, object: T, release: ReleaseName | undefined): T {
  return withoutFields(kind, object, gatedOf(release));
}

/** The object with the fields that a release has switched off as the source has them: defaults do not fill what is off. */
export function withGatedFieldsOf<T extends object>(
  kind: KindInfo,
  object: T,
  source: object,
  release: ReleaseName | undefined,
): T {
  const plans = gatedOf(release);
  const struct = plans.size === 0 || kind.isCustom ? undefined : structOfKind(kind);
  return struct ? (asIn(plans, struct, object as Json, source as Json) as T) : object;
}

function asIn(plans: Plans, struct: Struct, object: Json, source: Json): Json {
  const plan = plans.get(struct);
  if (!plan) return object;
  const made = { ...object };
  for (const field of plan.later) {
    if (source[field] === undefined) delete made[field];
    else made[field] = source[field];
  }
  for (const [field, type] of plan.below) made[field] = asInBelow(plans, type, made[field], source[field]);
  return Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined));
}

function asInBelow(plans: Plans, type: ValueType, value: unknown, source: unknown): unknown {
  if (type.is === 'struct' && isRecord(value)) return asIn(plans, type.struct, value, isRecord(source) ? source : {});
  if (type.is !== '[' || !Array.isArray(value)) return value;
  const given = Array.isArray(source) ? source : [];
  return value.map((item: unknown, i) => asInBelow(plans, type.item, item, given[i]));
}

function withoutFields<T extends object>(kind: KindInfo, object: T, plans: ReadonlyMap<Struct, Plan>): T {
  const struct = plans.size === 0 || kind.isCustom ? undefined : structOfKind(kind);
  return struct ? (without(plans, struct, object as Json) as T) : object;
}

function without(plans: ReadonlyMap<Struct, Plan>, struct: Struct, object: Json): Json {
  const plan = plans.get(struct);
  if (!plan) return object;
  let kept = object;
  for (const field of plan.later) {
    if (object[field] === undefined) continue;
    if (kept === object) kept = { ...object };
    delete kept[field];
  }
  for (const [field, type] of plan.below) {
    const value = object[field];
    if (value === undefined || value === null) continue;
    const rest = withoutBelow(plans, type, value);
    if (rest === value) continue;
    if (kept === object) kept = { ...object };
    kept[field] = rest;
  }
  return kept;
}

function withoutBelow(plans: ReadonlyMap<Struct, Plan>, type: ValueType, value: unknown): unknown {
  if (type.is === 'struct' || type.is === '|') {
    if (!isRecord(value)) return value;
    return isShared(value) ? sharedWithout(plans, type.struct, value) : without(plans, type.struct, value);
  }
  if (type.is === '[') {
    const items = value as readonly unknown[];
    const rest = items.map((item) => withoutBelow(plans, type.item, item));
    return rest.some((item, index) => item !== items[index]) ? rest : value;
  }
  if (type.is !== '{') return value;
  const entries = Object.entries(value as Json);
  const rest = entries.map(([key, item]) => [key, withoutBelow(plans, type.item, item)] as const);
  return rest.some(([, item], index) => item !== entries[index]![1]) ? Object.fromEntries(rest) : value;
}

type Plans = ReadonlyMap<Struct, Plan>;

/** Reduced forms of values that objects share, by plans: each is computed once, and shared too. */
const shared = new WeakMap<Plans, WeakMap<Json, Json>>();

function sharedWithout(plans: Plans, struct: Struct, value: Json): Json {
  let known = shared.get(plans);
  if (!known) shared.set(plans, (known = new WeakMap()));
  let rest = known.get(value);
  if (!rest) {
    rest = without(plans, struct, value);
    if (rest !== value) markShared(rest);
    known.set(value, rest);
  }
  return rest;
}

const plansOf = onceByRelease((version) => {
  const all = new Map(laterIn(version));
  for (const [name, fields] of gatedIn(version)) all.set(name, new Set([...(all.get(name) ?? []), ...fields]));
  return plansFor(all);
});
const gatedOf = onceByRelease((version) => plansFor(gatedIn(version)));
const unknownOf = onceByRelease((version) => plansFor(laterIn(version)));
const hiddenOf = onceByRelease((version) => {
  const later = [...laterIn(version)].map(([name, fields]) => [structNamed(name), fields] as const);
  return new Map(later.filter((entry): entry is [Struct, ReadonlySet<string>] => entry[0] !== undefined));
});

/** Returns the fields that a release does not have, by their structs; fields that it has switched off are not among them. */
export function hiddenFields(release: ReleaseName | undefined): HiddenFields {
  return hiddenOf(release);
}

type Names = ReadonlyMap<string, ReadonlySet<string>>;

function laterIn(version: KnownRelease): Names {
  return namesIn(LATER_FIELDS, version);
}

function gatedIn(version: KnownRelease): Names {
  return namesIn(GATED_FIELDS, version);
}

function namesIn(tables: Readonly<Partial<Record<KnownRelease, string>>>, version: KnownRelease): Names {
  const table = tables[version];
  return table === undefined ? new Map() : readNames(table);
}

/** Makes a table once for each release; that of no release, which is the newest one with all that it has, is empty. */
function onceByRelease<T extends ReadonlyMap<Struct, unknown>>(
  make: (version: KnownRelease) => T,
): (release: ReleaseName | undefined) => T {
  const known = new Map<ReleaseName, T>();
  // An empty map is one of any values.
  const none = new Map() as unknown as T;
  return (release) => {
    if (release === undefined) return none;
    let table = known.get(release);
    if (!table) known.set(release, (table = make(kubernetesVersionOf(release))));
    return table;
  };
}

/** Plans of the structs that have a later field, or lead to one. */
function plansFor(later: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<Struct, Plan> {
  const structs = structNames().map((name) => structNamed(name)!);
  const touched = new Set(structs.filter(({ name }) => later.has(name)));
  for (let before = -1; before !== touched.size;) {
    before = touched.size;
    for (const struct of structs) if (fieldsInto(struct, touched).length > 0) touched.add(struct);
  }
  const planOf = (struct: Struct): Plan => {
    const gone = later.get(struct.name) ?? new Set<string>();
    return { later: gone, below: fieldsInto(struct, touched).filter(([field]) => !gone.has(field)) };
  };
  return new Map([...touched].map((struct) => [struct, planOf(struct)]));
}

function fieldsInto(struct: Struct, touched: ReadonlySet<Struct>): (readonly [string, ValueType])[] {
  return [...struct.fields].filter(([, type]) => {
    const target = structIn(type);
    return target !== undefined && touched.has(target);
  });
}

/** The struct of a value, or of the items of a list or map. */
function structIn(type: ValueType): Struct | undefined {
  if (type.is === 'struct' || type.is === '|') return type.struct;
  return type.is === '[' || type.is === '{' ? structIn(type.item) : undefined;
}
