import { applyOperation, JsonPatchError, type Operation } from 'fast-json-patch';
import type { ApiError } from '../errors/api-error';
import { badRequest, requestEntityTooLarge, unprocessable } from '../errors/api-errors';

/** The outcome of a patch: a new value that still has to pass `prepareForUpdate`, or the refusal. */
export type PatchVerdict =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: ApiError };

const MAX_OPERATIONS = 10_000;
const REJECTED = 'the server rejected our request due to an error in our request';

/** RFC 6902. A failing test or a missing path is 422, a body that is no list of operations 400. The target stays as it is. */
export function applyJsonPatch(target: unknown, patch: unknown): PatchVerdict {
  if (!Array.isArray(patch))
    return { ok: false, error: badRequest('error decoding patch: the body must be a list of operations') };
  if (patch.length > MAX_OPERATIONS) {
    const detail = `The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}, got ${patch.length}`;
    return { ok: false, error: requestEntityTooLarge(detail) };
  }
  let document: unknown = JSON.parse(JSON.stringify(target));
  for (const [index, operation] of (patch as Operation[]).entries()) {
    if (!namesOwnFields(document, operation)) return { ok: false, error: unprocessable(REJECTED) };
    try {
      document = applyOperation(document, operation, true, true, true, index).newDocument;
    } catch (error) {
      if (error instanceof JsonPatchError || error instanceof TypeError)
        return { ok: false, error: unprocessable(REJECTED) };
      throw error;
    }
  }
  return { ok: true, value: document };
}

/** The library follows inherited properties (`/constructor/x` would reach Object itself), so paths are walked here first. */
function namesOwnFields(document: unknown, operation: Operation): boolean {
  if (typeof operation !== 'object' || operation === null) return false;
  const paths = [operation.path, ...('from' in operation ? [operation.from] : [])];
  return paths.every((path) => typeof path === 'string' && hasOwnParent(document, path));
}

function hasOwnParent(document: unknown, pointer: string): boolean {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));
  if (steps.at(-1) === '__proto__') return false;
  let value = document;
  for (const step of steps.slice(0, -1)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return false;
    value = (value as Record<string, unknown>)[step];
  }
  // Removing and replacing must not find an inherited field, adding may make a new one.
  const last = steps.at(-1);
  return (
    last === undefined ||
    (typeof value === 'object' && value !== null && (Object.hasOwn(value, last) || !(last in value)))
  );
}
