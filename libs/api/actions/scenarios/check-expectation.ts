import { jsonText, type KindInfo, type KubeObject } from '@orrery/api-types';
import { keyOf, listObjects, select, type ClusterRuntime } from '@orrery/control-plane';
import { servedKind } from '../objects/kind-of';
import type { Expectation } from './scenario';

/** Returns the error of the cluster in the light of an expectation; undefined if nothing is. */
async function unmetReasonOf(runtime: ClusterRuntime, expectation: Expectation): Promise<string | undefined> {
  const { count, matches, name } = expectation;
  const candidates = await candidatesOf(runtime, expectation);
  const found = matches === undefined ? candidates : candidates.filter((object) => isPart(matches, object));
  if (count === undefined ? found.length > 0 : found.length === count) return undefined;
  const wanted = count === undefined ? 'at least 1' : String(count);
  const [only] = candidates;
  const what = `${expectation.kind}${name === undefined ? '' : ` ${name}`}`;
  if (name !== undefined && only && found.length === 0)
    return `${what} does not match: ${firstDifference(matches, only)}`;
  return `${found.length} of ${candidates.length} ${what} match, expected ${wanted}`;
}

/** Returns the error of the first expectation that does not hold; undefined if all do. */
export async function firstUnmetExpectation(
  runtime: ClusterRuntime,
  expectations: readonly Expectation[],
): Promise<string | undefined> {
  for (const expectation of expectations) {
    const problem = await unmetReasonOf(runtime, expectation);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

async function candidatesOf(runtime: ClusterRuntime, expectation: Expectation): Promise<readonly KubeObject[]> {
  const kind = servedKind(runtime.kinds, expectation.apiVersion, expectation.kind);
  const namespace = kind.namespaced ? (expectation.namespace ?? 'default') : '';
  requireRead(runtime, kind, { namespace, name: expectation.name });
  if (expectation.name !== undefined) {
    const object = await runtime.read(keyOf({ kind, namespace, name: expectation.name }));
    return object ? [object] : [];
  }
  const { labelSelector } = expectation;
  const selection = select(kind, { namespace: kind.namespaced ? namespace : undefined, labelSelector });
  return runtime.withHeartbeats(kind, (await listObjects(runtime, selection)).items);
}

/** Throws 403 unless the client may read the expected objects: even the outcome discloses their content. */
function requireRead(
  { store }: ClusterRuntime,
  kind: KindInfo,
  { namespace, name = '' }: { readonly namespace: string; readonly name: string | undefined },
): void {
  const refusal = store.refusalOf({ verb: name === '' ? 'list' : 'get', kind, namespace, name });
  if (refusal) throw refusal;
}

/** Returns whether an expectation may be met without a change in the log, because Leases are renewed beside it. */
export function concernsHeartbeats({ kind }: Expectation): boolean {
  return kind === 'Lease';
}

/** Returns whether `whole` contains all of `part`: fields by name, items of lists at any position. */
function isPart(part: unknown, whole: unknown): boolean {
  return firstDifference(part, whole) === undefined;
}

/** Returns the first path at which a whole differs from its part. */
function firstDifference(part: unknown, whole: unknown, path = ''): string | undefined {
  if (Array.isArray(part)) {
    if (!Array.isArray(whole)) return `${path || 'it'} is not a list`;
    const missing = part.findIndex((item) => !whole.some((each) => isPart(item, each)));
    return missing < 0 ? undefined : `${path} has no item like ${jsonText(part[missing])}`;
  }
  if (typeof part === 'object' && part !== null) {
    if (typeof whole !== 'object' || whole === null) return `${path || 'it'} is ${jsonText(whole)}`;
    for (const [key, value] of Object.entries(part)) {
      const own = Object.hasOwn(whole, key) ? (whole as Record<string, unknown>)[key] : undefined;
      const difference = firstDifference(value, own, path === '' ? key : `${path}.${key}`);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }
  return part === (whole ?? null) ? undefined : `${path} is ${jsonText(whole)}, not ${jsonText(part)}`;
}
