/** Returns the fields of an object in a body that is not decoded yet; undefined for other values: decoding refuses them afterwards. */
export function fieldsOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
