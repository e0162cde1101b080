import {
  badRequest,
  invalid,
  invalidField,
  unsupportedField,
  forbiddenField,
  inWordsOf,
  tooLongField,
  type ReleaseName,
  type FieldError,
} from '@orrery/api-types';
import type { PatchType, WriteOptions } from '@orrery/control-plane';

/** The query parameters of a request; of a repeated one the first counts. */
export type Query = Readonly<Record<string, string | undefined>>;

export function parseQuery(url: string): Query {
  const mark = url.indexOf('?');
  const query: Record<string, string> = Object.create(null) as Record<string, string>;
  if (mark < 0) return query;
  for (const [name, value] of new URLSearchParams(url.slice(mark + 1))) query[name] ??= value;
  return query;
}

/** Returns whether a flag is on: any value other than a false one, as upstream reads flags. */
export function isTrue(value: string | undefined): boolean {
  return value !== undefined && value !== '0' && value.toLowerCase() !== 'false';
}

/** A whole number; undefined if the query does not have it. Throws 400 for anything else. */
export function integerParameter(query: Query, name: string): number | undefined {
  const text = query[name];
  if (text === undefined || text === '') return undefined;
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(value)) return value;
  const problem = Number.isNaN(value) ? 'invalid syntax' : 'value out of range';
  throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: ${problem}`);
}

/** A whole number; 0 if the query does not have it, or has a negative one. Throws 400 for anything else. */
export function numberParameter(query: Query, name: string): number {
  return Math.max(0, integerParameter(query, name) ?? 0);
}

/** Circumstances of a write that options depend on. */
interface OptionsOrigin {
  readonly patchType?: PatchType | undefined;
  /** Release of the cluster, whose error texts are used; the newest if left out. */
  readonly release?: ReleaseName;
}

/** The options of POST, PUT and PATCH; throws 422 for values that do not exist. */
export function writeOptions(
  query: Query,
  kind: 'CreateOptions' | 'UpdateOptions' | 'PatchOptions',
  { patchType, release }: OptionsOrigin = {},
): WriteOptions {
  const errors: FieldError[] = [];
  const dryRun = readDryRun(query['dryRun'], errors);
  const fieldManager = query['fieldManager'];
  if (fieldManager !== undefined) errors.push(...inWordsOf(release, fieldManagerErrors(fieldManager)));
  const fieldValidation = query['fieldValidation'];
  if (fieldValidation && !['Ignore', 'Warn', 'Strict'].includes(fieldValidation)) {
    errors.push(unsupportedField('fieldValidation', fieldValidation, ['Ignore', 'Strict', 'Warn']));
  }
  if (query['force'] !== undefined && kind === 'PatchOptions' && patchType !== 'apply') {
    errors.push(forbiddenField('force', 'may not be specified for non-apply patch'));
  }
  refuseOptions(kind, errors);
  return {
    dryRun,
    ...(fieldManager ? { fieldManager } : {}),
    ...(fieldValidation ? { fieldValidation: fieldValidation as 'Strict' | 'Warn' | 'Ignore' } : {}),
  };
}

const MAX_MANAGER_BYTES = 128;

/** `ValidateFieldManager` of `apis/meta/v1/validation` upstream. */
function fieldManagerErrors(manager: string): FieldError[] {
  const errors =
    Buffer.byteLength(manager) > MAX_MANAGER_BYTES ? [tooLongField('fieldManager', MAX_MANAGER_BYTES)] : [];
  let at = 0;
  for (const character of manager) {
    const place = `(at position ${at})`;
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    if (!/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character)) {
      errors.push(invalidField('fieldManager', manager, `invalid character U+${code} ${place}`));
    }
    at += Buffer.byteLength(character);
  }
  return errors;
}

/** The state that a list or watch requests (spec api C6); undefined members: not requested. */
export interface RequestedRevision {
  readonly revision: number | undefined;
  readonly match: 'Exact' | 'NotOlderThan' | undefined;
}

/**
 * Reads `resourceVersion`, `resourceVersionMatch` and `sendInitialEvents` of a list or watch; throws 422 for an invalid
 * combination. Before 1.27 there were no watches that begin with the state (`hasWatchLists`).
 */
export function requestedRevision(query: Query, isWatch: boolean, hasWatchLists = true): RequestedRevision {
  refuseOptions('ListOptions', isWatch ? watchOptionErrors(query, hasWatchLists) : listOptionErrors(query));
  const text = query['resourceVersion'] ?? '';
  if (text === '') return { revision: undefined, match: undefined };
  if (!/^\d{1,15}$/.test(text)) throw badRequest(`invalid resource version: ${revisionProblem(text)}`);
  return { revision: Number(text), match: (query['resourceVersionMatch'] || undefined) as RequestedRevision['match'] };
}

/** Returns the error for a text that is not a revision, in the words of Go's conversion of numbers. */
function revisionProblem(text: string): string {
  const problem = /^\d+$/.test(text) ? 'value out of range' : 'invalid syntax';
  const quoted = JSON.stringify(text);
  return `resourceVersion: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: ${problem}`;
}

const MATCH = 'resourceVersionMatch';
const WITH_CONTINUE = `${MATCH} is forbidden when continue is provided`;

/** `ValidateListOptions` of `meta/internalversion/validation` upstream. */
function listOptionErrors(query: Query): FieldError[] {
  const errors: FieldError[] = [];
  const match = query[MATCH] ?? '';
  const text = query['resourceVersion'] ?? '';
  if (match !== '') {
    if (text === '') errors.push(forbiddenField(MATCH, `${MATCH} is forbidden unless resourceVersion is provided`));
    if (query['continue']) errors.push(forbiddenField(MATCH, WITH_CONTINUE));
    if (match !== 'Exact' && match !== 'NotOlderThan') {
      errors.push(unsupportedField(MATCH, match, ['Exact', 'NotOlderThan', '']));
    }
    if (match === 'Exact' && text === '0') {
      errors.push(forbiddenField(MATCH, `${MATCH} "exact" is forbidden for resourceVersion "0"`));
    }
  }
  if (query['sendInitialEvents'] !== undefined) {
    errors.push(forbiddenField('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  }
  return errors;
}

/** `validateWatchOptions` of the same. */
function watchOptionErrors(query: Query, hasWatchLists: boolean): FieldError[] {
  const match = query[MATCH] ?? '';
  if (!hasWatchLists) {
    return match === '' ? [] : [forbiddenField(MATCH, `${MATCH} is forbidden for watch`)];
  }
  const errors: FieldError[] = [];
  const sendsState = query['sendInitialEvents'] !== undefined;
  if (sendsState && match !== 'NotOlderThan') {
    errors.push(forbiddenField(MATCH, `sendInitialEvents requires setting ${MATCH} to NotOlderThan`));
  }
  if (match === '') return errors;
  if (!sendsState) {
    errors.push(forbiddenField(MATCH, `${MATCH} is forbidden for watch unless sendInitialEvents is provided`));
  }
  if (match !== 'NotOlderThan') errors.push(unsupportedField(MATCH, match, ['NotOlderThan']));
  if (query['continue']) errors.push(forbiddenField(MATCH, WITH_CONTINUE));
  return errors;
}

/** Returns whether a write is only to be rehearsed. */
export function readDryRun(value: string | undefined, errors: FieldError[]): boolean {
  if (value === undefined || value === '') return false;
  if (value === 'All') return true;
  // The options hold a list.
  errors.push(unsupportedField('dryRun', [value], ['All']));
  return false;
}

/** Throws 422 if options have values that do not exist. */
export function refuseOptions(kind: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind }, '', errors);
}
