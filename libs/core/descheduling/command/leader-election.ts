/** Options by which one of several deschedulers becomes the active one (`--leader-elect-*`). */
export interface LeaderElectionOptions {
  readonly namespace: string;
  readonly name: string;
  /** Duration after the last renewal before another one takes over. */
  readonly leaseDurationMs: number;
  /** A leader that cannot renew gives up after this long. */
  readonly renewDeadlineMs: number;
  /** Time between tries. */
  readonly retryPeriodMs: number;
}

/** Part of a Lease's `spec` that an election reads. */
export interface LeaseSpec {
  readonly holderIdentity?: string | null;
  readonly leaseDurationSeconds?: number | null;
  readonly acquireTime?: string | null;
  readonly renewTime?: string | null;
  readonly leaseTransitions?: number | null;
}

/** A Lease as a candidate saw it, and when it first saw it so: clocks of others are not trusted. */
export interface ObservedLease {
  readonly spec: LeaseSpec;
  readonly observedAtMs: number;
}

/** Candidate for the Lease, at a moment. */
export interface Candidate {
  readonly identity: string;
  readonly nowMs: number;
  /** `nowMs` as a Lease writes it. */
  readonly nowText: string;
  readonly leaseDurationMs: number;
}

/**
 * The Lease with which a candidate takes or renews leadership; undefined while another holds it (client-go
 * `tools/leaderelection`). Without an observed Lease there is none yet.
 */
export function claimedLease(observed: ObservedLease | undefined, candidate: Candidate): LeaseSpec | undefined {
  const { identity, nowMs, nowText, leaseDurationMs } = candidate;
  const { holderIdentity, leaseDurationSeconds, acquireTime, leaseTransitions } = observed?.spec ?? {};
  const isMine = holderIdentity === identity;
  const heldUntilMs = (observed?.observedAtMs ?? 0) + (leaseDurationSeconds ?? 0) * 1000;
  if (holderIdentity && !isMine && heldUntilMs > nowMs) return undefined;
  const transitions = leaseTransitions ?? 0;
  return {
    holderIdentity: identity,
    leaseDurationSeconds: leaseDurationMs / 1000,
    acquireTime: isMine && acquireTime ? acquireTime : nowText,
    renewTime: nowText,
    leaseTransitions: isMine || !observed ? transitions : transitions + 1,
  };
}

/** Returns the Lease of a leader that ends in order: others need not wait. */
export function releasedLease({ leaseTransitions }: LeaseSpec, nowText: string): LeaseSpec {
  return {
    holderIdentity: '',
    leaseDurationSeconds: 1,
    acquireTime: nowText,
    renewTime: nowText,
    leaseTransitions: leaseTransitions ?? 0,
  };
}

/** The descheduler's own defaults. */
export const LEADER_ELECTION_DEFAULTS: LeaderElectionOptions = {
  namespace: 'kube-system',
  name: 'descheduler',
  leaseDurationMs: 137_000,
  renewDeadlineMs: 107_000,
  retryPeriodMs: 26_000,
};

/** Tries to acquire are spread by up to this share of the retry period; renewals are not. */
export const ELECTION_JITTER = 1.2;

/** Returns the error for which client-go rejects the options. */
export function leaderElectionFault(options: LeaderElectionOptions): string | undefined {
  const { namespace, name, leaseDurationMs, renewDeadlineMs, retryPeriodMs } = options;
  if (namespace === '') return 'namespace may not be empty';
  if (name === '') return 'name may not be empty';
  if (leaseDurationMs <= renewDeadlineMs) return 'leaseDuration must be greater than renewDeadline';
  if (renewDeadlineMs <= ELECTION_JITTER * retryPeriodMs) {
    return 'renewDeadline must be greater than retryPeriod*JitterFactor';
  }
  return retryPeriodMs < 1 ? 'retryPeriod must be greater than zero' : undefined;
}
