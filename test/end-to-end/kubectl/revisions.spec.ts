import { request as httpRequest } from 'node:http';
import { requireKind } from '@orrery/control-plane';
import { RawClient, type RawReply, type RawRequest } from '@orrery/test-services';
import { startTestApiServer, type TestApiServer, type TestCluster } from '@orrery/testing';
import { until } from '@orrery/test-services';

let server: TestApiServer;
let cluster: TestCluster;
let client: RawClient;

beforeAll(async () => {
  server = await startTestApiServer();
  cluster = await server.cluster({ name: 'revisions', clock: { mode: 'manual' } });
  await cluster.runtime.settle();
  client = new RawClient(cluster.url);
});
afterAll(async () => {
  await server.close();
});

const send = (path: string, request?: RawRequest): Promise<RawReply> => client.send(path, request);
/** The fields of an object that these tests read. */
interface Named {
  readonly metadata: { readonly name: string };
}

const MAPS = '/api/v1/namespaces/default/configmaps';
const map = (name: string, data: object = { a: '1' }): object => ({ metadata: { name }, data });

describe('revisions', () => {
  test('lists in chunks of one state, and goes on after that state was forgotten', async () => {
    for (let i = 0; i < 5; i++)
      await send('/api/v1/namespaces', { method: 'POST', body: { metadata: { name: `chunk-${i}` } } });
    const first = await send('/api/v1/namespaces?limit=3');
    expect(first.json.items).toHaveLength(3);
    expect(first.json.metadata.remainingItemCount).toBeGreaterThan(3);
    await send('/api/v1/namespaces', { method: 'POST', body: { metadata: { name: 'aaa-later' } } });
    const token = encodeURIComponent(first.json.metadata.continue);
    const second = await send(`/api/v1/namespaces?limit=100&continue=${token}`);
    const names = [...first.json.items, ...second.json.items].map(({ metadata }: Named) => metadata.name);
    expect(names).toEqual([...names].sort());
    expect(names).not.toContain('aaa-later');
    expect(second.json.metadata.resourceVersion).toBe(first.json.metadata.resourceVersion);
    const selected = await send('/api/v1/namespaces?limit=1&labelSelector=kubernetes.io%2Fmetadata.name');
    expect(selected.json.metadata.remainingItemCount).toBeUndefined();
    const ancient = Buffer.from(JSON.stringify({ rv: 1, after: 'chunk-2' })).toString('base64url');
    jest.spyOn(cluster.runtime.cache, 'remembers').mockReturnValueOnce(false);
    const expired = await send(`/api/v1/namespaces?continue=${ancient}`);
    expect(expired.json).toMatchObject({ code: 410, reason: 'Expired', metadata: { continue: expect.any(String) } });
    const rest = await send(`/api/v1/namespaces?continue=${encodeURIComponent(expired.json.metadata.continue)}`);
    expect(rest.json.items[0].metadata.name).toBe('chunk-3');
  });

  test.each([
    ['continue=nonsense', 400, 'BadRequest'],
    ['resourceVersion=abc', 400, 'BadRequest'],
    ['limit=many', 400, 'BadRequest'],
    ['resourceVersionMatch=Exact', 422, 'Invalid'],
    ['resourceVersionMatch=Exact&resourceVersion=0', 422, 'Invalid'],
    ['resourceVersionMatch=Newest&resourceVersion=1', 422, 'Invalid'],
    ['sendInitialEvents=true', 422, 'Invalid'],
    ['watch=true&sendInitialEvents=true', 422, 'Invalid'],
    ['watch=true&resourceVersionMatch=NotOlderThan&resourceVersion=1', 422, 'Invalid'],
    ['watch=true&sendInitialEvents=false&resourceVersionMatch=Exact', 422, 'Invalid'],
    ['resourceVersionMatch=Exact&resourceVersion=1&continue=x', 422, 'Invalid'],
    ['labelSelector=a%3D%3D%3Db', 400, 'BadRequest'],
    ['fieldSelector=spec.colour%3Dred', 400, 'BadRequest'],
  ])('?%s: %d', async (query, code, reason) => {
    expect((await send(`${MAPS}?${query}`)).json).toMatchObject({ kind: 'Status', code, reason });
  });

  test('a revision of the future is waited for, then refused', async () => {
    const future = cluster.runtime.cache.revision + 1;
    const waiting = send(`${MAPS}?resourceVersion=${future}`);
    await send(MAPS, { method: 'POST', body: map('now') });
    expect((await waiting).code).toBe(200);
    const { json, headers } = await send(`${MAPS}?resourceVersion=${future + 1000}`);
    expect(json).toMatchObject({
      code: 504,
      reason: 'Timeout',
      message: `Timeout: Too large resource version: ${future + 1000}, current: ${cluster.runtime.cache.revision}`,
      details: {
        retryAfterSeconds: 1,
        causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      },
    });
    expect(headers['retry-after']).toBe('1');
  });
});

describe('watches', () => {
  const WATCHED = '/api/v1/namespaces/kube-public/configmaps';

  test('state, changes, selectors', async () => {
    const start = cluster.runtime.cache.revision;
    const create = (name: string, tier: string): Promise<RawReply> =>
      send(WATCHED, { method: 'POST', body: { metadata: { name, labels: { tier } } } });
    const label = (name: string, tier: string): Promise<RawReply> =>
      send(`${WATCHED}/${name}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/merge-patch+json' },
        body: { metadata: { labels: { tier } } },
      });
    await create('w', 'in');
    await label('w', 'out');
    await label('w', 'in');
    await send(`${WATCHED}/w`, { method: 'DELETE' });
    const lines = await client.watchLines(`${WATCHED}?watch=true&resourceVersion=${start}&labelSelector=tier%3Din`, 4);
    expect(lines.map(({ type }) => type)).toEqual(['ADDED', 'DELETED', 'ADDED', 'DELETED']);
    expect(lines[1].object.metadata.labels).toEqual({ tier: 'in' });
    const revisions = lines.map(({ object }) => Number(object.metadata.resourceVersion));
    expect(revisions).toEqual([start + 1, start + 2, start + 3, start + 4]);
  });

  test('streaming lists end their first part with a marked bookmark', async () => {
    const query = 'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
    const count = cluster.runtime.cache.count('namespaces');
    const lines = await client.watchLines(`/api/v1/namespaces?${query}`, count + 1);
    expect(lines.slice(0, count).every(({ type }) => type === 'ADDED')).toBe(true);
    expect(lines[count]).toEqual({
      type: 'BOOKMARK',
      object: {
        kind: 'Namespace',
        apiVersion: 'v1',
        metadata: expect.objectContaining({
          resourceVersion: String(cluster.runtime.cache.revision),
          annotations: { 'k8s.io/initial-events-end': 'true' },
        }),
      },
    });
  });

  test('without bookmarks nothing marks the end of the state, which does not come where it is not wanted', async () => {
    const query = 'watch=true&resourceVersionMatch=NotOlderThan&timeoutSeconds=1';
    const types = async (more: string): Promise<unknown[]> =>
      (await client.watchLines(`/api/v1/namespaces?${query}&${more}`, 999)).map(({ type }) => type);
    const count = cluster.runtime.cache.count('namespaces');
    const [marked, unwanted] = await Promise.all([
      types('sendInitialEvents=true'),
      types('sendInitialEvents=false&allowWatchBookmarks=true'),
    ]);
    expect([marked, unwanted]).toEqual([Array(count).fill('ADDED'), []]);
  });

  test.each([
    [
      'watch=1&sendInitialEvents=1&resourceVersionMatch=Newest',
      [
        'resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
        'resourceVersionMatch: Unsupported value: "Newest": supported values: "NotOlderThan"',
      ],
    ],
    ['sendInitialEvents=false', ['sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list']],
    [
      'watch=1&resourceVersionMatch=NotOlderThan',
      [
        'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
      ],
    ],
    [
      'resourceVersionMatch=NotOlderThan&continue=x',
      [
        'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
        'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided',
      ],
    ],
  ])('%s is refused in the words of upstream', async (query, errors) => {
    const { json } = await send(`/api/v1/namespaces?${query}`);
    const text = errors.length === 1 ? errors[0] : `[${errors.join(', ')}]`;
    expect(json.message).toBe(`ListOptions.meta.k8s.io "" is invalid: ${text}`);
  });

  test('too old is one line and the end', async () => {
    jest.spyOn(cluster.runtime.cache, 'remembers').mockReturnValueOnce(false);
    const lines = await client.watchLines(`${WATCHED}?watch=true&resourceVersion=1`, 99);
    expect(lines).toEqual([
      {
        type: 'ERROR',
        object: expect.objectContaining({
          code: 410,
          reason: 'Expired',
          message: `too old resource version: 1 (${cluster.runtime.cache.revision})`,
        }),
      },
    ]);
  });

  test('a replaced cache ends watches with 410', async () => {
    const waiting = client.watchLines(`${WATCHED}?watch=true&resourceVersion=${cluster.runtime.cache.revision}`, 99);
    while (server.plane.streams.size === 0) await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    cluster.runtime.replaceCache(cluster.runtime.cache);
    expect(await waiting).toEqual([{ type: 'ERROR', object: expect.objectContaining({ code: 410 }) }]);
    expect(server.plane.streams.size).toBe(0);
  });

  test('ends cleanly at its timeout, headers come at once', async () => {
    const query = `watch=true&timeoutSeconds=1&resourceVersion=${cluster.runtime.cache.revision}`;
    const started = httpRequest(`${cluster.url}${WATCHED}?${query}`);
    const ended = new Promise<boolean>((resolve) => {
      started.on('response', (response) => {
        response.resume();
        response.on('end', () => resolve(response.complete));
      });
    });
    started.end();
    expect(await ended).toBe(true);
  });

  test('tables name their columns once', async () => {
    const { runtime } = cluster;
    const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1';
    await runtime.store.create({ kind: requireKind('v1', 'ConfigMap'), namespace: 'kube-public', input: map('t1') });
    await runtime.store.create({ kind: requireKind('v1', 'ConfigMap'), namespace: 'kube-public', input: map('t2') });
    const lines = await client.watchLines(`${WATCHED}?watch=true`, 4, { accept });
    const [one, ...others] = lines;
    expect(one.object.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual(['Name', 'Data', 'Age']);
    expect(others.map(({ object }) => object.columnDefinitions)).toEqual(others.map(() => null));
    const rows = lines.flatMap(({ object }) => object.rows.map(({ cells }: { cells: unknown[] }) => cells));
    expect(rows).toContainEqual(['t2', 1, expect.any(String)]);
  });

  test('rows of tables are as old as at their event', async () => {
    const { runtime } = cluster;
    const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1';
    const query = `watch=true&fieldSelector=metadata.name%3Dlate&resourceVersion=${runtime.cache.revision}`;
    await until('no watch is open', () => server.plane.streams.size === 0);
    const waiting = client.watchLines(`${WATCHED}?${query}`, 2, { accept });
    await until('the watch is open', () => server.plane.streams.size === 1);
    const kind = requireKind('v1', 'ConfigMap');
    await runtime.advance({ untilMs: runtime.clock.now() + 60_000 });
    await runtime.store.create({ kind, namespace: 'kube-public', input: map('late') });
    await runtime.advance({ untilMs: runtime.clock.now() + 30_000 });
    await send(`${WATCHED}/late`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { data: { b: '2' } },
    });
    const rows = (await waiting).flatMap(({ object }) => object.rows.map(({ cells }: { cells: unknown[] }) => cells));
    expect(rows).toEqual([
      ['late', 1, '0s'],
      ['late', 2, '30s'],
    ]);
  });
});
