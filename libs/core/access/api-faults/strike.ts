import { randomFor } from '@orrery/time';
import type { ResourceAccess } from '../access';
import { API_FAULT_MESSAGES, type ApiFault } from './api-fault';

/** A request that rules may be about. */
export interface MatchedRequest {
  readonly user: string;
  readonly userAgent: string;
  readonly access: ResourceAccess;
}

/** Effects of faults on a request. */
export interface Strike {
  /** Delay of the request, in ms. */
  readonly latencyMs: number;
  readonly error?: { readonly code: number; readonly message: string; readonly retryAfterSeconds: number };
  /** Time in ms after which its watch is ended. */
  readonly watchLifetimeMs?: number;
}

/** Number of requests that a rule matched and that it struck. */
export interface FaultCount {
  matched: number;
  struck: number;
}

/** The rules of a cluster with their counts. */
export interface CountedFaults {
  readonly rules: readonly (readonly [name: string, rule: ApiFault])[];
  readonly counts: ReadonlyMap<string, FaultCount>;
  readonly seed: string | number;
}

/**
 * Returns the effects of the rules on a request, undefined if none; counts it. Of several rules that apply, latencies
 * add up, the shortest life of a watch counts, and the first error by the names of the rules.
 */
export function strike({ rules, counts, seed }: CountedFaults, request: MatchedRequest): Strike | undefined {
  let result: Strike | undefined;
  for (const [name, rule] of rules) {
    const count = counts.get(name);
    if (!count || !isMeant(rule, request) || count.struck >= (rule.times ?? Infinity)) continue;
    count.matched++;
    const { probability = 1 } = rule;
    if (probability < 1 && randomFor(seed, 'api-fault', name, count.matched).unit() >= probability) continue;
    count.struck++;
    result = added(result, rule);
  }
  return result;
}

function added(before: Strike | undefined, rule: ApiFault): Strike {
  const { code, message, retryAfter = 0, latency = 0, watchLifetime } = rule;
  const error =
    before?.error ??
    (code === undefined
      ? undefined
      : { code, message: message ?? API_FAULT_MESSAGES[code]!, retryAfterSeconds: Math.ceil(retryAfter / 1000) });
  const lifetimes = [before?.watchLifetimeMs, watchLifetime].filter((ms) => ms !== undefined);
  return {
    latencyMs: (before?.latencyMs ?? 0) + latency,
    ...(error && { error }),
    ...(lifetimes.length > 0 && { watchLifetimeMs: Math.min(...lifetimes) }),
  };
}

/** Returns whether a rule is about a request. One that does nothing but end watches is about watches only. */
function isMeant(rule: ApiFault, { user, userAgent, access }: MatchedRequest): boolean {
  const { verb, group, resource, subresource, namespace, name } = access;
  const isWatchRule = rule.code === undefined && rule.latency === undefined;
  const below = subresource === '' ? '' : `/${subresource}`;
  return (
    !(isWatchRule && verb !== 'watch') &&
    isAmong(rule.verbs, [verb]) &&
    isAmong(rule.resources, [`${resource}${below}`, `${resource}.${group}${below}`]) &&
    isAmong(rule.namespaces, [namespace]) &&
    isAmong(rule.names, [name]) &&
    isAmong(rule.users, [user]) &&
    isAmong(rule.userAgents, [userAgent])
  );
}

function isAmong(patterns: readonly string[] | undefined, texts: readonly string[]): boolean {
  return (
    patterns === undefined ||
    patterns.some((pattern) =>
      pattern.endsWith('*') ? texts.some((text) => text.startsWith(pattern.slice(0, -1))) : texts.includes(pattern),
    )
  );
}
