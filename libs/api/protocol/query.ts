import {
  badRequest,
  invalid,
  invalidField,
  unsupportedField,
  forbiddenField,
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

/** A flag is on unless it says that it is not, as upstream reads flags. */
export function isTrue(value: string | undefined): boolean {
  return value !== undefined && value !== '0' && value.toLowerCase() !== 'false';
}

/** A whole number; undefined if the query does not have it. Throws 400 for anything else. */
export function integerParameter(query: Query, name: string): number | undefined {
  const text = query[name];
  if (text === undefined || text === '') return undefined;
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(value)) return value;
  const limit = Number.isNaN(value) ? '' : ` between -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`;
  throw badRequest(`${name}: Invalid value: ${JSON.stringify(text)}: must be an integer${limit}`);
}

/** A whole number that is not negative; 0 if the query does not have it. Throws 400 for anything else. */
export function numberParameter(query: Query, name: string): number {
  const value = integerParameter(query, name) ?? 0;
  if (value >= 0) return value;
  throw badRequest(`${name}: Invalid value: ${JSON.stringify(query[name])}: must be a non-negative integer`);
}

/** The options of POST, PUT and PATCH; throws 422 for values that do not exist. */
export function writeOptions(
  query: Query,
  kind: 'CreateOptions' | 'UpdateOptions' | 'PatchOptions',
  patchType?: PatchType,
): WriteOptions {
  const errors: FieldError[] = [];
  const dryRun = readDryRun(query['dryRun'], errors);
  const fieldManager = query['fieldManager'];
  if (fieldManager !== undefined && (fieldManager.length > 128 || /[^\x20-\x7e]/.test(fieldManager))) {
    errors.push(invalidField('fieldManager', fieldManager, 'should only contain at most 128 printable characters'));
  }
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

/** The state that a list or watch requests (spec api C6); undefined members: not requested. */
export interface RequestedRevision {
  readonly revision: number | undefined;
  readonly match: 'Exact' | 'NotOlderThan' | undefined;
}

/** Reads `resourceVersion` and `resourceVersionMatch` of a list or watch. */
export function requestedRevision(query: Query, isWatch: boolean): RequestedRevision {
  const text = query['resourceVersion'] ?? '';
  const match = query['resourceVersionMatch'];
  const errors: FieldError[] = [];
  const field = 'resourceVersionMatch';
  if (match !== undefined && match !== '') {
    if (isWatch && query['sendInitialEvents'] === undefined) {
      errors.push(
        forbiddenField(field, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'),
      );
    } else if (match !== 'Exact' && match !== 'NotOlderThan') {
      errors.push(unsupportedField(field, match, ['Exact', 'NotOlderThan']));
    } else if (text === '' && !isWatch) {
      errors.push(forbiddenField(field, 'resourceVersionMatch is forbidden unless resourceVersion is provided'));
    } else if (match === 'Exact' && text === '0') {
      errors.push(forbiddenField(field, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
    }
  }
  if (query['sendInitialEvents'] !== undefined) {
    if (!isWatch) errors.push(forbiddenField('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
    else if (match !== 'NotOlderThan') {
      errors.push(forbiddenField(field, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'));
    }
  }
  refuseOptions('ListOptions', errors);
  if (text === '') return { revision: undefined, match: undefined };
  if (!/^\d{1,15}$/.test(text))
    throw badRequest(`Invalid value: ${JSON.stringify(text)}: resourceVersion must be a number`);
  return { revision: Number(text), match: match as RequestedRevision['match'] };
}

/** Whether a write is only to be rehearsed. */
export function readDryRun(value: string | undefined, errors: FieldError[]): boolean {
  if (value === undefined || value === '') return false;
  if (value === 'All') return true;
  errors.push(unsupportedField('dryRun', value, ['All']));
  return false;
}

/** Throws 422 if options have values that do not exist. */
export function refuseOptions(kind: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind }, '', errors);
}
