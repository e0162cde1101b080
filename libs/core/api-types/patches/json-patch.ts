import { applyOperation, getValueByPointer, JsonPatchError, type Operation } from 'fast-json-patch';
import type { ApiError } from '../errors/api-error';
import { badRequest, requestEntityTooLarge, unprocessable } from '../errors/api-errors';
import { utf8Length } from '../names/utf8-length';

/** The outcome of a patch: a new value that still has to pass `prepareForUpdate`, or the refusal. */
export type PatchVerdict =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: ApiError };

const MAX_OPERATIONS = 10_000;
/** What the copies of one patch may add up to, in bytes of JSON (`JSONPatchMaxCopyBytes` of apiserver). */
const MAX_COPIED_BYTES = 3 * 1024 * 1024;
const REJECTED = 'the server rejected our request due to an error in our request';

/**
 * RFC 6902. A failing test, a missing path and copies of more than 3 MiB are 422, a body that is no list of operations
 * 400, more than 10,000 operations 413 (`applyJSPatch` of apiserver). The target stays as it is.
 */
export function applyJsonPatch(target: unknown, patch: unknown): PatchVerdict {
  if (!Array.isArray(patch))
    return { ok: false, error: badRequest('error decoding patch: the body must be a list of operations') };
  if (patch.length > MAX_OPERATIONS) {
    const detail = `The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}, got ${patch.length}`;
    return { ok: false, error: requestEntityTooLarge(detail) };
  }
  let document: unknown = JSON.parse(JSON.stringify(target));
  let copiedBytes = 0;
  for (const [index, operation] of (patch as Operation[]).entries()) {
    if (!namesOwnFields(document, operation)) return { ok: false, error: unprocessable(REJECTED) };
    try {
      if (operation.op === 'copy') copiedBytes += jsonBytes(getValueByPointer(document, operation.from));
      if (copiedBytes > MAX_COPIED_BYTES) return { ok: false, error: copiesTooLarge(copiedBytes, index) };
      document = applyOperation(document, operation, true, true, true, index).newDocument;
    } catch (error) {
      if (error instanceof JsonPatchError || error instanceof TypeError)
        return { ok: false, error: unprocessable(REJECTED) };
      throw error;
    }
  }
  return { ok: true, value: document };
}

/** The size of a value as JSON in UTF-8, which is what json-patch of Go counts. */
function jsonBytes(value: unknown): number {
  return value === undefined ? 0 : utf8Length(JSON.stringify(value));
}

/** json-patch's text is a cause that names the operation: apiserver answers with the message alone. */
function copiesTooLarge(bytes: number, index: number): ApiError {
  const size = `the accumulated size increase of copy is ${bytes}, exceeding the limit ${MAX_COPIED_BYTES}`;
  const message = `Unable to complete the copy, ${size}`;
  return unprocessable(REJECTED, [{ reason: 'FieldValueInvalid', field: `[${index}]`, message }]);
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
