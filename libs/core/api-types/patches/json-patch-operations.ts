import { deepEqual } from '../equality';

/** An operation that does not apply: a path that leads nowhere, a test that fails, an unknown kind of operation. */
export class OperationError extends Error {}

type Json = unknown;
type Container = Json[] | Record<string, Json>;
type Operation = Readonly<Record<string, unknown>>;

/** Target of a pointer: the list or object, and the key in it. */
interface Place {
  readonly container: Container;
  readonly key: string;
}

/** State that the operations of one patch share. `document` is changed in place. */
export interface PatchTarget {
  document: Json;
  /** Called with every value before it is copied. May throw. */
  readonly onCopy: (value: Json) => void;
}

/**
 * Applies one operation of a JSON Patch as `gopkg.in/evanphx/json-patch.v4` does, which kube-apiserver uses. It differs
 * from RFC 6902: indices may be negative (`/-1` is the last item), a field that is missing can be replaced, and it
 * equals null in a test. Only own fields are seen, so `constructor` and `__proto__` are keys like any other. Throws
 * {@link OperationError}.
 */
export function applyJsonPatchOperation(target: PatchTarget, operation: Operation): void {
  const kind = operation['op'];
  const apply = typeof kind === 'string' && Object.hasOwn(OPERATIONS, kind) ? OPERATIONS[kind] : undefined;
  if (!apply) throw new OperationError(`Unexpected kind: ${String(kind)}`);
  apply(target, operation);
}

const OPERATIONS: Readonly<Record<string, (target: PatchTarget, operation: Operation) => void>> = {
  add: ({ document }, operation) => add(find(document, pointerIn(operation, 'path')), valueIn(operation)),
  remove: ({ document }, operation) => remove(find(document, pointerIn(operation, 'path'))),
  replace,
  move: ({ document }, operation) => {
    const from = find(document, pointerIn(operation, 'from'));
    const value = get(from) ?? null;
    remove(from);
    add(find(document, pointerIn(operation, 'path')), value);
  },
  copy: ({ document, onCopy }, operation) => {
    const value = get(find(document, pointerIn(operation, 'from'))) ?? null;
    const place = find(document, pointerIn(operation, 'path'));
    onCopy(value);
    add(place, structuredClone(value));
  },
  test: ({ document }, operation) => {
    const pointer = pointerIn(operation, 'path');
    const value = pointer === '' ? document : get(find(document, pointer));
    if (!deepEqual(value ?? null, operation['value'] ?? null))
      throw new OperationError(`testing value ${pointer} failed`);
  },
};

function replace(target: PatchTarget, operation: Operation): void {
  const pointer = pointerIn(operation, 'path');
  const value = valueIn(operation);
  if (pointer !== '') return set(find(target.document, pointer), value);
  if (typeof value !== 'object' || value === null)
    throw new OperationError('replace operation value must be object or array');
  target.document = value;
}

function pointerIn(operation: Operation, field: 'path' | 'from'): string {
  const pointer = operation[field];
  if (typeof pointer !== 'string') throw new OperationError(`operation failed to decode ${field}`);
  return pointer;
}

/** The value of an operation, apart from the patch, which may have the same one in several operations; absent: null. */
function valueIn(operation: Operation): Json {
  return structuredClone(operation['value'] ?? null);
}

function find(document: Json, pointer: string): Place {
  const [first, ...steps] = pointer.split('/').map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));
  const key = steps.pop();
  if (first === undefined || key === undefined) throw new OperationError(`doc is missing path: ${pointer}`);
  let container = document;
  for (const step of steps) container = get({ container: containerAt(container, pointer), key: step });
  return { container: containerAt(container, pointer), key };
}

function containerAt(value: Json, pointer: string): Container {
  if (typeof value === 'object' && value !== null) return value as Container;
  throw new OperationError(`doc is missing path: ${pointer}`);
}

/** The value at a place; undefined for a field that is missing. */
function get({ container, key }: Place): Json {
  if (Array.isArray(container)) return container[indexOf(key, container.length)];
  return Object.hasOwn(container, key) ? container[key] : undefined;
}

function set({ container, key }: Place, value: Json): void {
  if (Array.isArray(container)) container[indexOf(key, container.length)] = value;
  else setField(container, key, value);
}

function add({ container, key }: Place, value: Json): void {
  if (!Array.isArray(container)) setField(container, key, value);
  else if (key === '-') container.push(value);
  else container.splice(indexOf(key, container.length + 1), 0, value);
}

function remove({ container, key }: Place): void {
  if (Array.isArray(container)) container.splice(indexOf(key, container.length), 1);
  else if (Object.hasOwn(container, key)) delete container[key];
  else throw new OperationError(`Unable to remove nonexistent key: ${key}`);
}

/** An assignment would set the prototype where the key is `__proto__`. */
function setField(container: Record<string, Json>, key: string, value: Json): void {
  Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
}

function indexOf(key: string, length: number): number {
  const index = /^[+-]?\d{1,15}$/.test(key) ? Number(key) : NaN;
  const fromStart = index < 0 ? index + length : index;
  if (fromStart >= 0 && fromStart < length) return fromStart;
  throw new OperationError(`Unable to access invalid index: ${key}`);
}
