import { setOwn } from '../../structure/own-field';
import { copyValue } from './read-value';
import type { Structural } from './structural';

type Json = Record<string, unknown>;

/** Fills what is absent, or null and not allowed to be, with defaults (`schema/defaulting` upstream). Changes the value in place. */
export function fillDefaults(schema: Structural, value: unknown): void {
  if (!schema.hasDefaults || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) fillItems(schema, value);
  else fillFields(schema, value as Json);
}

function fillFields({ properties, additional }: Structural, value: Json): void {
  for (const [field, property] of properties) {
    if (!property.hasDefaults) continue;
    const before = Object.hasOwn(value, field) ? value[field] : undefined;
    if (hasDefault(property) && isMissing(before, property)) setOwn(value, field, copyValue(property.default));
    if (Object.hasOwn(value, field)) fillDefaults(property, value[field]);
  }
  if (typeof additional !== 'object' || !additional.hasDefaults) return;
  for (const field of Object.keys(value)) {
    if (properties.has(field)) continue;
    if (value[field] === null && !additional.isNullable) setOwn(value, field, copyValue(additional.default ?? null));
    fillDefaults(additional, value[field]);
  }
}

function fillItems({ items }: Structural, list: unknown[]): void {
  if (!items?.hasDefaults) return;
  for (let i = 0; i < list.length; i++) {
    if (list[i] === null && !items.isNullable) list[i] = copyValue(items.default ?? null);
    fillDefaults(items, list[i]);
  }
}

function hasDefault(schema: Structural): boolean {
  return schema.default !== undefined && schema.default !== null;
}

function isMissing(value: unknown, { isNullable }: Structural): boolean {
  return value === undefined || (value === null && !isNullable);
}
