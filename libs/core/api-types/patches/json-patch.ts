import type { ApiError } from '../errors/api-error';
import { badRequest, requestEntityTooLarge, unprocessable } from '../errors/api-errors';
import { isUpTo, type ReleaseName } from '../kinds/releases';
import { jsonText } from '../numbers/json-text';
import { parseJson } from '../numbers/parse-json';
import { utf8Length } from '../names/utf8-length';
import { applyJsonPatchOperation, OperationError, type PatchTarget } from './json-patch-operations';

/** The outcome of a patch: a new value that still has to pass `prepareForUpdate`, or the refusal. */
export type PatchVerdict =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly error: ApiError;
      /** Of a JSON patch: the error of an operation, where the message only says that there is one. */
      readonly detail?: string;
    };

const MAX_OPERATIONS = 10_000;
/** Largest total size of the copies of one patch, in bytes of JSON (`JSONPatchMaxCopyBytes` of apiserver). */
const MAX_COPIED_BYTES = 3 * 1024 * 1024;
const REJECTED = 'the server rejected our request due to an error in our request';

/**
 * Applies a patch by RFC 6902. A failing test, a missing path and copies of more than 3 MiB are 422, a body that is not a list
 * of operations 400, more than 10,000 operations 413 (`applyJSPatch` of apiserver). The target stays as it is.
 */
export function applyJsonPatch(target: unknown, patch: unknown, release?: ReleaseName): PatchVerdict {
  if (!Array.isArray(patch))
    return { ok: false, error: badRequest('error decoding patch: the body must be a list of operations') };
  if (patch.length > MAX_OPERATIONS) {
    const detail = `The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}, got ${patch.length}`;
    return { ok: false, error: requestEntityTooLarge(detail) };
  }
  let copiedBytes = 0;
  const changed: PatchTarget = {
    document: parseJson(jsonText(target)),
    onCopy: (value) => {
      copiedBytes += jsonBytes(value);
      if (copiedBytes > MAX_COPIED_BYTES) throw new CopyLimitError();
    },
  };
  for (const [index, operation] of patch.entries()) {
    try {
      if (typeof operation !== 'object' || operation === null) throw new OperationError('Unexpected kind: unknown');
      const { path, from } = operation as Record<string, unknown>;
      // The library of servers before 1.22 finds nothing around the whole document.
      if (isUpTo(release, '1.20') && (path === '' || from === '')) throw new OperationError('doc is missing path');
      applyJsonPatchOperation(changed, operation as Record<string, unknown>);
    } catch (error) {
      if (error instanceof CopyLimitError) return { ok: false, error: copiesTooLarge(copiedBytes, index) };
      if (error instanceof OperationError) return { ok: false, error: unprocessable(REJECTED), detail: error.message };
      throw error;
    }
  }
  return { ok: true, value: changed.document };
}

class CopyLimitError extends Error {}

/** The size of a value as JSON in UTF-8, which is what json-patch of Go counts. */
function jsonBytes(value: unknown): number {
  return value === undefined ? 0 : utf8Length(jsonText(value));
}

/** json-patch's text is a cause that names the operation: apiserver answers with the message alone. */
function copiesTooLarge(bytes: number, index: number): ApiError {
  const size = `the accumulated size increase of copy is ${bytes}, exceeding the limit ${MAX_COPIED_BYTES}`;
  const message = `Unable to complete the copy, ${size}`;
  return unprocessable(REJECTED, [{ reason: 'FieldValueInvalid', field: `[${index}]`, message }]);
}
