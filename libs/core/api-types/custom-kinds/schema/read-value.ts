import { setOwn } from '../../structure/own-field';
import { keptInteger } from '../../numbers/exact-numbers';
import { decodeStruct } from '../../structure/decode';
import type { ReadingReport } from '../../structure/schema-shape';
import { structNamed } from '../../structure/struct-table';
import { fieldSchema, RESOURCE_FIELDS, type Structural } from './structural';

type Path = (string | number)[];
type Json = Record<string, unknown>;

/**
 * A copy of a value without the fields that its schema does not have (`schema/pruning` upstream), and without nulls that
 * are neither allowed nor have a default. Metadata of embedded resources is read as that of any object.
 */
export function readValue(schema: Structural, value: unknown, report: ReadingReport): unknown {
  return new Reader(report).read(value, schema, schema.preservesUnknown);
}

/** Returns whether null is dropped as the value of a field (`PruneNonNullableNullsWithoutDefaults` upstream). */
export function isDroppedNull(schema: Structural): boolean {
  return !schema.isNullable && schema.default === undefined;
}

/** A copy of the value, with everything in it. */
export function copyValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyValue);
  const copy: Json = {};
  for (const key of Object.keys(value)) setOwn(copy, key, copyValue((value as Json)[key]));
  return copy;
}

class Reader {
  private readonly path: Path = [];

  constructor(private readonly report: ReadingReport) {}

  /** @param keeps whether fields that the schema does not have are kept: also inside values without a schema of their own */
  read(value: unknown, schema: Structural | undefined, keeps: boolean): unknown {
    switch (typeof value) {
      case 'string':
        this.report.text(this.path, value);
        return value;
      case 'bigint':
        return keptInteger(value);
      case 'number':
        if (!Number.isFinite(value)) this.report.infinite(this.path);
        return value;
      case 'object':
        if (value === null) return null;
        return Array.isArray(value) ? this.list(value, schema, keeps) : this.object(value as Json, schema, keeps);
      default:
        return value;
    }
  }

  private list(list: readonly unknown[], schema: Structural | undefined, keeps: boolean): unknown[] {
    const items = schema?.items;
    // What a list keeps its items keep too.
    const keepsInItems = keeps || items?.preservesUnknown === true;
    return list.map((item, index) => this.below(index, item, items, keepsInItems));
  }

  private object(value: Json, schema: Structural | undefined, keeps: boolean): Json {
    const copy: Json = {};
    for (const key of Object.keys(value)) {
      const inner = value[key];
      if (inner === undefined) continue;
      if (schema?.isEmbeddedResource && RESOURCE_FIELDS.has(key)) {
        setOwn(copy, key, key === 'metadata' ? this.metadata(inner) : inner);
        continue;
      }
      const own = schema && fieldSchema(schema, key);
      if (!own && !keeps && schema?.additional !== 'open') {
        this.path.push(key);
        this.report.unknownField(this.path);
        this.path.pop();
        continue;
      }
      if (inner === null && own && isDroppedNull(own)) continue;
      this.report.text(this.path, key);
      // Below an open map nothing has a schema, and so nothing is kept (`additionalProperties: true` upstream).
      setOwn(copy, key, this.below(key, inner, own, own ? own.preservesUnknown : keeps));
    }
    return copy;
  }

  private below(step: string | number, value: unknown, schema: Structural | undefined, keeps: boolean): unknown {
    this.path.push(step);
    const copy = this.read(value, schema, keeps);
    this.path.pop();
    return copy;
  }

  /** Reads metadata; a value that cannot be read as metadata is kept for validation to refuse. */
  private metadata(value: unknown): unknown {
    const verdict = decodeStruct(structNamed('V1ObjectMeta')!, value);
    if (!verdict.ok) return copyValue(value);
    for (const field of verdict.unknownFields) this.report.unknownField([...this.path, 'metadata', field]);
    return verdict.value;
  }
}
