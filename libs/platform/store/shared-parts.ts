import type { KubeObject } from '@orrery/api-types';

type Json = Record<string, unknown>;

/** Parts remembered in one generation. Two are kept, so that what is in use survives when the older one is dropped. */
const GENERATION_SIZE = 2048;
/** Longer parts are hardly ever equal, and remembering them would cost more than it saves. */
const MAX_PART_LENGTH = 16_384;

/**
 * Objects made from one template differ in little more than their names. Their equal parts are kept once, which saves
 * memory, lets readers compare them by identity, and lets their JSON text be made once. Objects are never changed in
 * place, so sharing cannot be noticed.
 */
class SharedParts {
  private young = new Map<string, object>();
  private old = new Map<string, object>();
  private readonly texts = new WeakMap<object, string>();

  share<T extends object>(part: T): T {
    if (this.texts.has(part)) return part;
    const text = JSON.stringify(part);
    if (text.length > MAX_PART_LENGTH) return part;
    let known = this.young.get(text);
    if (!known) {
      known = this.old.get(text) ?? part;
      this.remember(text, known);
    }
    return known as T;
  }

  textOf(part: object): string | undefined {
    return this.texts.get(part);
  }

  private remember(text: string, part: object): void {
    if (this.young.size >= GENERATION_SIZE) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(text, part);
    this.texts.set(part, text);
  }
}

const parts = new SharedParts();

/** The object with the parts of its specification, and its lists of owned fields, shared with equal objects. */
export function shareParts(object: KubeObject): KubeObject {
  const { spec } = object;
  const managedFields = object.metadata.managedFields as readonly Json[] | undefined;
  if (!isRecord(spec) && !managedFields) return object;
  return {
    ...object,
    metadata: managedFields
      ? { ...object.metadata, managedFields: managedFields.map(sharedValues) as never }
      : object.metadata,
    ...(isRecord(spec) ? { spec: sharedValues(spec) } : {}),
  };
}

/** The JSON text of any value, made of the texts of shared parts where it has such. Undefined as JSON has it. */
export function textOfParts(record: object): string {
  let text = '';
  for (const key of Object.keys(record)) {
    const value = (record as Json)[key];
    const valueText = (isObject(value) ? parts.textOf(value) : undefined) ?? JSON.stringify(value);
    if (valueText !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${valueText}`;
  }
  return `{${text}}`;
}

function sharedValues(record: Json): Json {
  const shared: Json = {};
  for (const key of Object.keys(record)) {
    const value = record[key];
    setOwn(shared, key, isObject(value) ? parts.share(value) : value);
  }
  return shared;
}

function setOwn(record: Json, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
  else record[key] = value;
}

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Json {
  return isObject(value) && !Array.isArray(value);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
