import { isPlainObject } from './read-document';
import type { Schema } from './schema';

/**
 * A document after a change: a field that is absent from the change stays, null removes it, objects and maps change name
 * by name, and every other value is replaced as a whole (as a JSON Merge Patch does, RFC 7396, where the schema has an
 * object). Names that the schema does not have are kept for the reader to refuse.
 */
export function changeDocument(document: unknown, change: unknown, schema: Schema | undefined): unknown {
  if (!isPlainObject(change) || (schema?.type !== 'object' && schema?.type !== 'map')) return change;
  const result: Record<string, unknown> = isPlainObject(document) ? { ...document } : {};
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) continue;
    if (value === null) delete result[name];
    else {
      const before = Object.hasOwn(result, name) ? result[name] : undefined;
      // Names are data of a client: one such as `__proto__` becomes a name of the document and nothing else.
      Object.defineProperty(result, name, {
        value: changeDocument(before, value, partOf(schema, name)),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
  }
  return result;
}

function partOf({ fields, valuesAt }: Schema, name: string): Schema | undefined {
  return fields ? (Object.hasOwn(fields, name) ? fields[name] : undefined) : valuesAt?.(name);
}

/** Paths of the immutable fields in which two versions of a document differ; an absent field has its default. */
export function changedImmutableFields(before: unknown, after: unknown, schema: Schema, path = ''): readonly string[] {
  const [old, next] = [before ?? schema.default, after ?? schema.default];
  if (schema.isImmutable) return JSON.stringify(old) === JSON.stringify(next) ? [] : [path];
  return Object.entries(schema.fields ?? {}).flatMap(([name, field]) =>
    changedImmutableFields(fieldOf(old, name), fieldOf(next, name), field, path === '' ? name : `${path}.${name}`),
  );
}

function fieldOf(value: unknown, name: string): unknown {
  return isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
