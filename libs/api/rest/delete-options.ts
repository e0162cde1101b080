import type { DeleteOptions } from '@orrery/control-plane';
import { integerParameter, isTrue, type Query, readDryRun, refuseOptions } from '@orrery/api-protocol';
import { decodeAs, recordIn } from './bodies/decode-as';
import type { KindRequest } from './kind-request';
import { badRequest, type FieldError, isUpTo } from '@orrery/api-types';

const ORPHANED_PODS =
  'child pods are preserved by default when jobs are deleted; ' +
  'set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning';

/** The options of a DELETE: its body, overridden by the query. Throws 400 for a body that is none, 422 for bad values. */
export function deleteOptions(query: Query, body: unknown): DeleteOptions {
  refuseOtherBody(body);
  const given =
    body === undefined || body === null ? {} : decodeAs({ apiVersion: 'v1', kind: 'DeleteOptions' }, recordIn(body));
  const errors: FieldError[] = [];
  const inBody = given['dryRun'] as readonly string[] | undefined;
  const dryRun = [query['dryRun'], ...(inBody ?? [])].map((value) => readDryRun(value, errors)).includes(true);
  refuseOptions('DeleteOptions', errors);
  const gracePeriodSeconds = integerParameter(query, 'gracePeriodSeconds') ?? given['gracePeriodSeconds'];
  const propagationPolicy = query['propagationPolicy'] ?? given['propagationPolicy'];
  const orphanInQuery = query['orphanDependents'];
  const orphanDependents = orphanInQuery === undefined ? given['orphanDependents'] : isTrue(orphanInQuery);
  const preconditions = given['preconditions'];
  return {
    dryRun,
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds: gracePeriodSeconds as number }),
    ...(propagationPolicy ? { propagationPolicy: propagationPolicy as string } : {}),
    ...(orphanDependents === undefined ? {} : { orphanDependents: orphanDependents as boolean }),
    ...(preconditions ? { preconditions: preconditions as NonNullable<DeleteOptions['preconditions']> } : {}),
  };
}

/** Source location of kube-apiserver's types of options: its errors contain it. */
const OPTIONS_SCHEME = 'k8s.io/apimachinery/pkg/apis/meta/internalversion/scheme/register.go:27';

/** Throws 400 for a body of another kind than options. */
function refuseOtherBody(body: unknown): void {
  const { kind, apiVersion = 'v1' } = (body ?? {}) as { readonly kind?: unknown; readonly apiVersion?: unknown };
  if (typeof kind !== 'string' || kind === '' || kind === 'DeleteOptions') return;
  const problem = `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(String(apiVersion))}`;
  throw badRequest(`${problem} in scheme ${JSON.stringify(OPTIONS_SCHEME)}`);
}

/**
 * Warns a client that deletes Jobs without options for their pods that the pods stay. Jobs alone have this default,
 * which surprises most users. As `pkg/registry/batch/job/storage` of v1.34, also where there is nothing to delete.
 */
export function warnOfOrphans({ kind: { kind }, runtime, warn }: KindRequest, options: DeleteOptions): void {
  if (isUpTo(runtime.release, '1.20')) return;
  const isGiven = options.propagationPolicy !== undefined || options.orphanDependents !== undefined;
  if (kind === 'Job' && !isGiven) warn(ORPHANED_PODS);
}
