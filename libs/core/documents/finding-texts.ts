import { invalidField, requiredField, toStatusCause, unsupportedField, type FieldError } from '@orrery/api-types';
import { FindingKind, readDocument, type Finding, type ReadOptions } from './read-document';
import type { Schema } from './schema';

/** Error in one field of a document; the field is empty where the document as a whole is meant. */
export interface DocumentError {
  readonly field: string;
  readonly reason: string;
}

/** A value as errors show it: as JSON, large integers as digits. */
export function textOf(value: unknown): string {
  if (value === undefined) return 'null';
  if (typeof value === 'bigint') return String(value);
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
}

/** The usual text of Kubernetes: `Invalid value: "x": must be an integer`. */
export function reasonOf({ kind, value, detail, error }: Finding): string {
  if (error) return toStatusCause(error).message;
  switch (kind) {
    case FindingKind.Unknown:
      return detail;
    case FindingKind.Missing:
      return detail === '' ? 'Required value' : `Required value: ${detail}`;
    case FindingKind.Unsupported:
      return `Unsupported value: ${textOf(value)}: ${detail}`;
    case FindingKind.Type:
    case FindingKind.Rule:
      return `Invalid value: ${textOf(value)}: ${detail}`;
  }
}

/** Field and reason, as {@link reasonOf} words it. */
export function documentError(finding: Finding): DocumentError {
  return { field: finding.field, reason: reasonOf(finding) };
}

/** Returns the reason without the value if an object or a list was expected: the actual value may be long. */
export function briefReasonOf(finding: Finding): string {
  const isContainer = ['object', 'anyObject', 'map', 'list'].includes(finding.schema?.type ?? '');
  return finding.kind === FindingKind.Type && isContainer ? `Invalid value: ${finding.detail}` : reasonOf(finding);
}

/** The finding as an error of an object that is written. */
export function fieldErrorOf({ kind, field, value, detail, supported = [], error }: Finding): FieldError {
  if (error) return error;
  if (kind === FindingKind.Missing) return requiredField(field, detail);
  return kind === FindingKind.Unsupported
    ? unsupportedField(field, value, supported)
    : invalidField(field, value, detail);
}

/** Value of a document, or all its errors. */
export type DocumentVerdict<T> =
  { readonly ok: T; readonly errors?: never } | { readonly ok?: never; readonly errors: readonly DocumentError[] };

/** Reads a document that is used only if nothing is wrong with it; errors are worded by {@link briefReasonOf}. */
export function readVerdict<T>(value: unknown, schema: Schema<T>, options?: ReadOptions): DocumentVerdict<T> {
  const { value: read, findings } = readDocument(value, schema, options);
  return findings.length > 0
    ? { errors: findings.map((finding) => ({ field: finding.field, reason: briefReasonOf(finding) })) }
    : { ok: read as T };
}
