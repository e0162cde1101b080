import type { ApiService } from '@orrery/api-types';
import { RemoteReadings } from './remote-readings';

const MINUTE_MS = 60_000;

function service(resourceVersion: string, status = 'True'): ApiService {
  return {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: 'v1.wardle.example.com', resourceVersion, uid: 'u', creationTimestamp: '' },
    spec: { group: 'wardle.example.com', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1 },
    status: { conditions: [{ type: 'Available', status }] },
  } as ApiService;
}

/** A server with an answer that tests set, which keeps the tags it was asked with. */
class Server {
  says: () => Promise<string | undefined> = () => Promise.resolve('1');
  readonly tags: (string | undefined)[] = [];
  readonly readings = new RemoteReadings<unknown>(
    async (_service, etag) => {
      this.tags.push(etag);
      const text = await this.says();
      return text === undefined ? undefined : { bytes: Buffer.from(text), etag: `"${text}"` };
    },
    (document) => ({ document }),
  );

  async read(of = service('1'), nowMs = 0): Promise<unknown> {
    return (await this.readings.of([of], nowMs))[0];
  }

  /** Lets a reading in the background come to its end. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  }
}

test('a document is read when it is first asked for, by all at once', async () => {
  const server = new Server();
  const all = await Promise.all([server.read(), server.read()]);
  expect(all).toEqual([{ document: 1 }, { document: 1 }]);
  expect(server.tags).toEqual([undefined]);
});

test('after a minute a server is asked again, and no client waits for it', async () => {
  const server = new Server();
  const first = await server.read();
  server.says = () => new Promise(() => undefined);
  expect(await server.read(service('1'), MINUTE_MS)).toBe(first);
  expect(await server.read(service('1'), MINUTE_MS + 1)).toBe(first);
  expect(server.tags).toEqual([undefined, '"1"']);
});

test.each<[string, () => Promise<string | undefined>, unknown]>([
  ['a new document takes the place of the old one', () => Promise.resolve('2'), { document: 2 }],
  ['the same document stays the same value', () => Promise.resolve('1'), 'first'],
  ['so does one that has not changed since its tag', () => Promise.resolve(undefined), 'first'],
  ['so does one after which the server fails', () => Promise.reject(new Error('bad status')), 'first'],
  ['so does one after which the server says nonsense', () => Promise.resolve('{'), 'first'],
])('%s', async (_name, says, expected) => {
  const server = new Server();
  const first = await server.read();
  server.says = says;
  await server.read(service('1'), MINUTE_MS);
  await server.settle();
  const later = await server.read(service('1'), MINUTE_MS + 1);
  if (expected === 'first') expect(later).toBe(first);
  else expect(later).toEqual(expected);
});

test('a server that failed is asked again after five seconds', async () => {
  const server = new Server();
  server.says = () => Promise.reject(new Error('connection refused'));
  expect(await server.read()).toBeUndefined();
  server.says = () => Promise.resolve('1');
  expect(await server.read(service('1'), 4999)).toBeUndefined();
  await server.read(service('1'), 5000);
  await server.settle();
  expect(await server.read(service('1'), 5001)).toEqual({ document: 1 });
});

test('a changed APIService is read again at once; one that is not available is not asked and keeps what it said', async () => {
  const server = new Server();
  await server.read();
  server.says = () => Promise.resolve('2');
  expect(await server.read(service('2'))).toEqual({ document: 2 });
  expect(await server.read(service('3', 'False'), MINUTE_MS)).toEqual({ document: 2 });
  expect(server.tags).toHaveLength(2);
});

test('an APIService that is gone is forgotten', async () => {
  const server = new Server();
  await server.read();
  await server.readings.of([], 0);
  expect(await server.read(service('1', 'False'))).toBeUndefined();
});
