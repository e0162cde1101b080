import type { Container } from '@orrery/api-types';
import { encode, FileBudget, FileStore, FileSystem, httpAnswer, imageFiles, listensAt, type HttpRule } from '../index';
import { placeAt } from './server-place';

function ask(
  container: Omit<Container, 'name'>,
  target: string,
  { port = 80, rules = [] as HttpRule[] } = {},
): unknown {
  const named: Container = { name: 'c', ...container };
  const nowMs = Date.UTC(2026, 0, 1);
  const files = new FileSystem(new FileStore(new FileBudget(1e6, 100), 0), [], () => nowMs);
  for (const [path, text] of imageFiles(named)) {
    files.makeDirectories(path.slice(0, path.lastIndexOf('/')));
    files.write(path, encode(text));
  }
  const place = { ...placeAt(nowMs, nowMs - 10_001), hostname: 'web-0', client: '10.0.0.9:4000', files };
  const { status, headers, body, afterMs } = httpAnswer(
    { pod: { namespace: 'shop', name: 'web-0' }, container: named, rules, place: () => place },
    { method: 'GET', target, port },
  );
  return [status, headers['Content-Type']?.split(';')[0], body, ...(afterMs > 0 ? [afterMs] : [])];
}

const agnhost = (...args: string[]): Omit<Container, 'name'> => ({ image: 'e2e/agnhost:2.21', args });
const rules: HttpRule[] = [
  { path: '/healthz', status: 503, body: 'starting' },
  { path: '/api/*', port: 8080, headers: { 'content-type': 'application/json' }, body: '{}', afterMs: 50 },
];

test.each<[string, Omit<Container, 'name'>, string, object, unknown]>([
  ['what a behaviour says', {}, '/healthz?x', { rules }, [503, 'text/plain', 'starting']],
  ['a type of its own, later', {}, '/api/x', { rules, port: 8080 }, [200, undefined, '{}', 50]],
  ['who it is', {}, '/api/x', { rules }, [200, 'text/plain', 'pod shop/web-0, container c: GET /api/x\n']],
  ['its name', agnhost('serve-hostname'), '/x', { port: 9376 }, [200, 'text/plain', 'web-0']],
  ['its name', agnhost('netexec', '--http-port=80'), '/hostName', {}, [200, 'text/plain', 'web-0']],
  ['what it is asked to say', agnhost('netexec'), '/echo?msg=a+b&code=418', { port: 8080 }, [418, 'text/plain', 'a b']],
  ['that it is ill', agnhost('liveness'), '/healthz', { port: 8080 }, [500, 'text/plain', 'error: 10.001']],
  ['the time', agnhost('netexec'), '/', { port: 8080 }, [200, 'text/plain', 'NOW: 2026-01-01T00:00:00.000Z']],
  [
    'that it does not do so',
    agnhost('netexec'),
    '/exit',
    { port: 8080 },
    [501, 'text/plain', '/exit is not simulated\n'],
  ],
  [
    'a page',
    { image: 'docker.io/library/httpd:2.4' },
    '/',
    {},
    [200, 'text/html', expect.stringContaining('It works!')],
  ],
  ['no page', { image: 'nginx' }, '/x', {}, [404, 'text/html', expect.stringContaining('404')]],
  [
    'a behaviour before its program',
    agnhost('serve-hostname'),
    '/healthz',
    { rules, port: 9376 },
    [503, 'text/plain', 'starting'],
  ],
])('a container answers %s', (_what, container, target, options, want) => {
  expect(ask(container, target, options)).toEqual(want);
});

test('it listens where it declares, and where its program is known to', () => {
  const ports = [{ containerPort: 80 }, { containerPort: 53, protocol: 'UDP' }];
  const at = (container: object): number[] =>
    [53, 80, 8080, 9376].filter((port) => listensAt({ name: 'c', ...container }, port));
  expect(at({ ports })).toEqual([80]);
  expect(at(agnhost('netexec'))).toEqual([8080]);
  expect(at(agnhost('serve-hostname', '--port', '80'))).toEqual([80]);
  expect(at(agnhost('serve-hostname', '--http=false', '--tcp'))).toEqual([]);
  expect(at({ image: 'httpd' })).toEqual([80]);
  expect(at({ image: 'httpd', command: ['sleep', '1'] })).toEqual([]);
});
