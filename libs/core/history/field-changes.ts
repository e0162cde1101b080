/** Difference of one field between two versions of an object. */
export interface FieldChange {
  /** Path from the object down: `spec.replicas`, `status.conditions[Ready].status`. */
  readonly path: string;
  /** Undefined: it was not there. */
  readonly before: unknown;
  /** Undefined: it is not there any more. */
  readonly after: unknown;
}

/** Fields that every write changes, and those that record field owners. */
const LEFT_OUT: ReadonlySet<string> = new Set(['metadata.managedFields', 'metadata.resourceVersion']);
/** Fields that identify the elements of a list, where they have them. */
const KEYS = ['name', 'type', 'key', 'uid', 'ip', 'path', 'port', 'containerPort', 'topologyKey'] as const;
/** A name that needs no quotes in a path. */
const BARE = /^[\w-]+$/;

/**
 * The fields that differ between two versions of an object, in the order of their paths, without managed fields and
 * resource version. Elements of lists go by their name, type or the like, others by their place; a part that is
 * there in one version only is one field.
 */
export function fieldChanges(before: unknown, after: unknown): FieldChange[] {
  const changes: FieldChange[] = [];
  compare({ path: '', before, after }, changes);
  return changes;
}

function compare({ path, before, after }: FieldChange, changes: FieldChange[]): void {
  if (before === after || LEFT_OUT.has(path)) return;
  if (isRecord(before) && isRecord(after)) {
    for (const key of keysOf(before, after)) {
      compare({ path: below(path, key), before: valueOf(before, key), after: valueOf(after, key) }, changes);
    }
    return;
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const key = keyOf(before, after);
    const [old, next] = [elementsOf(before, key), elementsOf(after, key)];
    for (const name of new Set([...old.keys(), ...next.keys()])) {
      compare({ path: `${path}[${name}]`, before: old.get(name), after: next.get(name) }, changes);
    }
    return;
  }
  changes.push({ path, before, after });
}

function keysOf(before: object, after: object): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
}

function valueOf(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function below(path: string, key: string): string {
  if (!BARE.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** The field that tells the elements of both lists apart; undefined if there is none. */
function keyOf(...lists: readonly (readonly unknown[])[]): string | undefined {
  return KEYS.find((key) =>
    lists.every((list) => {
      const names = list.map((element) => (isRecord(element) ? valueOf(element, key) : undefined));
      const areNames = names.every((name) => typeof name === 'string' || typeof name === 'number');
      return areNames && new Set(names).size === names.length;
    }),
  );
}

/** The elements of a list by the field that tells them apart, or by their place. */
function elementsOf(list: readonly unknown[], key: string | undefined): Map<string, unknown> {
  const nameOf = (element: unknown, place: number): string =>
    key === undefined ? String(place) : String((element as Readonly<Record<string, unknown>>)[key]);
  return new Map(list.map((element, place) => [nameOf(element, place), element]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
