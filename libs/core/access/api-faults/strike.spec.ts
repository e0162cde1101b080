import { readDocument } from '@orrery/documents';
import { resourceAccess, type ResourceAccess } from '../access';
import { API_FAULTS, type ApiFault } from './api-fault';
import { strike, type MatchedRequest } from './strike';

const request = (access: Partial<ResourceAccess> = {}, by: Partial<MatchedRequest> = {}): MatchedRequest => ({
  user: 'system:serviceaccount:default:operator',
  userAgent: 'operator/v1',
  access: resourceAccess({
    verb: 'update',
    resource: 'deployments',
    group: 'apps',
    namespace: 'shop',
    name: 'web',
    ...access,
  }),
  ...by,
});
const counted = (rules: Record<string, ApiFault>) => ({
  rules: Object.entries(rules),
  counts: new Map(Object.keys(rules).map((name) => [name, { matched: 0, struck: 0 }])),
  seed: 1,
});

describe('which requests a rule is about', () => {
  it.each<[ApiFault, MatchedRequest, boolean]>([
    [{}, request(), true],
    [{ verbs: ['update', 'patch'] }, request(), true],
    [{ verbs: ['get'] }, request(), false],
    [{ resources: ['deployments'] }, request(), true],
    [{ resources: ['deployments.apps'] }, request(), true],
    [{ resources: ['deployments.batch'] }, request(), false],
    [{ resources: ['deployments'] }, request({ subresource: 'status' }), false],
    [{ resources: ['deployments/status'] }, request({ subresource: 'status' }), true],
    [{ resources: ['deployments.apps/*'] }, request({ subresource: 'scale' }), true],
    [{ resources: ['*'] }, request({ subresource: 'scale' }), true],
    [{ namespaces: ['shop'] }, request(), true],
    [{ namespaces: ['kube-*'] }, request(), false],
    [{ names: ['we*'] }, request(), true],
    [{ users: ['system:serviceaccount:*'] }, request(), true],
    [{ users: ['alice'] }, request(), false],
    [{ userAgents: ['operator/*'] }, request(), true],
    [{ userAgents: ['operator/*'] }, request({}, { userAgent: 'kubectl/v1' }), false],
    [{ verbs: [] }, request(), false],
  ])('%j, %j: %s', (rule, asked, expected) => {
    expect(strike(counted({ rule: { code: 500, ...rule } }), asked) !== undefined).toBe(expected);
  });

  it('is watches, for one that only ends watches', () => {
    const faults = counted({ rule: { watchLifetime: 10 } });
    expect(strike(faults, request())).toBeUndefined();
    expect(strike(faults, request({ verb: 'watch' }))).toEqual({ latencyMs: 0, watchLifetimeMs: 10 });
    expect(faults.counts.get('rule')).toEqual({ matched: 1, struck: 1 });
  });
});

test('several rules add up: latencies, the first error, the shortest watch', () => {
  const faults = counted({
    a: { latency: 100, watchLifetime: 5000 },
    b: { code: 429, retryAfter: 1500, latency: 20 },
    c: { code: 500, message: 'never seen', watchLifetime: 100 },
  });
  expect(strike(faults, request({ verb: 'watch' }))).toEqual({
    latencyMs: 120,
    error: {
      code: 429,
      message: 'the server has received too many requests and has asked us to try again later',
      retryAfterSeconds: 2,
    },
    watchLifetimeMs: 100,
  });
});

test('a rule with times applies so often and no more', () => {
  const faults = counted({ rule: { code: 500, times: 2 } });
  expect([1, 2, 3].map(() => strike(faults, request()) !== undefined)).toEqual([true, true, false]);
  expect(faults.counts.get('rule')).toEqual({ matched: 2, struck: 2 });
});

test('chance is drawn with the seed: the same requests again, and about the share', () => {
  const run = () => {
    const faults = counted({ rule: { code: 500, probability: 0.3 } });
    return Array.from({ length: 1000 }, () => strike(faults, request()) !== undefined);
  };
  const struck = run();
  expect(run()).toEqual(struck);
  const share = struck.filter(Boolean).length / 1000;
  expect(share).toBeGreaterThan(0.25);
  expect(share).toBeLessThan(0.35);
});

test.each([
  [{ code: 418 }, 'must be one of 400, 401, 403, 404, 409, 410, 429, 500, 503, 504'],
  [{}, 'must have at least one of code, latency, watchLifetime'],
  [{ latency: '1s', message: 'x' }, 'message and retryAfter are only valid with code'],
  [{ code: 500, probability: 2 }, 'must be between 0 and 1'],
  [{ code: 500, times: 0 }, 'must be at least 1'],
  [{ latency: '11m' }, 'must be between 1ms and 10m'],
])('%j is refused: %s', (rule, reason) => {
  const { findings } = readDocument({ broken: rule }, API_FAULTS);
  expect(JSON.stringify(findings)).toContain(reason);
});
