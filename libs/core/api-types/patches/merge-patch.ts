import { isRecord } from '../structure/is-record';
import { setOwn } from '../structure/own-field';

/** RFC 7386: maps merge, null deletes, anything else replaces. The target stays as it is. */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const merged: Record<string, unknown> = {};
  if (isRecord(target)) {
    for (const [key, value] of Object.entries(target)) {
      if (!Object.hasOwn(patch, key)) setOwn(merged, key, value);
    }
  }
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) continue;
    const before = isRecord(target) && Object.hasOwn(target, key) ? target[key] : undefined;
    setOwn(merged, key, applyMergePatch(before, value));
  }
  return merged;
}
