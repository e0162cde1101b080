import { RawClient, type RawReply, type RawRequest } from '@orrery/test-services';
import { parse } from 'yaml';
import { decodeProtobuf } from '../../../libs/api/rest/protobuf/decode-protobuf';
import { startTestApiServer, type TestApiServer, type TestCluster } from '@orrery/testing';

let server: TestApiServer;
let cluster: TestCluster;
let client: RawClient;

beforeAll(async () => {
  server = await startTestApiServer();
  cluster = await server.cluster({ name: 'wire', clock: { mode: 'manual' } });
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

describe('representations', () => {
  test.each([
    ['application/json', 200],
    ['*/*', 200],
    ['application/vnd.kubernetes.protobuf,application/json', 200],
    ['application/vnd.kubernetes.protobuf, */*', 200],
    ['application/json;q=0, text/html', 406],
    ['text/html', 406],
    ['application/vnd.kubernetes.protobuf', 200],
    ['application/yaml', 200],
  ])('%s: %d', async (accept, want) => {
    const { code, json } = await send(MAPS, { headers: { accept } });
    expect(code).toBe(want);
    const message =
      '406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, application/vnd.kubernetes.protobuf, ' +
      'application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch';
    if (want === 406) expect(json).toMatchObject({ kind: 'Status', reason: 'NotAcceptable', code: 406, message });
  });

  test('YAML of objects, lists and refusals, not of watches', async () => {
    const headers = { accept: 'application/yaml' };
    await send(MAPS, { method: 'POST', body: map('worded', { a: 'yes', b: '1', c: 'x\ny\n' }) });
    const read = async (path: string, more: RawRequest = {}): Promise<unknown> => {
      const reply = await send(path, { headers, ...more });
      expect(reply.headers['content-type']).toBe('application/yaml');
      return parse(reply.bytes.toString());
    };
    expect(await read(`${MAPS}/worded`)).toEqual((await send(`${MAPS}/worded`)).json);
    expect(await read(MAPS)).toEqual((await send(MAPS)).json);
    expect(await read(`${MAPS}?labelSelector=none`)).toEqual((await send(`${MAPS}?labelSelector=none`)).json);
    const table = 'application/yaml;as=Table;g=meta.k8s.io;v=v1';
    expect(await read(MAPS, { headers: { accept: table } })).toMatchObject({ kind: 'Table' });
    expect(await read(`${MAPS}/missing`)).toMatchObject({ kind: 'Status', code: 404 });
    expect(await read('/apis/apps/v1')).toMatchObject({ kind: 'APIResourceList' });
    expect(await read(`${MAPS}?watch=true`)).toMatchObject({
      code: 406,
      message:
        'only the following media types are accepted: application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch',
    });
  });

  test('discovery as messages of Kubernetes', async () => {
    const type = 'application/vnd.kubernetes.protobuf';
    const read = async (path: string, accept = type): Promise<RawReply> => send(path, { headers: { accept } });
    for (const [path, texts] of [
      ['/api', ['APIVersions', 'v1', '0.0.0.0/0']],
      ['/apis', ['APIGroupList', 'apps', 'apps/v1']],
      ['/apis/apps', ['APIGroup', 'apps/v1']],
      ['/apis/apps/v1', ['APIResourceList', 'deployments/scale', 'Scale', 'autoscaling']],
    ] as const) {
      const { bytes, headers } = await read(path);
      expect(headers['content-type']).toBe(type);
      expect(bytes.subarray(0, 4).toString()).toBe('k8s\0');
      for (const text of texts) expect(bytes.includes(Buffer.from([text.length, ...Buffer.from(text)]))).toBe(true);
    }
    const parameters = ';g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
    const whole = await read('/apis', `${type},${type}${parameters}`);
    expect(whole.headers['content-type']).toBe(type + parameters);
    expect(whole.bytes.includes('Namespaced')).toBe(true);
  });

  test.each([
    ['/apis', 'text/html', 406],
    ['/apis/apps', 'application/json;as=Table;g=meta.k8s.io;v=v1', 406],
    ['/apis/apps/v1', 'application/json;as=APIGroupDiscoveryList;g=apidiscovery.k8s.io;v=v2', 406],
    ['/api', 'application/json;as=APIGroupDiscoveryList;g=apidiscovery.k8s.io;v=v3', 406],
    ['/api', 'application/json, application/json;as=APIGroupDiscoveryList;g=apidiscovery.k8s.io;v=v2', 200],
  ])('%s as %s: %d', async (path, accept, want) => {
    const { code, json } = await send(path, { headers: { accept } });
    expect([code, json.kind]).toEqual([want, want === 200 ? 'APIGroupDiscoveryList' : 'Status']);
  });

  test('messages of Kubernetes, also for watches and errors; custom resources have none', async () => {
    const headers = { accept: 'application/vnd.kubernetes.protobuf' };
    await send(MAPS, { method: 'POST', body: map('packed') });
    const one = await send(`${MAPS}/packed`, { headers });
    expect(one.headers['content-type']).toBe('application/vnd.kubernetes.protobuf');
    expect(decodeProtobuf(one.bytes)).toMatchObject({
      kind: 'ConfigMap',
      metadata: { name: 'packed' },
      data: { a: '1' },
    });
    const list = await send(MAPS, { headers });
    expect(list.bytes.includes('ConfigMapList')).toBe(true);
    const missing = await send(`${MAPS}/missing`, { headers });
    expect([missing.code, missing.headers['content-type']]).toEqual([404, 'application/vnd.kubernetes.protobuf']);
    expect(missing.bytes.includes('configmaps "missing" not found')).toBe(true);
    const watch = await send(`${MAPS}?watch=true&timeoutSeconds=1&fieldSelector=metadata.name=packed`, { headers });
    expect(watch.headers['content-type']).toBe('application/vnd.kubernetes.protobuf;stream=watch');
    const length = watch.bytes.readUInt32BE(0);
    const event = watch.bytes.subarray(4, 4 + length);
    expect(event.subarray(2, 7).toString()).toBe('ADDED');
    expect(decodeProtobuf(event.subarray(event.indexOf('k8s\0')))).toMatchObject({ metadata: { name: 'packed' } });
    const behaviours = '/apis/sim.orrery.dev/v1/podbehaviors';
    expect((await send(behaviours, { headers })).code).toBe(406);
    const accept = `${headers.accept};as=PartialObjectMetadataList;g=meta.k8s.io;v=v1`;
    const metadata = await send(behaviours, { headers: { accept } });
    expect([metadata.code, metadata.bytes.includes('PartialObjectMetadataList')]).toEqual([200, true]);
  });

  test('nothing is deleted for a client that cannot read the answer', async () => {
    await send(MAPS, { method: 'POST', body: map('stays') });
    expect((await send(`${MAPS}/stays`, { method: 'DELETE', headers: { accept: 'text/html' } })).code).toBe(406);
    expect((await send(`${MAPS}/stays`)).code).toBe(200);
  });

  test('metadata alone', async () => {
    const accept = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
    const { json } = await send('/api/v1/namespaces', { headers: { accept } });
    expect(json.kind).toBe('PartialObjectMetadataList');
    expect(json.items[0]).toEqual({
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
      metadata: expect.anything(),
    });
  });

  test('large answers are compressed for those who can read that', async () => {
    const namespace = 'bulky';
    await send('/api/v1/namespaces', { method: 'POST', body: { metadata: { name: namespace } } });
    const text = 'x'.repeat(150_000);
    await send(`/api/v1/namespaces/${namespace}/configmaps`, { method: 'POST', body: map('big', { text }) });
    const path = `/api/v1/namespaces/${namespace}/configmaps/big`;
    const packed = await send(path, { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.bytes.length).toBeLessThan(10_000);
    expect(packed.json.data.text).toBe(text);
    expect((await send(path)).headers['content-encoding']).toBeUndefined();
    expect(
      (await send(path, { headers: { 'accept-encoding': 'gzip;q=0' } })).headers['content-encoding'],
    ).toBeUndefined();
  });

  test('a watch with a negative timeout ends at once', async () => {
    expect((await send(`${MAPS}?watch=true&timeoutSeconds=-1&fieldSelector=metadata.name=none`)).code).toBe(200);
  });

  test('resources have no route for HEAD', async () => {
    const { code, headers, bytes } = await send('/api/v1/namespaces/default?watch=1', { method: 'HEAD' });
    expect({ code, length: bytes.length }).toEqual({ code: 405, length: 0 });
    expect((await send('/api/v1/pods', { method: 'HEAD' })).code).toBe(405);
    expect((await send('/apis/apps/v1/namespaces/default/deployments/x/scale', { method: 'HEAD' })).code).toBe(405);
    expect(headers['audit-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['cache-control']).toBe('no-cache, private');
  });
});

describe('paths and methods', () => {
  test.each([
    '/api/v2/pods',
    '/api/v1beta1',
    '/api/v1/things',
    '/api/v1/pods/x',
    '/api/v1/namespaces/default/nodes',
    '/api/v1/namespaces/default/pods/x/nothing',
  ])('%s is no resource', async (path) => {
    const { code, json } = await send(path);
    const message = 'the server could not find the requested resource';
    expect({ code, json }).toMatchObject({ code: 404, json: { kind: 'Status', reason: 'NotFound', message } });
  });

  test.each(['/apis/none.example/v1/things', '/openapi/v9'])('%s is no page', async (path) => {
    const { code, headers, bytes } = await send(path);
    expect(code).toBe(404);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(bytes.toString()).toBe('404 page not found\n');
  });

  test.each([
    '/api/',
    '/api/v1/',
    '/apis/',
    '/apis/apps/',
    '/apis/apps/v1/',
    '/apis/apps/v1/deployments/',
    '/api/v1/namespaces/',
    '/api/v1/namespaces/default/',
    '/api/v1/namespaces/default/serviceaccounts/default/',
    '/openapi/v2/',
    '/openapi/v3/',
    '/openapi/v3/api/v1/',
    '/version/',
    '/.well-known/openid-configuration/',
    '/openid/v1/jwks/',
  ])('%s is the page without the slash', async (path) => {
    const [slashed, plain] = [await send(path), await send(path.slice(0, -1))];
    expect(slashed.code).toBe(200);
    expect(slashed.bytes.equals(plain.bytes)).toBe(true);
  });

  test.each([
    ['GET', '/api/v1/namespaces/default/pods/x', 404, 'NotFound'],
    ['POST', '/api/v1/pods', 405, 'MethodNotAllowed'],
    ['POST', '/api/v1/namespaces/default/pods/x', 405, 'MethodNotAllowed'],
    ['PUT', '/api/v1/namespaces', 405, 'MethodNotAllowed'],
    ['DELETE', '/api/v1/namespaces', 405, 'MethodNotAllowed'],
    ['GET', '/api/v1/namespaces/default/bindings', 405, 'MethodNotAllowed'],
    ['GET', '/api/v1/namespaces/default/finalize', 405, 'MethodNotAllowed'],
    ['POST', '/version', 405, 'MethodNotAllowed'],
    ['DELETE', '/apis', 405, 'MethodNotAllowed'],
    ['POST', '/api/v1/namespaces/default/pods/x/exec', 404, 'NotFound'],
  ])('%s %s: %d', async (method, path, code, reason) => {
    const reply = await send(path, { method });
    expect(reply.json).toMatchObject({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason });
    expect(reply.code).toBe(code);
  });

  test('a cluster that is not there', async () => {
    const response = await fetch(`${server.url}/clusters/none/api/v1/pods`);
    expect(await response.json()).toMatchObject({ code: 404, message: 'clusters.orrery.dev "none" not found' });
  });
});

describe('writes', () => {
  test('codes of creation, replacement and deletion', async () => {
    const lease = { metadata: { name: 'l' }, spec: { holderIdentity: 'a' } };
    const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
    const created = await send(`${leases}/l`, { method: 'PUT', body: lease });
    expect(created.code).toBe(201);
    const unconditional = await send(`${leases}/l`, { method: 'PUT', body: lease });
    expect(unconditional.json).toMatchObject({
      code: 422,
      details: { causes: [{ field: 'metadata.resourceVersion' }] },
    });
    const { resourceVersion } = created.json.metadata;
    const replaced = await send(`${leases}/l`, {
      method: 'PUT',
      body: { ...lease, metadata: { name: 'l', resourceVersion }, spec: { holderIdentity: 'b' } },
    });
    expect(replaced.code).toBe(200);
    const stale = await send(`${leases}/l`, {
      method: 'PUT',
      body: { ...lease, metadata: { name: 'l', resourceVersion } },
    });
    expect(stale.json).toMatchObject({
      code: 409,
      reason: 'Conflict',
      message:
        'Operation cannot be fulfilled on leases.coordination.k8s.io "l": the object has been modified; please apply your changes to the latest version and try again',
    });
    expect((await send(`${MAPS}/absent`, { method: 'PUT', body: map('absent') })).code).toBe(404);
    const deleted = await send(`${leases}/l`, { method: 'DELETE' });
    expect(deleted.json).toMatchObject({
      kind: 'Status',
      status: 'Success',
      details: { name: 'l', kind: 'leases', group: 'coordination.k8s.io' },
    });
    const again = await send(MAPS, { method: 'POST', body: map('x') }).then(() =>
      send(MAPS, { method: 'POST', body: map('x') }),
    );
    expect(again.json).toMatchObject({ code: 409, reason: 'AlreadyExists', message: 'configmaps "x" already exists' });
  });

  test('a rehearsal changes nothing', async () => {
    const before = cluster.runtime.cache.revision;
    const { code, json } = await send(`${MAPS}?dryRun=All`, { method: 'POST', body: map('ghost') });
    expect(code).toBe(201);
    expect(json.metadata).toMatchObject({
      name: 'ghost',
      uid: expect.any(String),
      creationTimestamp: expect.any(String),
    });
    expect(json.metadata.resourceVersion).toBeUndefined();
    await send('/api/v1/namespaces/default/serviceaccounts/default?dryRun=All', { method: 'DELETE' });
    await send(`${MAPS}?dryRun=All`, { method: 'DELETE' });
    expect(cluster.runtime.cache.revision).toBe(before);
    expect((await send(`${MAPS}?dryRun=Some`, { method: 'POST', body: map('ghost') })).json).toMatchObject({
      code: 422,
      details: {
        kind: 'CreateOptions',
        group: 'meta.k8s.io',
        causes: [{ field: 'dryRun', reason: 'FieldValueNotSupported' }],
      },
    });
  });

  test('unknown and repeated fields', async () => {
    const text = '{"metadata":{"name":"fields"},"data":{"a":"1","a":"2"},"extra":1,"wörld":2}';
    const strict = await send(`${MAPS}?fieldValidation=Strict`, { method: 'POST', body: text });
    expect(strict.json).toMatchObject({
      code: 400,
      message: expect.stringContaining(
        'strict decoding error: duplicate field "data.a", unknown field "extra", unknown field "wörld"',
      ),
    });
    const dep = '{"metadata":{"name":"d"},"spec":{"unknownField":"foo","replicas":2,"replicas":3}}';
    const path = '/apis/apps/v1/namespaces/default/deployments?fieldValidation=Strict';
    expect((await send(path, { method: 'POST', body: dep })).json.message).toContain(
      'strict decoding error: unknown field "spec.unknownField", duplicate field "spec.replicas"',
    );
    const applied = await send(`${MAPS}/applied?fieldManager=me&fieldValidation=Strict`, {
      method: 'PATCH',
      body: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: applied}\ndata:\n  a: "1"\n  a: "2"\n',
      headers: { 'Content-Type': 'application/apply-patch+yaml' },
    });
    expect(applied.json).toMatchObject({
      code: 400,
      message:
        'error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n' +
        '  line 6: key "a" already set in map',
    });
    const warned = await send(`${MAPS}?dryRun=All`, { method: 'POST', body: text });
    expect(warned.code).toBe(201);
    expect(warned.headers['warning']).toBe(
      '299 - "duplicate field \\"data.a\\"", 299 - "unknown field \\"extra\\"", 299 - "unknown field \\"w\\u00f6rld\\""',
    );
    const ignored = await send(`${MAPS}?dryRun=All&fieldValidation=Ignore`, { method: 'POST', body: text });
    expect(ignored.headers['warning']).toBeUndefined();
    expect(ignored.json.data).toEqual({ a: '2' });
  });

  test('a job whose pods stay by default', async () => {
    const jobs = '/apis/batch/v1/namespaces/default/jobs';
    const spec = { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'x' }] } } };
    const remove = async (query: string, body?: object): Promise<unknown> => {
      await send(jobs, { method: 'POST', body: { metadata: { name: 'parent' }, spec } });
      const { code, headers } = await send(`${jobs}/parent${query}`, { method: 'DELETE', ...(body ? { body } : {}) });
      expect(code).toBe(200);
      return headers['warning'];
    };
    const warning =
      '299 - "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning"';
    expect(await remove('?dryRun=All')).toBe(warning);
    expect(await remove('?propagationPolicy=Background&dryRun=All')).toBeUndefined();
    expect(await remove('?dryRun=All', { propagationPolicy: 'Orphan' })).toBeUndefined();
    expect(await remove('?dryRun=All', { orphanDependents: false })).toBeUndefined();
    expect((await send(`${jobs}/absent`, { method: 'DELETE' })).headers['warning']).toBe(warning);
    expect((await send(jobs, { method: 'DELETE' })).headers['warning']).toBe(warning);
    expect((await send(`${MAPS}/absent`, { method: 'DELETE' })).headers['warning']).toBeUndefined();
  });

  test('YAML is read too', async () => {
    const headers = { 'content-type': 'application/yaml' };
    const { code, json } = await send(`${MAPS}?dryRun=All`, {
      method: 'POST',
      headers,
      body: 'metadata: {name: y}\ndata:\n  a: "1"\n',
    });
    expect([code, json.data]).toEqual([201, { a: '1' }]);
  });

  test('a collection is deleted by selector and answered as a list', async () => {
    for (const tier of ['one', 'two']) {
      await send(MAPS, { method: 'POST', body: { metadata: { name: `tier-${tier}`, labels: { tier } } } });
    }
    const { json } = await send(`${MAPS}?labelSelector=tier%3Done`, { method: 'DELETE' });
    expect(json.kind).toBe('ConfigMapList');
    expect(json.items.map(({ metadata }: Named) => metadata.name)).toEqual(['tier-one']);
    expect((await send(`${MAPS}/tier-two`)).code).toBe(200);
  });

  test('patches: types, force, conditions', async () => {
    await send(MAPS, { method: 'POST', body: map('p') });
    const patch = (type: string, body: unknown, query = ''): Promise<RawReply> =>
      send(`${MAPS}/p${query}`, { method: 'PATCH', body, headers: { 'content-type': type } });
    expect((await patch('application/json', {})).json).toMatchObject({ code: 415, reason: 'UnsupportedMediaType' });
    expect((await patch('application/merge-patch+json', {}, '?force=true')).json).toMatchObject({
      code: 422,
      details: { kind: 'PatchOptions', causes: [{ field: 'force' }] },
    });
    expect((await patch('application/apply-patch+yaml', 'data: {}')).json).toMatchObject({
      code: 422,
      message: 'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    });
    expect(
      (await patch('application/json-patch+json', [{ op: 'test', path: '/data/a', value: '0' }])).json,
    ).toMatchObject({
      code: 422,
      message: 'the server rejected our request due to an error in our request',
    });
    const applied = await send(`${MAPS}/fresh?fieldManager=me`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: fresh}\n',
    });
    expect(applied.code).toBe(201);
  });

  test('too much is refused and the next request still served', async () => {
    const { code, json } = await send(MAPS, { method: 'POST', body: map('huge', { a: 'x'.repeat(3_200_000) }) });
    expect([code, json.reason]).toEqual([413, 'RequestEntityTooLarge']);
    expect((await send(MAPS)).code).toBe(200);
  });

  test('bindings by either door', async () => {
    const pods = '/api/v1/namespaces/default/pods';
    for (const name of ['b1', 'b2']) {
      await send(pods, {
        method: 'POST',
        body: { metadata: { name }, spec: { schedulerName: 'none', containers: [{ name: 'c', image: 'i' }] } },
      });
    }
    const binding = (name: string, node: string): object => ({
      metadata: { name },
      target: { kind: 'Node', name: node },
    });
    expect((await send(`${pods}/b1/binding`, { method: 'POST', body: binding('b1', 'n1') })).json).toMatchObject({
      status: 'Success',
      code: 201,
    });
    expect(
      (await send('/api/v1/namespaces/default/bindings', { method: 'POST', body: binding('b2', 'n2') })).code,
    ).toBe(201);
    expect((await send(`${pods}/b2`)).json.spec.nodeName).toBe('n2');
    expect((await send(`${pods}/b1/binding`, { method: 'POST', body: binding('b1', 'n2') })).json).toMatchObject({
      code: 409,
      reason: 'Conflict',
      message: expect.stringContaining('pod b1 is already assigned to node "n1"'),
    });
    expect((await send(`${pods}/b1/log`)).json).toMatchObject({
      code: 400,
      message: expect.stringContaining('is waiting to start'),
    });
  });
});

describe('numbers that a double does not keep', () => {
  const PODS = '/api/v1/namespaces/default/pods';
  const REVISIONS = '/apis/apps/v1/namespaces/default/controllerrevisions';
  const FOREVER = '9223372036854775807';
  const FIELD = 'spec.terminationGracePeriodSeconds';
  const refusal = `${FIELD}: ${FOREVER} cannot be kept exactly`;
  const pod = (name: string, seconds: string): string =>
    `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"${name}"},"spec":{"terminationGracePeriodSeconds":${seconds},"containers":[{"name":"c","image":"i"}]}}`;
  const typed = (type: string) => ({ headers: { 'content-type': type } });

  test.each(['application/json', 'application/yaml'])('are refused in %s, and nothing is written', async (type) => {
    const { code, json } = await send(PODS, { method: 'POST', body: pod('never', FOREVER), ...typed(type) });
    expect({ code, message: json.message }).toEqual({ code: 400, message: expect.stringContaining(refusal) as string });
    expect((await send(`${PODS}/never`)).code).toBe(404);
  });

  test('are refused by an update and by every kind of patch', async () => {
    expect((await send(PODS, { method: 'POST', body: pod('finite', '30') })).code).toBe(201);
    const before = (await send(`${PODS}/finite`)).json.spec as unknown;
    const merge = `{"spec":{"terminationGracePeriodSeconds":${FOREVER}}}`;
    const path = '/spec/terminationGracePeriodSeconds';
    const operations = `[{"op":"add","path":"${path}","value":${FOREVER}},{"op":"copy","from":"${path}","path":"${path}"}]`;
    const writes: readonly (readonly [method: 'PUT' | 'PATCH', type: string, body: string])[] = [
      ['PUT', 'application/json', pod('finite', FOREVER)],
      ['PATCH', 'application/json-patch+json', operations],
      ['PATCH', 'application/merge-patch+json', merge],
      ['PATCH', 'application/strategic-merge-patch+json', merge],
      ['PATCH', 'application/apply-patch+yaml', pod('finite', FOREVER)],
    ];
    for (const [method, type, body] of writes) {
      const query = type.includes('apply') ? '?fieldManager=m&force=true' : '';
      const { code, json } = await send(`${PODS}/finite${query}`, { method, body, ...typed(type) });
      expect({ type, code, message: json.message }).toMatchObject({
        type,
        code: method === 'PATCH' && !type.includes('apply') ? 422 : 400,
        message: expect.stringContaining(refusal),
      });
    }
    expect((await send(`${PODS}/finite`)).json.spec).toEqual(before);
    const listed = `{"spec":{"containers":[{"image":"i","ports":[{"name":"p","hostPort":${FOREVER}}]}]}}`;
    const patch = { method: 'PATCH', body: listed, ...typed('application/strategic-merge-patch+json') } as const;
    expect((await send(`${PODS}/finite`, patch)).code).toBe(400);
  });

  test('beyond int64 have the error of Go', async () => {
    const { code, json } = await send(PODS, { method: 'POST', body: pod('never', '9223372036854775808') });
    const go = `json: cannot unmarshal number 9223372036854775808 into Go struct field PodSpec.${FIELD} of type int64`;
    expect({ code, message: json.message }).toEqual({ code: 400, message: expect.stringContaining(go) as string });
  });

  test('are refused in options of a deletion', async () => {
    const options = { method: 'DELETE', body: `{"gracePeriodSeconds":${FOREVER}}` } as const;
    const deletion = await send(`${PODS}/finite`, options);
    expect({ code: deletion.code, message: deletion.json.message as string }).toEqual({
      code: 400,
      message: expect.stringContaining(`gracePeriodSeconds: ${FOREVER} cannot be kept exactly`) as string,
    });
    const query = await send(`${PODS}/finite?gracePeriodSeconds=${FOREVER}`, { method: 'DELETE' });
    expect({ code: query.code, message: query.json.message as string }).toEqual({
      code: 400,
      message: `strconv.ParseInt: parsing "${FOREVER}": value out of range`,
    });
  });

  test('others, and those in values of any type, are stored as they are', async () => {
    const body = `{"metadata":{"name":"any"},"revision":1000000000000000000,"data":{"a":[9007199254740993,-1e18]}}`;
    expect((await send(REVISIONS, { method: 'POST', body })).code).toBe(201);
    const { bytes } = await send(`${REVISIONS}/any`);
    expect(bytes.toString()).toContain('"revision":1000000000000000000');
    expect(bytes.toString()).toContain('"a":[9007199254740993,-1000000000000000000]');
  });
});
