import { kindByGvk, type FieldError, type KindInfo, type KubeObject } from '../../index';
import { structOfKind, type Struct, type ValueType } from '../../structure/struct-types';
import { validateCreate, validateStatusUpdate, validateUpdate } from '../validate';
import { declaredChanges, declaredErrors } from './declared-errors';
import { declaredRules, STRUCTS_WITH_RULES, type DeclaredRule } from './rule-table';
import { OBJECTS_WITH_RULES } from './testing/objects-with-rules';

type Json = Record<string, unknown>;
type Path = readonly (string | number)[];

/** A rule at a place of an object. */
interface Place {
  readonly struct: string;
  readonly path: Path;
  readonly rule: DeclaredRule;
  readonly value: unknown;
}

/** A value that breaks a rule, and the place of the error. */
interface Breach {
  readonly value: unknown;
  readonly at: Path;
}

function objectOf(kind: KindInfo, parts: object): KubeObject {
  const metadata = {
    ...{ name: kind.kind === 'IPAddress' ? '10.0.0.1' : 'a', uid: 'u', resourceVersion: '1', creationTimestamp: '' },
    ...(kind.namespaced ? { namespace: 'default' } : {}),
  };
  return { apiVersion: kind.storageApiVersion, kind: kind.kind, metadata, ...structuredClone(parts) } as KubeObject;
}

/** Every rule of an object, with the structs that it has. */
function placesIn(struct: Struct, value: Json, path: Path, found: Place[] = []): Place[] {
  for (const [field, rules] of declaredRules(struct.name)) {
    const at = { struct: struct.name, path: [...path, field], value: value[field] };
    found.push(...rules.map((rule) => ({ ...at, rule })));
  }
  for (const [field, type] of struct.fields) below(type, value[field], [...path, field], found);
  return found;
}

function below(type: ValueType, value: unknown, path: Path, found: Place[]): void {
  if (value === undefined) return;
  if (type.is === 'struct') placesIn(type.struct, value as Json, path, found);
  if (type.is === '[') (value as unknown[]).forEach((item, i) => below(type.item, item, [...path, i], found));
  if (type.is === '{')
    Object.entries(value as Json).forEach(([key, item]) => below(type.item, item, [...path, key], found));
}

/** Another item of a list: it differs from the others in one of these fields. */
function another(item: unknown, i: number): unknown {
  if (typeof item !== 'object' || item === null) return `n${i}`;
  const key = ['name', 'uid', 'device'].find((name) => name in item);
  return key === undefined ? item : { ...item, [key]: `n${i}` };
}

const BREACHES: Readonly<Record<string, (place: Place) => Breach | undefined>> = {
  required: ({ path }) => ({ value: undefined, at: path }),
  enum: ({ path }) => ({ value: 'Other', at: path }),
  format: ({ path }) => ({ value: '$', at: path }),
  'subfield(name).format': ({ path, value }) => ({ value: { ...(value as object), name: '$' }, at: [...path, 'name'] }),
  maxLength: ({ path, rule }) => ({ value: 'a'.repeat(Number(rule.value) + 1), at: path }),
  maxBytes: ({ path, rule }) => ({ value: 'a'.repeat(Number(rule.value) + 1), at: path }),
  minimum: ({ path, rule }) => ({ value: Number(rule.value) - 1, at: path }),
  maxItems: ({ path, rule, value }) => {
    const [first] = (value ?? []) as unknown[];
    if (first === undefined) return undefined;
    return { value: Array.from({ length: Number(rule.value) + 1 }, (_, i) => another(first, i)), at: path };
  },
  unique: ({ path, value }) => {
    const items = (value ?? []) as unknown[];
    return items.length === 0 ? undefined : { value: [items[0], ...items], at: [...path, 1] };
  },
  immutable: ({ path, value }) => ({ value: typeof value === 'object' ? { other: 'x' } : 'other', at: path }),
  update: ({ path, value }) => ({ value: { ...(value as object), nodeSelector: { nodeSelectorTerms: [] } }, at: path }),
};

/** Rules that are parts of others, or that these objects break in no single field; specs of their kinds have them. */
const NOT_TRIED =
  /^(discriminator|unionMember|member\(\w+\)\.(required|forbidden)|item\(\w+\)\.zeroOrOneOfMember|eachKey\.format)$/;

/** Structs behind gates that are off: the server drops what holds them. */
const BEHIND_GATES = ['V1CounterSet', 'V1DeviceCounterConsumption', 'V1DeviceTaint', 'V1DeviceToleration'];
/** Structs of subresources, which no object of a kind has. */
const OF_SUBRESOURCES = ['V1ScaleSpec'];

function withValue(object: KubeObject, path: Path, value: unknown): KubeObject {
  const changed = structuredClone(object);
  const parent = path.slice(0, -1).reduce<Json>((at, key) => at[key] as Json, changed as unknown as Json);
  if (value === undefined) delete parent[path.at(-1)!];
  else parent[path.at(-1)!] = value;
  return changed;
}

/** Errors of a write with a value at a path; undefined where the server drops the value. */
function errorsWith(kind: KindInfo, old: KubeObject, { path, rule }: Place, value: unknown): FieldError[] | undefined {
  const next = withValue(old, path, value);
  const isChange = rule.name === 'immutable' || rule.name === 'update';
  if (path[0] === 'status') {
    const before = isChange ? old : { ...structuredClone(old), status: {} };
    kind.keepInStatus?.(next, before);
    return holds(next, path, value) ? validateStatusUpdate(kind, next, before) : undefined;
  }
  kind.prepareForCreate?.(next);
  if (!holds(next, path, value)) return undefined;
  return isChange ? validateUpdate(kind, next, old) : validateCreate(kind, next);
}

function holds(object: KubeObject, path: Path, value: unknown): boolean {
  const found = path.reduce<unknown>((at, key) => (at as Json | undefined)?.[key], object);
  return value === undefined || found !== undefined;
}

function textOf(path: Path): string {
  return path.map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i > 0 ? '.' : ''}${part}`)).join('');
}

const visited = new Set<string>();

test.each(OBJECTS_WITH_RULES)(
  '%s %s: what breaks a rule that upstream declares is refused',
  (apiVersion, name, parts) => {
    const kind = kindByGvk(apiVersion, name)!;
    const object = objectOf(kind, parts);
    expect(validateCreate(kind, structuredClone(object))).toEqual([]);
    const places = placesIn(structOfKind(kind)!, object as unknown as Json, []);
    const accepted = places.flatMap((place) => {
      visited.add(place.struct);
      if (NOT_TRIED.test(place.rule.name)) return [];
      const breach = BREACHES[place.rule.name]!(place);
      const errors = breach && errorsWith(kind, object, place, breach.value);
      if (!errors || errors.some(({ field }) => field.startsWith(textOf(breach.at)))) return [];
      return [`${textOf(place.path)}: ${place.rule.name} ${place.rule.value}`];
    });
    expect(places.length).toBeGreaterThan(0);
    expect(accepted).toEqual([]);
  },
);

test('the objects have every struct with rules', () => {
  const missing = STRUCTS_WITH_RULES.filter((name) => !visited.has(name));
  expect(missing.sort()).toEqual([...BEHIND_GATES, ...OF_SUBRESOURCES].sort());
});

test('rules are applied in the order that is asked for: items, their number, repeated ones', () => {
  const claim = { requests: [{ name: 'a' }, { name: 'a' }], config: [{}] };
  const seen: string[] = [];
  const errors = declaredErrors('V1DeviceClaim', claim, 'spec.devices', {
    config: (_one, at) => (seen.push(at), []),
    requests: (_one, at) => (seen.push(at), []),
  });
  expect(seen).toEqual(['spec.devices.config[0]', 'spec.devices.requests[0]', 'spec.devices.requests[1]']);
  expect(errors).toEqual([{ type: 'Duplicate value', field: 'spec.devices.requests[1].name', value: 'a', detail: '' }]);
});

test('a field without a rule is refused: it would be checked by nothing', () => {
  expect(() => declaredErrors('V1DeviceClaim', {} as { other?: string }, '', { other: true })).toThrow(
    'upstream declares no rule for V1DeviceClaim.other',
  );
  expect(() => declaredChanges('V1Endpoint', ['addresses'], [{}, {}])).toThrow('not declared to be immutable');
});
