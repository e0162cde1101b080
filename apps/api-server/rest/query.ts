import {
  badRequest,
  invalid,
  invalidField,
  unsupportedField,
  forbiddenField,
  type FieldError,
} from '@orrery/api-types';
import type { DeleteOptions, WriteOptions } from '@orrery/control-plane';

/** The query parameters of a request; of a repeated one the first counts. */
export type Query = Readonly<Record<string, string | undefined>>;

export function parseQuery(url: string): Query {
  const mark = url.indexOf('?');
  const query: Record<string, string> = Object.create(null) as Record<string, string>;
  if (mark < 0) return query;
  for (const [name, value] of new URLSearchParams(url.slice(mark + 1))) query[name] ??= value;
  return query;
}

export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** The options of POST, PUT and PATCH; throws 422 for values that do not exist. */
export function writeOptions(query: Query, kind: 'CreateOptions' | 'UpdateOptions' | 'PatchOptions'): WriteOptions {
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
  refuse(kind, errors);
  return {
    dryRun,
    ...(fieldManager ? { fieldManager } : {}),
    ...(fieldValidation ? { fieldValidation: fieldValidation as 'Strict' | 'Warn' | 'Ignore' } : {}),
  };
}

/** The options of a DELETE: its body, overridden by the query. */
export function deleteOptions(query: Query, body: unknown): DeleteOptions {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const errors: FieldError[] = [];
  const dryRun = readDryRun(query['dryRun'] ?? (given['dryRun'] as string[] | undefined)?.[0], errors);
  const grace = query['gracePeriodSeconds'] ?? given['gracePeriodSeconds'];
  const gracePeriodSeconds = grace === undefined || grace === null ? undefined : Number(grace);
  if (gracePeriodSeconds !== undefined && !Number.isSafeInteger(gracePeriodSeconds)) {
    throw badRequest(`gracePeriodSeconds: Invalid value: ${JSON.stringify(grace)}: must be an integer`);
  }
  refuse('DeleteOptions', errors);
  const propagationPolicy = query['propagationPolicy'] ?? given['propagationPolicy'];
  const orphanDependents = query['orphanDependents'] ?? given['orphanDependents'];
  const preconditions = given['preconditions'];
  return {
    dryRun,
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(propagationPolicy ? { propagationPolicy: String(propagationPolicy) } : {}),
    ...(orphanDependents === undefined ? {} : { orphanDependents: String(orphanDependents) === 'true' }),
    ...(preconditions ? { preconditions: preconditions as NonNullable<DeleteOptions['preconditions']> } : {}),
  };
}

/** How a list or watch names the state it wants (api specification C6); undefined members: no wish. */
export interface RevisionWish {
  readonly revision: number | undefined;
  readonly match: 'Exact' | 'NotOlderThan' | undefined;
}

/** Reads `resourceVersion` and `resourceVersionMatch` of a list or watch. */
export function revisionWish(query: Query, isWatch: boolean): RevisionWish {
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
  if (isTrue(query['sendInitialEvents']) && match !== 'NotOlderThan') {
    errors.push(forbiddenField(field, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'));
  }
  refuse('ListOptions', errors);
  if (text === '') return { revision: undefined, match: undefined };
  if (!/^\d{1,15}$/.test(text))
    throw badRequest(`Invalid value: ${JSON.stringify(text)}: resourceVersion must be a number`);
  return { revision: Number(text), match: match as RevisionWish['match'] };
}

function readDryRun(value: string | undefined, errors: FieldError[]): boolean {
  if (value === undefined) return false;
  if (value === 'All') return true;
  errors.push(unsupportedField('dryRun', value, ['All']));
  return false;
}

function refuse(kind: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind }, '', errors);
}
