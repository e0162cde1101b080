import { isShared, type KubeObject, jsonText } from '@orrery/api-types';

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
  /** Specs and lists of owners that many objects have as they are, with their parts shared. */
  private readonly wholes = new WeakMap<object, object>();

  /** @param textOfIt returns its JSON text, where that is cheaper than serialising it again */
  share<T extends object>(part: T, textOfIt: (part: T) => string = jsonText): T {
    if (this.texts.has(part)) return part;
    const text = textOfIt(part);
    if (text.length > MAX_PART_LENGTH) return part;
    let known = this.young.get(text);
    if (!known) {
      known = this.old.get(text) ?? part;
      this.remember(text, known);
    }
    return known as T;
  }

  /** The same as `share` makes of it, where that was asked before of this very value. */
  shareWhole<T extends object>(whole: T, share: (whole: T) => T): T {
    if (!isShared(whole)) return share(whole);
    let known = this.wholes.get(whole) as T | undefined;
    if (!known) {
      known = share(whole);
      this.wholes.set(whole, known);
      this.texts.set(known, Array.isArray(known) ? textOfList(known) : textOfParts(known));
    }
    return known;
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
/** Specs of pods that have their nodes; apart, so that those that occur once do not drive out parts. */
const bound = new SharedParts();

/**
 * The object with the parts of its specification shared with equal objects, and of its metadata what the pods of one
 * template have in common: labels, owners, and lists of owned fields.
 */
export function shareParts(object: KubeObject): KubeObject {
  const { spec } = object;
  const shared = { ...object, metadata: { ...object.metadata } };
  const { metadata } = shared;
  const { labels, ownerReferences, managedFields } = metadata;
  if (labels) metadata.labels = parts.share(labels);
  if (ownerReferences) metadata.ownerReferences = parts.share(ownerReferences);
  // Managed fields are shared as JSON, and stay what they were.
  if (managedFields) metadata.managedFields = parts.shareWhole(managedFields as Json[], sharedEntries) as never;
  if (isRecord(spec)) shared.spec = parts.shareWhole(spec, sharedValues);
  return shared;
}

/** The spec of a pod that was given a node, shared with the equal ones: those of pods of one template on one node. */
export function shareBoundSpec<T extends object>(spec: T): T {
  return bound.share(spec, textOfFields);
}

/** The JSON text of a record, made of the texts of shared parts where it has such. */
export function textOfParts(record: object): string {
  return parts.textOf(record) ?? bound.textOf(record) ?? textOfFields(record);
}

function textOfFields(record: object): string {
  let text = '';
  for (const key of Object.keys(record)) {
    const field = fieldText(key, (record as Json)[key]);
    if (field !== '') text += text === '' ? field : `,${field}`;
  }
  return `{${text}}`;
}

/** The same of a list of records. */
export function textOfList(list: readonly object[]): string {
  return parts.textOf(list) ?? `[${list.map(textOfParts).join(',')}]`;
}

/** `"key":value` as JSON has it; nothing for what JSON leaves out. */
export function fieldText(key: string, value: unknown): string {
  const text = isObject(value) ? (parts.textOf(value) ?? jsonText(value)) : scalarText(value);
  return text === undefined ? '' : keyText(key) + text;
}

/** Texts that are their own JSON between quotes. */
const PLAIN = /^[\w .:/+-]*$/;
const MAX_PLAIN_LENGTH = 64;

/** Returns the text of a scalar: a call of JSON for a single value costs more than the value, because most are short names and words. */
function scalarText(value: unknown): string | undefined {
  if (typeof value !== 'string') return jsonText(value);
  return value.length <= MAX_PLAIN_LENGTH && PLAIN.test(value) ? `"${value}"` : JSON.stringify(value);
}

/** The fields of all kinds are a few hundred; past this many the table starts afresh. */
const MAX_KEYS = 4096;
const keyTexts = new Map<string, string>();

function keyText(key: string): string {
  let text = keyTexts.get(key);
  if (text === undefined) {
    if (keyTexts.size >= MAX_KEYS) keyTexts.clear();
    keyTexts.set(key, (text = `${JSON.stringify(key)}:`));
  }
  return text;
}

function sharedEntries(entries: Json[]): Json[] {
  const shared = entries.map(sharedValues);
  return shared.some((entry, i) => entry !== entries[i]) ? shared : entries;
}

/** Returns the record itself if nothing in it is replaced: readers see by its identity that it did not change. */
function sharedValues(record: Json): Json {
  const shared: Json = {};
  let isOther = false;
  for (const key of Object.keys(record)) {
    const value = record[key];
    const kept = isObject(value) ? parts.share(value) : value;
    setOwn(shared, key, kept);
    isOther ||= kept !== value;
  }
  return isOther ? shared : record;
}

function setOwn(record: Json, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
  else record[key] = value;
}

/** Returns whether a value is a JSON object. */
export function isRecord(value: unknown): value is Json {
  return isObject(value) && !Array.isArray(value);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
