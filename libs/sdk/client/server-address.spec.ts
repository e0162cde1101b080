import { clusterAddress, clusterIn, serverOf } from './server-address';

const URL = 'http://127.0.0.1:8080';

test.each([
  [URL, 'default', URL],
  [URL, 'a', `${URL}/clusters/a`],
  [`${URL}/clusters/exec-1`, 'a', `${URL}/clusters/a`],
  [`${URL}/clusters/exec-1`, 'default', `${URL}/clusters/exec-1`],
  [URL, 'a@2026-03-01T12:00:00Z', `${URL}/clusters/a@2026-03-01T12:00:00Z`],
  [URL, 'a b/c', `${URL}/clusters/a%20b%2Fc`],
  ['https://host/path/clusters/b@-10m', 'a', 'https://host/path/clusters/a'],
])('at %s, the cluster %s is %s', (url, name, found) => {
  expect(clusterAddress({ url, token: 't' }, name)).toEqual({ url: found, token: 't' });
});

test('the server of a cluster has its default cluster at its root', () => {
  expect(serverOf({ url: `${URL}/clusters/a`, ca: 'pem' })).toEqual({ url: URL, ca: 'pem' });
  expect(serverOf({ url: URL })).toEqual({ url: URL });
});

test('an address tells its cluster', () => {
  expect(clusterIn({ url: `${URL}/clusters/a%20b%2Fc` })).toBe('a b/c');
  expect(clusterIn({ url: URL })).toBeUndefined();
});
