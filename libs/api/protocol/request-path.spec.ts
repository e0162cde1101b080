import { parseApiPath } from './request-path';

describe('parseApiPath', () => {
  test.each([
    ['/api/v1/pods', { group: '', version: 'v1', resource: 'pods' }],
    ['/api/v1/namespaces/a/pods', { namespace: 'a', resource: 'pods', name: undefined }],
    ['/api/v1/namespaces/a/pods/b/status', { namespace: 'a', name: 'b', subresource: 'status' }],
    ['/api/v1/namespaces', { resource: 'namespaces', name: undefined, namespace: undefined }],
    ['/api/v1/namespaces/a', { resource: 'namespaces', name: 'a', namespace: undefined }],
    ['/api/v1/namespaces/a/finalize', { resource: 'namespaces', name: 'a', subresource: 'finalize' }],
    ['/apis/policy/v1/namespaces/a/poddisruptionbudgets', { group: 'policy', namespace: 'a' }],
    ['/api/v1/nodes/n/proxy/stats/summary', { resource: 'nodes', subresource: 'proxy', rest: 'stats/summary' }],
    ['/api/v1/nodes/a%2Fb', { name: 'a/b' }],
  ])('reads %s', (path, want) => {
    expect(parseApiPath(path)).toMatchObject(want);
  });

  test.each(['/api', '/api/v1', '/apis/apps', '/apis/apps/v1', '/metrics', '/', '/api/v1/pods/%E0%A4%A'])(
    'leaves %s alone',
    (path) => {
      expect(parseApiPath(path)).toBeUndefined();
    },
  );
});
