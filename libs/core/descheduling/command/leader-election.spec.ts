import { claimedLease, LEADER_ELECTION_DEFAULTS, leaderElectionFault, releasedLease } from './leader-election';

const candidate = { identity: 'me', nowMs: 1_000_000, nowText: 'now', leaseDurationMs: 137_000 };
const of = (holderIdentity: string): object => ({
  holderIdentity,
  leaseDurationSeconds: 137,
  acquireTime: 'before',
  renewTime: 'before',
  leaseTransitions: 4,
});
const mine = { holderIdentity: 'me', leaseDurationSeconds: 137, renewTime: 'now' };

test.each([
  { name: 'no Lease', observed: undefined, want: { ...mine, acquireTime: 'now', leaseTransitions: 0 } },
  {
    name: 'one’s own',
    observed: { spec: of('me'), observedAtMs: 0 },
    want: { ...mine, acquireTime: 'before', leaseTransitions: 4 },
  },
  { name: 'that of another', observed: { spec: of('you'), observedAtMs: 863_001 }, want: undefined },
  {
    name: 'that of another who is not heard of any more',
    observed: { spec: of('you'), observedAtMs: 863_000 },
    want: { ...mine, acquireTime: 'now', leaseTransitions: 5 },
  },
  {
    name: 'a released one',
    observed: { spec: releasedLease(of('you'), 'then'), observedAtMs: 1_000_000 },
    want: { ...mine, acquireTime: 'now', leaseTransitions: 5 },
  },
])('$name', ({ observed, want }) => {
  expect(claimedLease(observed, candidate)).toEqual(want);
});

test.each([
  { change: {}, want: undefined },
  { change: { name: '' }, want: 'name may not be empty' },
  { change: { namespace: '' }, want: 'namespace may not be empty' },
  { change: { leaseDurationMs: 107_000 }, want: 'leaseDuration must be greater than renewDeadline' },
  { change: { retryPeriodMs: 90_000 }, want: 'renewDeadline must be greater than retryPeriod*JitterFactor' },
  { change: { retryPeriodMs: 0 }, want: 'retryPeriod must be greater than zero' },
])('options $change', ({ change, want }) => {
  expect(leaderElectionFault({ ...LEADER_ELECTION_DEFAULTS, ...change })).toBe(want);
});
