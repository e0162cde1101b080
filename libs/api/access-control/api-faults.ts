import { setTimeout as later } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { API_FAULTS, strike, type CountedFaults, type FaultCount, type MatchedRequest } from '@orrery/access';
import { ApiError, StatusReason } from '@orrery/api-types';
import type { ClusterRuntime } from '@orrery/control-plane';
import { readDocument } from '@orrery/documents';

const REASONS: Readonly<Record<number, StatusReason>> = {
  400: StatusReason.BadRequest,
  401: StatusReason.Unauthorized,
  403: StatusReason.Forbidden,
  404: StatusReason.NotFound,
  409: StatusReason.Conflict,
  410: StatusReason.Expired,
  429: StatusReason.TooManyRequests,
  500: StatusReason.InternalError,
  503: StatusReason.ServiceUnavailable,
  504: StatusReason.Timeout,
};

interface KnownFaults {
  /** The section of the settings that they were read from. */
  readonly from: unknown;
  readonly faults: CountedFaults & { readonly counts: ReadonlyMap<string, FaultCount> };
}

/**
 * Rules by the cache, which all views of a cluster share. The counts of a rule start over when the rule or the process
 * is replaced.
 */
const known = new WeakMap<ClusterRuntime['cache'], KnownFaults>();

/** The rules of a cluster with the counts of this process. */
export function apiFaultsOf(runtime: ClusterRuntime): CountedFaults {
  const from = runtime.settings['apiFaults'];
  const before = known.get(runtime.cache);
  if (before?.from === from && before) return before.faults;
  const rules = Object.entries(readDocument(from ?? {}, API_FAULTS).value ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const former = new Map(before?.faults.rules);
  const counts = new Map(
    rules.map(([name, rule]) => {
      const kept = isDeepStrictEqual(former.get(name), rule) ? before?.faults.counts.get(name) : undefined;
      return [name, kept ?? { matched: 0, struck: 0 }];
    }),
  );
  const faults = { rules, counts, seed: runtime.seed };
  known.set(runtime.cache, { from, faults });
  return faults;
}

/**
 * Applies the rules of the cluster to a request: waits for their latency. Returns the ms after which its watch is lost,
 * undefined if it is not. A cluster without rules costs one lookup in its settings.
 *
 * @throws the error that a rule has for the request.
 */
export async function sufferFaults(
  runtime: ClusterRuntime,
  request: () => MatchedRequest,
): Promise<number | undefined> {
  if (runtime.settings['apiFaults'] === undefined) return undefined;
  const struck = strike(apiFaultsOf(runtime), request());
  if (!struck) return undefined;
  const { latencyMs, error, watchLifetimeMs } = struck;
  if (latencyMs > 0) await later(latencyMs, undefined, { ref: false });
  if (!error) return watchLifetimeMs;
  const { code, message, retryAfterSeconds } = error;
  throw new ApiError(REASONS[code]!, message, retryAfterSeconds > 0 ? { retryAfterSeconds } : {});
}
