import { applyJsonPatch, type PatchVerdict } from '@orrery/api-types';

/** Maximum nesting of request bodies, also applied to patches. */
const MAX_DEPTH = 500;
const TOO_DEEP = 'exceeded max depth';

/** Returns the object after a JSON patch of a webhook or a policy; a text is an error message. */
export function applyForeignPatch(object: unknown, operations: unknown): { readonly value: unknown } | string {
  if (isDeeper(operations, MAX_DEPTH)) return TOO_DEEP;
  let verdict: PatchVerdict;
  try {
    verdict = applyJsonPatch(object, operations);
  } catch (error) {
    // Copies of copies nest deeper than any operation, and are copied by recursion.
    if ((error as Error).name === 'RangeError') return TOO_DEEP;
    throw error;
  }
  if (!verdict.ok) return verdict.detail ?? verdict.error.message;
  return isDeeper(verdict.value, MAX_DEPTH) ? TOO_DEEP : { value: verdict.value };
}

/** Level by level: a value may be nested as deep as its text is long. */
function isDeeper(value: unknown, limit: number): boolean {
  let level = [value];
  for (let depth = 0; depth <= limit; depth++) {
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? (Object.values(each) as unknown[]) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}
