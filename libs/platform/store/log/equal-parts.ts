type Json = Record<string, unknown>;

/**
 * Makes the parts of a version that was read from the log the same objects as the equal ones of the version before, in place: readers
 * see by their identity what did not change, as they do where the writer is in their own process.
 */
export function keepEqualParts<T extends object>(version: T, before: object): T {
  keep(version as Json, before as Json);
  return version;
}

/** Returns whether all of it is equal, the order of fields as well: a text that is made of it is the same. */
function keep(version: Json | unknown[], before: Json | unknown[]): boolean {
  if (Array.isArray(version) !== Array.isArray(before)) return false;
  const keys = Object.keys(version);
  const formerKeys = Object.keys(before);
  let isEqual = keys.length === formerKeys.length;
  for (const [place, key] of keys.entries()) {
    isEqual &&= formerKeys[place] === key;
    const value = (version as Json)[key];
    const former = Object.hasOwn(before, key) ? (before as Json)[key] : undefined;
    if (isObject(value) && isObject(former)) {
      if (keep(value, former)) setOwn(version as Json, key, former);
      else isEqual = false;
    } else if (value !== former) isEqual = false;
  }
  return isEqual;
}

function setOwn(record: Json, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(record, key, { value });
  else record[key] = value;
}

function isObject(value: unknown): value is Json | unknown[] {
  return typeof value === 'object' && value !== null;
}
