import { CLUSTER_HEADER, MOMENT_HEADER, rewriteClusterUrl } from './cluster-path';

describe('the path of a cluster', () => {
  test.each([
    ['/clusters/a/api/v1/pods?watch=1', '/api/v1/pods?watch=1', 'a'],
    ['/clusters/my-test.1/version', '/version', 'my-test.1'],
    ['/clusters/a', '/', 'a'],
    ['/clusters/a?x=1', '/?x=1', 'a'],
    ['/clusters/a/clusters/a/api/v1/nodes', '/api/v1/nodes', 'a'],
    ['/clusters/a/clusters/ab/api', '/clusters/ab/api', 'a'],
    ['/version/', '/version', undefined],
    ['/clusters/a/openapi/v3//?hash=x/', '/openapi/v3?hash=x/', 'a'],
    ['/.well-known/openid-configuration/', '/.well-known/openid-configuration', undefined],
    ['/openid/v1/jwks/', '/openid/v1/jwks', undefined],
    ['/graphql/schema/', '/graphql/schema', undefined],
    ['/clusters/a/healthz/?verbose', '/healthz?verbose', 'a'],
    ['/playground/', '/playground/', undefined],
    ['/clusters/', '/clusters/', undefined],
    ['/clusters/A/api', '/clusters/A/api', undefined],
    ['/clusters/../api', '/clusters/../api', undefined],
    ['/api/v1/clusters/a', '/api/v1/clusters/a', undefined],
  ])('%s is %s', (url, want, cluster) => {
    const headers: Record<string, string> = { [CLUSTER_HEADER]: 'spoofed' };
    expect(rewriteClusterUrl({ url, headers })).toBe(want);
    expect(headers[CLUSTER_HEADER]).toBe(cluster);
  });

  test.each([
    ['staging.localhost:8080', '/api/v1/nodes', 'staging'],
    ['My-Test.1.localhost', '/', 'my-test.1'],
    ['staging.localhost', '/clusters/other/version', 'other'],
    ['localhost:8080', '/version', undefined],
    ['.localhost', '/version', undefined],
    ['-a.localhost', '/version', undefined],
    ['staging.localhost.example.com', '/version', undefined],
  ])('the host %s with %s is the cluster %s', (host, url, cluster) => {
    const headers: Record<string, string> = { host, [CLUSTER_HEADER]: 'spoofed' };
    rewriteClusterUrl({ url, headers });
    expect(headers[CLUSTER_HEADER]).toBe(cluster);
  });

  test.each([
    ['localhost', '/clusters/a@1234/api', 'a', '1234', '/api'],
    ['localhost', '/clusters/a@2025-01-01T00:10:00Z/api/v1/pods?x=@', 'a', '2025-01-01T00:10:00Z', '/api/v1/pods?x=@'],
    ['localhost', '/clusters/a%40-10m', 'a', '-10m', '/'],
    ['localhost', '/clusters/a@2025-01-01T00%3A10%3A00Z/version', 'a', '2025-01-01T00:10:00Z', '/version'],
    ['localhost', '/clusters/a@%zz/version', 'a', '%zz', '/version'],
    ['localhost', '/clusters/a@/version', 'a', '', '/version'],
    ['localhost', '/clusters/a@5/clusters/a@5/version', 'a', '5', '/version'],
    ['localhost', '/clusters/a@5/clusters/a@6/version', 'a', '5', '/clusters/a@6/version'],
    ['localhost', '/clusters/a/api', 'a', undefined, '/api'],
    ['a--at-1234.localhost:80', '/api', 'a', '1234', '/api'],
    ['My.a--at-20250101T001000Z.localhost', '/api', 'my.a', '2025-01-01T00:10:00Z', '/api'],
    ['a--at-10m-ago.localhost', '/api', 'a', '-10m', '/api'],
    ['a--at-home.localhost', '/api', 'a--at-home', undefined, '/api'],
  ])('the host %s with %s is the cluster %s at %s', (host, url, cluster, moment, want) => {
    const headers: Record<string, string> = { host, [MOMENT_HEADER]: 'spoofed' };
    expect(rewriteClusterUrl({ url, headers })).toBe(want);
    expect([headers[CLUSTER_HEADER], headers[MOMENT_HEADER]]).toEqual([cluster, moment]);
  });
});
