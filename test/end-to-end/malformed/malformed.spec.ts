import type { Status } from '@orrery/api-types';
import { randomFor } from '@orrery/time';
import { RawClient, type RawReply } from '@orrery/test-services';
import { startTestApiServer, type TestApiServer, type TestCluster } from '@orrery/testing';
import { WIDGET_DEFINITION, WIDGETS } from './malformed-definitions';
import { hostileTemplates } from './malformed-kinds';
import { malformedRequests, type Malformed } from './requests';

const requests = malformedRequests(randomFor('malformed', 'requests', '1'));
/** Message of kube-apiserver for a resource that a group version does not have. */
const NO_RESOURCE = 'the server could not find the requested resource';
const SLICE = 50;
const slices = Array.from({ length: Math.ceil(requests.length / SLICE) }, (_, i) => [i * SLICE] as const);

let server: TestApiServer;
let cluster: TestCluster;
let client: RawClient;

beforeAll(async () => {
  server = await startTestApiServer();
  // Time stands still: whatever changes the revision was done by a request.
  cluster = await server.cluster({ name: 'malformed', clock: { mode: 'manual' } });
  client = new RawClient(cluster.url);
  const base = '/api/v1/namespaces/default';
  const runtime = { metadata: { name: 'rich' }, handler: 'rich', overhead: { podFixed: { cpu: '1m' } } };
  await client.send('/apis/node.k8s.io/v1/runtimeclasses', { method: 'POST', body: runtime });
  await client.send(`${base}/configmaps`, { method: 'POST', body: { metadata: { name: 'taken' }, data: { a: '1' } } });
  const spec = { schedulerName: 'none', containers: [{ name: 'c', image: 'i' }] };
  await client.send(`${base}/pods`, { method: 'POST', body: { metadata: { name: 'waiting' }, spec } });
  await client.send('/api/v1/namespaces', { method: 'POST', body: { metadata: { name: 'limited' } } });
  const limits = [{ type: 'Container', default: { cpu: '1' } }];
  const range = { metadata: { name: 'limits' }, spec: { limits } };
  await client.send('/api/v1/namespaces/limited/limitranges', { method: 'POST', body: range });
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  await client.send(definitions, { method: 'POST', body: WIDGET_DEFINITION });
  await cluster.runtime.settle();
  const widget = { metadata: { name: 'taken' }, spec: { size: 1 } };
  expect((await client.send(WIDGETS, { method: 'POST', body: widget })).code).toBe(201);
  await cluster.runtime.settle();
});
afterAll(async () => {
  await server.close();
});

/** Returns the errors of an answer; empty if it is as it should be. */
function complaints({ codes, field, isNoPath }: Malformed, { code, json, bytes }: RawReply): string[] {
  const found: string[] = [];
  if (!(codes?.includes(code) ?? (code >= 400 && code < 500))) found.push(`code ${code}: ${JSON.stringify(json)}`);
  if (isNoPath) {
    const { message } = (json ?? {}) as Partial<Status>;
    return message === NO_RESOURCE ? found : [...found, `not the answer to an unknown path: ${bytes.toString()}`];
  }
  const { kind, status, reason, message, details } = (json ?? {}) as Partial<Status>;
  if (kind !== 'Status' || status !== 'Failure' || !reason || !message || json.code !== code) {
    found.push(`no proper Status: ${JSON.stringify(json)}`);
  }
  const causes = details?.causes ?? [];
  if (causes.some((cause) => !cause.reason || !cause.message))
    found.push(`a cause without words: ${JSON.stringify(causes)}`);
  if (field !== undefined && !causes.some((cause) => cause.field?.startsWith(field))) {
    found.push(`no cause names ${field}: ${JSON.stringify(json)}`);
  }
  return found;
}

test('there are enough of them', () => {
  expect(requests.length).toBeGreaterThanOrEqual(500);
});

test.each(slices)('requests from number %d on are refused and change nothing', async (start) => {
  expect(await failuresOf(requests.slice(start, start + SLICE), cluster, client)).toEqual([]);
});

test('templates that cannot be processed are refused', async () => {
  const legacy = await server.cluster({
    name: 'legacy',
    clock: { mode: 'manual' },
    settings: { bundle: 'okd-legacy' },
  });
  await legacy.runtime.settle();
  expect(await failuresOf(hostileTemplates(), legacy, new RawClient(legacy.url))).toEqual([]);
});

async function failuresOf(sent: readonly Malformed[], { runtime }: TestCluster, to: RawClient): Promise<string[]> {
  const { cache } = runtime;
  const failures: string[] = [];
  for (const request of sent) {
    const before = cache.revision;
    const reply = await to.send(request.path, request);
    const found = complaints(request, reply);
    if (cache.revision !== before) found.push(`revision went from ${before} to ${cache.revision}`);
    if (found.length > 0)
      failures.push(`${request.method ?? 'GET'} ${request.path} (${request.name.slice(0, 200)}): ${found.join('; ')}`);
  }
  return failures;
}

test('the server goes on, and nothing was polluted', async () => {
  const { code, json } = await client.send('/api/v1/namespaces/default/configmaps/taken');
  expect([code, json.data]).toEqual([200, { a: '1' }]);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  const created = await client.send('/api/v1/namespaces/default/configmaps', {
    method: 'POST',
    body: { metadata: { name: 'fine' } },
  });
  expect(created.code).toBe(201);
});
