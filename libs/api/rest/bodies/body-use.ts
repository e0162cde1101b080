import {
  type ApiError,
  badRequest,
  invalid,
  invalidField,
  isUpTo,
  jsonText,
  type ReleaseName,
} from '@orrery/api-types';
import type { Body } from './decoded-body';

type Json = Record<string, unknown>;

/** Use of a body: an object of a kind, a patch, options that may be left out. */
export type BodyUse =
  { readonly as: 'object'; readonly kind: string } | { readonly as: 'patch' } | { readonly as: 'options' };

export const ANY_BODY: BodyUse = { as: 'options' };

/** Length of the part of a body that its refusal shows. */
const SHOWN_BYTES = 30;
/** The type into which kube-apiserver reads the first two fields of any object. */
const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
const IDENTITY_PROBLEM = "couldn't get version/kind; json parse error";

/** Returns the 400 error of a body that is not JSON, in kube-apiserver's words. */
export function unreadable(use: BodyUse, problem: string, bytes: Buffer): ApiError {
  switch (use.as) {
    case 'patch':
      return badRequest(`error decoding patch: ${problem}`);
    case 'object':
      return unrecognized(use.kind, problem, bytes);
    case 'options':
      return badRequest(`${IDENTITY_PROBLEM}: ${problem}`);
  }
}

/** Returns the object in a body; an empty body is an empty object. Throws 400 for any other value. */
export function objectInBody({ value }: Body, kind: string): unknown {
  if (value === null) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return value;
  const problem = `json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type ${TYPE_META}`;
  throw unrecognized(kind, problem, Buffer.from(jsonText(value)));
}

/** The record that a merge patch must be; throws 400. */
export function patchInBody({ value }: Body, isMerge: boolean, release: ReleaseName): Json {
  if (value === null && isMerge) throw badRequest('Invalid JSON Patch');
  if (typeof value === 'object' && !Array.isArray(value)) return (value ?? {}) as Json;
  const unmarshal = `json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type`;
  const problem = `${unmarshal} map[string]interface {}`;
  if (!isUpTo(release, '1.20')) throw badRequest(`error decoding patch: ${problem}`);
  if (!isMerge) throw badRequest(problem);
  // A list in the patch would replace the object, so that it is not one any more.
  const error = invalidField('patch', jsonText(value), `${IDENTITY_PROBLEM}: ${unmarshal} ${TYPE_META}`);
  throw invalid({ group: '', kind: '' }, '', [error]);
}

/** The list of operations that a JSON patch must be; throws 400. */
export function operationsInBody({ value }: Body): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const type = 'jsonpatch.Patch';
  throw badRequest(`error decoding patch: json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type ${type}`);
}

function unrecognized(kind: string, problem: string, bytes: Buffer): ApiError {
  const subject = `the object provided is unrecognized (must be of type ${kind})`;
  return badRequest(`${subject}: ${IDENTITY_PROBLEM}: ${problem} (${summary(bytes)})`);
}

/** The beginning of a body: as text if it may be an object, else in hexadecimal digits (`summarizeData` upstream). */
function summary(bytes: Buffer): string {
  if (bytes.length === 0) return '<empty>';
  const shown = bytes.subarray(0, SHOWN_BYTES).toString(bytes[0] === '{'.charCodeAt(0) ? 'utf8' : 'hex');
  return bytes.length > SHOWN_BYTES ? `${shown} ...` : shown;
}

function jsonTypeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'bigint' ? 'number' : typeof value;
}
