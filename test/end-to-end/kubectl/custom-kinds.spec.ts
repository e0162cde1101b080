import { createServer as createHttpsServer } from 'node:https';
import { RawClient, selfSignedCertificate, until, type RawReply } from '@orrery/test-services';
import { startTestApiServer, type TestApiServer, type TestCluster } from '@orrery/testing';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const GROUP = 'stories.example.com';
const integer = { type: 'integer' };

let server: TestApiServer;
let cluster: TestCluster;
let client: RawClient;

beforeAll(async () => {
  server = await startTestApiServer();
  cluster = await server.cluster({ name: 'custom-kinds', nodes: 0 });
  client = new RawClient(cluster.url);
});
afterAll(async () => {
  await server.close();
});

interface Naming {
  readonly kind: string;
  readonly scope?: string;
  readonly [more: string]: unknown;
}

/** A definition with one version, or with those that are given. */
function definitionOf({ kind, scope = 'Namespaced', ...more }: Naming, ...versions: object[]): object {
  const plural = `${kind.toLowerCase()}s`;
  return {
    metadata: { name: `${plural}.${GROUP}` },
    spec: { group: GROUP, scope, names: { plural, kind }, versions, ...more },
  };
}

const versionOf = (properties: object, more: object = {}): object => ({
  name: 'v1',
  served: true,
  storage: true,
  schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } },
  ...more,
});
const post = (path: string, body: object): Promise<RawReply> => client.send(path, { method: 'POST', body });
const patch = (path: string, body: object, type = 'application/merge-patch+json'): Promise<RawReply> =>
  client.send(path, { method: 'PATCH', body, headers: { 'content-type': type } });
const apply = (path: string, manager: string, body: object, more = ''): Promise<RawReply> =>
  patch(`${path}?fieldManager=${manager}${more}`, body, 'application/apply-patch+yaml');

/** Creates a definition and waits until its kind is served; answers the path of its objects in `default`. */
async function define(body: object, version = 'v1'): Promise<string> {
  const created = await post(DEFINITIONS, body);
  expect(created).toMatchObject({ code: 201 });
  const { name } = created.json.metadata as { name: string };
  const { plural } = created.json.spec.names as { plural: string };
  await until(`${name} is established`, async () => {
    const { json } = await client.send(`${DEFINITIONS}/${name}`);
    const conditions = (json.status.conditions ?? []) as { type: string; status: string }[];
    return conditions.some(({ type, status }) => type === 'Established' && status === 'True');
  });
  const scoped = created.json.spec.scope === 'Namespaced' ? 'namespaces/default/' : '';
  return `/apis/${GROUP}/${version}/${scoped}${plural}`;
}

test('objects are read, written and watched as those of any kind', async () => {
  const path = await define(definitionOf({ kind: 'Widget' }, versionOf({ size: { ...integer, default: 1 } })));
  const from = (await client.send(path)).json.metadata.resourceVersion as string;
  const created = await post(path, { metadata: { name: 'a' }, spec: { strange: 1 } });
  expect(created).toMatchObject({
    code: 201,
    json: { apiVersion: `${GROUP}/v1`, kind: 'Widget', metadata: { generation: 1 }, spec: { size: 1 } },
  });
  expect(created.json.spec).not.toHaveProperty('strange');
  expect(created.headers['warning']).toMatch(/unknown field \\"spec.strange\\"/);
  const strict = await post(`${path}?fieldValidation=Strict`, { metadata: { name: 'b' }, spec: { strange: 1 } });
  expect(strict.json).toMatchObject({ code: 400, message: expect.stringMatching(/strict decoding error/) as unknown });
  expect((await patch(`${path}/a`, { spec: { size: 'x' } })).json).toMatchObject({
    code: 422,
    message: `Widget.${GROUP} "a" is invalid: spec.size: Invalid value: "string": spec.size in body must be of type integer: "string"`,
    details: { causes: [{ reason: 'FieldValueTypeInvalid', field: 'spec.size' }] },
  });
  expect((await patch(`${path}/a`, { spec: { size: 2 } })).json).toMatchObject({ metadata: { generation: 2 } });
  expect((await patch(`${path}/a`, {}, 'application/strategic-merge-patch+json')).code).toBe(415);
  expect((await client.send(path)).json).toMatchObject({ kind: 'WidgetList', items: [{ spec: { size: 2 } }] });
  expect((await client.send(`${path}/a`, { method: 'DELETE' })).json).toMatchObject({ status: 'Success' });
  const lines = await client.watchLines(`${path}?watch=true&resourceVersion=${from}`, 3);
  expect(lines.map(({ type, object }) => [type, object.spec])).toEqual([
    ['ADDED', { size: 1 }],
    ['MODIFIED', { size: 2 }],
    ['DELETED', { size: 2 }],
  ]);
});

test('a status is written through its own door, and counts no generation', async () => {
  const schema = {
    type: 'object',
    properties: { spec: { type: 'object' }, status: { type: 'object', properties: { n: integer } } },
  };
  const version = {
    name: 'v1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema: schema },
    subresources: { status: {} },
  };
  const path = await define(definitionOf({ kind: 'Gauge' }, version));
  expect((await post(path, { metadata: { name: 'a' }, status: { n: 1 } })).json).not.toHaveProperty('status');
  const written = await patch(`${path}/a/status`, {
    status: { n: 2 },
    spec: { x: 1 },
    metadata: { labels: { a: 'b' } },
  });
  expect(written.json).toMatchObject({ metadata: { generation: 1 }, status: { n: 2 } });
  expect(written.json.metadata).not.toHaveProperty('labels');
  expect((await patch(`${path}/a/status`, { status: { n: 'x' } })).json).toMatchObject({
    message: `Gauge.${GROUP} "a" is invalid: status.n: Invalid value: "string": n in body must be of type integer: "string"`,
  });
  expect((await client.send(`${path}/a/scale`)).code).toBe(404);
});

test('what cannot be stored in one version is dropped, and each version is served', async () => {
  const path = await define(
    definitionOf(
      { kind: 'Lamp' },
      versionOf({ watts: { ...integer, default: 5 } }),
      versionOf(
        { watts: integer, color: { type: 'string', default: 'red' } },
        { name: 'v2', storage: false, deprecated: true },
      ),
    ),
  );
  const second = path.replace('/v1/', '/v2/');
  const made = await post(second, { metadata: { name: 'a' }, spec: { watts: 7, color: 'blue' } });
  expect(made.json).toMatchObject({ apiVersion: `${GROUP}/v2`, spec: { watts: 7 } });
  expect(made.headers['warning']).toMatch(new RegExp(`${GROUP}/v2 Lamp is deprecated`));
  expect((await client.send(`${path}/a`)).json).toMatchObject({ apiVersion: `${GROUP}/v1`, spec: { watts: 7 } });
  expect((await patch(`${second}/a`, { spec: { watts: 8 } })).json.apiVersion).toBe(`${GROUP}/v2`);
  const lines = await client.watchLines(`${second}?watch=true`, 1);
  expect(lines[0].object).toMatchObject({ apiVersion: `${GROUP}/v2`, kind: 'Lamp', spec: { watts: 8 } });
  const group = await client.send(`/apis/${GROUP}`);
  expect(group.json).toMatchObject({ kind: 'APIGroup', preferredVersion: { version: 'v2' } });
  expect((await client.send(path.replace('/v1/', '/v3/'))).code).toBe(404);
});

test('a new default is seen in objects that were written before', async () => {
  const path = await define(definitionOf({ kind: 'Sock' }, versionOf({ size: integer })));
  await post(path, { metadata: { name: 'a' }, spec: { size: 1 } });
  const name = `socks.${GROUP}`;
  const versions = [versionOf({ size: integer, color: { type: 'string', default: 'red' } })];
  expect((await patch(`${DEFINITIONS}/${name}`, { spec: { versions } })).code).toBe(200);
  expect((await client.send(`${path}/a`)).json.spec).toEqual({ size: 1, color: 'red' });
  const lines = await client.watchLines(`${path}?watch=true`, 1);
  expect(lines[0].object.spec).toEqual({ size: 1, color: 'red' });
});

test('rows have the columns of the definition', async () => {
  const columns = [
    { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
    { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
    { name: 'Since', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ];
  const version = versionOf({ size: integer }, { additionalPrinterColumns: columns });
  const path = await define(definitionOf({ kind: 'Shelf', scope: 'Cluster' }, version));
  await post(path, { metadata: { name: 'a' }, spec: { size: 3 } });
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  const { json } = await client.send(path, { headers: { accept } });
  expect(json.columnDefinitions.map(({ name, type }: { name: string; type: string }) => [name, type])).toEqual([
    ['Name', 'string'],
    ['Size', 'integer'],
    ['Ready', 'string'],
    ['Since', 'date'],
  ]);
  expect(json.rows[0].cells).toEqual(['a', 3, null, expect.stringMatching(/^\d+s$/)]);
});

test('names that others have are refused until they are free', async () => {
  const first = definitionOf({ kind: 'Clash' }, versionOf({}));
  const path = await define(first);
  const names = { plural: 'clashers', kind: 'Clash', singular: 'clasher' };
  const other = { metadata: { name: `clashers.${GROUP}` }, spec: { ...(first as { spec: object }).spec, names } };
  await post(DEFINITIONS, other);
  const conditions = async (): Promise<{ type: string; status: string; reason: string; message: string }[]> =>
    (await client.send(`${DEFINITIONS}/clashers.${GROUP}`)).json.status.conditions ?? [];
  const refused = await until('the conflict is found', async () =>
    (await conditions()).find(({ type, status }) => type === 'NamesAccepted' && status === 'False'),
  );
  expect(refused).toMatchObject({ reason: 'ListKindConflict', message: '"ClashList" is already in use' });
  expect((await client.send(path.replace('clashs', 'clashers'))).code).toBe(404);
  await client.send(`${DEFINITIONS}/clashs.${GROUP}`, { method: 'DELETE' });
  await until('the names are free', async () => (await conditions()).every(({ status }) => status === 'True'));
  expect((await client.send(path.replace('clashs', 'clashers'))).code).toBe(200);
});

test('a definition that is deleted waits for its objects', async () => {
  const path = await define(definitionOf({ kind: 'Ghost' }, versionOf({})));
  await post(path, { metadata: { name: 'a', finalizers: ['example.com/hold'] } });
  await post(path, { metadata: { name: 'b' } });
  const place = `${DEFINITIONS}/ghosts.${GROUP}`;
  expect((await client.send(place, { method: 'DELETE' })).json).toMatchObject({
    metadata: { finalizers: ['customresourcecleanup.apiextensions.k8s.io'] },
  });
  await until('the free object is gone', async () => (await client.send(`${path}/b`)).code === 404);
  expect((await client.send(place)).json.status.conditions).toContainEqual(
    expect.objectContaining({ type: 'Terminating', status: 'True', reason: 'InstanceDeletionInProgress' }),
  );
  expect((await post(path, { metadata: { name: 'c' } })).json).toMatchObject({
    code: 405,
    message: 'create not allowed while custom resource definition is terminating',
  });
  await patch(`${path}/a`, { metadata: { finalizers: null } });
  await until('the definition is gone', async () => (await client.send(place)).code === 404);
  expect((await client.send(path)).code).toBe(404);
});

test('a kind with the name of another group is not taken for it', async () => {
  const path = await define(definitionOf({ kind: 'Namespace', scope: 'Cluster' }, versionOf({})));
  expect((await post(path, { metadata: { name: 'default' }, spec: {} })).json.spec).toEqual({});
  expect((await client.send(`${path}/default`, { method: 'DELETE' })).code).toBe(200);
  expect((await client.send(`${path}/default`)).code).toBe(404);
  const pods = await define(definitionOf({ kind: 'Pod' }, versionOf({ size: integer })));
  expect(await post(pods, { metadata: { name: 'a' }, spec: { size: 1 } })).toMatchObject({ code: 201 });
  expect((await client.send(`${pods}/a/log`)).code).toBe(404);
});

test('appliers share lists by their keys', async () => {
  const list = (type: string, items: object, more: object = {}): object => ({
    type: 'array',
    'x-kubernetes-list-type': type,
    items,
    ...more,
  });
  const port = { type: 'object', required: ['name'], properties: { name: { type: 'string' }, port: integer } };
  const path = await define(
    definitionOf(
      { kind: 'Door' },
      versionOf({
        ports: list('map', port, { 'x-kubernetes-list-map-keys': ['name'] }),
        tags: list('set', { type: 'string' }),
        whole: list('atomic', integer),
        open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      }),
    ),
  );
  const body = (spec: object): object => ({ apiVersion: `${GROUP}/v1`, kind: 'Door', metadata: { name: 'a' }, spec });
  const first = { ports: [{ name: 'x', port: 1 }], tags: ['p'], whole: [1], open: { k: { l: 1 } } };
  expect(await apply(`${path}/a`, 'one', body(first))).toMatchObject({ code: 201 });
  const second = { ports: [{ name: 'y', port: 2 }], tags: ['q'], open: { k: { m: 2 } } };
  expect((await apply(`${path}/a`, 'two', body(second))).json.spec).toEqual({
    ports: [
      { name: 'x', port: 1 },
      { name: 'y', port: 2 },
    ],
    tags: ['p', 'q'],
    whole: [1],
    open: { k: { l: 1, m: 2 } },
  });
  expect(
    (await apply(`${path}/a`, 'two', body({ ...second, whole: [2], ports: [{ name: 'x', port: 9 }] }))).json,
  ).toMatchObject({
    code: 409,
    message: expect.stringMatching(/conflicts with "one":\n- .spec.ports\[name="x"\].port\n- .spec.whole/) as unknown,
  });
  // What no other manager owns goes when it is applied no longer.
  expect((await apply(`${path}/a`, 'one', body({ ports: [], open: {} }))).json.spec).toEqual({
    ports: [{ name: 'y', port: 2 }],
    tags: ['q'],
    open: { k: { m: 2 } },
  });
  expect((await patch(`${path}/a`, { spec: { ports: [{ name: 'y' }, { name: 'y' }] } })).json).toMatchObject({
    code: 422,
    message: expect.stringMatching(/spec.ports\[1\]: Duplicate value: \{"name":"y"\}/) as unknown,
  });
});

test('owners, quotas and namespaces know objects of custom kinds', async () => {
  const path = await define(definitionOf({ kind: 'Parent' }, versionOf({})));
  const { json: parent } = await post(path, { metadata: { name: 'a' } });
  const owner = { apiVersion: `${GROUP}/v1`, kind: 'Parent', name: 'a', uid: parent.metadata.uid as string };
  const maps = '/api/v1/namespaces/default/configmaps';
  await post(maps, { metadata: { name: 'owned', ownerReferences: [owner] } });
  await post(path, { metadata: { name: 'child', ownerReferences: [owner] } });
  await client.send(`${path}/a`, { method: 'DELETE' });
  await until('dependents are gone', async () => {
    const codes = [(await client.send(`${maps}/owned`)).code, (await client.send(`${path}/child`)).code];
    return codes.every((code) => code === 404);
  });

  await post('/api/v1/namespaces', { metadata: { name: 'limited' } });
  const inside = path.replace('/default/', '/limited/');
  await post('/api/v1/namespaces/limited/resourcequotas', {
    metadata: { name: 'q' },
    spec: { hard: { [`count/parents.${GROUP}`]: '1' } },
  });
  expect((await post(inside, { metadata: { name: 'a' } })).code).toBe(201);
  expect((await post(inside, { metadata: { name: 'b' } })).json).toMatchObject({
    code: 403,
    message: expect.stringMatching(/exceeded quota: q, requested: count\/parents/) as unknown,
  });
  await client.send('/api/v1/namespaces/limited', { method: 'DELETE' });
  await until('the namespace is gone', async () => (await client.send('/api/v1/namespaces/limited')).code === 404);
  expect((await client.send(`${inside}/a`)).code).toBe(404);
});

test('OpenAPI describes the kind as soon as it is served', async () => {
  const before = await client.send('/openapi/v3');
  const title = { type: 'string', description: 'What it is called.', pattern: '^[A-Z]' };
  const pages = { type: 'integer', minimum: 1, maximum: 9000, exclusiveMaximum: true, default: 300 };
  const cover = { type: 'string', enum: ['soft', 'hard'], maxLength: 4 };
  const notes = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  await define(definitionOf({ kind: 'Book' }, versionOf({ title, pages, cover, notes })));
  const index = await client.send('/openapi/v3');
  expect(index.headers['etag']).not.toBe(before.headers['etag']);
  const document = await client.send(`/openapi/v3/apis/${GROUP}/v1`);
  const schemas = document.json.components.schemas as Record<string, { properties: Record<string, unknown> }>;
  expect(schemas['com.example.stories.v1.Book']).toMatchObject({
    properties: {
      spec: { properties: { title: { description: 'What it is called.' } } },
      metadata: { allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }] },
    },
    'x-kubernetes-group-version-kind': [{ group: GROUP, version: 'v1', kind: 'Book' }],
  });
  const second = await client.send('/openapi/v2');
  expect(second.json.definitions['com.example.stories.v1.Book']).toMatchObject({
    type: 'object',
    properties: { spec: { properties: { title, pages, cover } } },
  });
  // Old kubectls would look for the fields of an object.
  expect(second.json.definitions['com.example.stories.v1.Book'].properties.spec.properties.notes).toEqual({
    'x-kubernetes-preserve-unknown-fields': true,
  });
  const protobuf = await client.send('/openapi/v2', {
    headers: { Accept: 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf', 'Accept-Encoding': 'identity' },
  });
  // Fields 13, the pattern, and 20, a choice as YAML.
  const text = protobuf.bytes.toString('latin1');
  expect(text).toContain('\x6a\x06^[A-Z]');
  expect(text).toContain('\xa2\x01\x08\x12\x06"soft"');
});

test('rules are checked, and refused when they cannot be used', async () => {
  const rules = [
    { rule: 'self.min <= self.max', message: 'min must not exceed max', fieldPath: '.min' },
    { rule: 'self.max >= oldSelf.max', message: 'max may not shrink', reason: 'FieldValueForbidden' },
  ];
  const spec = { type: 'object', properties: { min: integer, max: integer }, 'x-kubernetes-validations': rules };
  const version = {
    name: 'v1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
    selectableFields: [{ jsonPath: '.spec.max' }],
  };
  const path = await define(definitionOf({ kind: 'Range' }, version));
  expect((await post(path, { metadata: { name: 'a' }, spec: { min: 2, max: 1 } })).json).toMatchObject({
    code: 422,
    message: `Range.${GROUP} "a" is invalid: spec.min: Invalid value: "object": min must not exceed max`,
  });
  expect((await post(path, { metadata: { name: 'a' }, spec: { min: 1, max: 5 } })).code).toBe(201);
  expect((await patch(`${path}/a`, { spec: { max: 4 } })).json).toMatchObject({
    message: `Range.${GROUP} "a" is invalid: spec: Forbidden: max may not shrink`,
  });
  await post(path, { metadata: { name: 'b' }, spec: { min: 1, max: 6 } });
  const selected = await client.send(`${path}?fieldSelector=spec.max%3D6`);
  expect(selected.json.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual(['b']);
  expect((await client.send(`${path}?fieldSelector=spec.min%3D1`)).json).toMatchObject({
    code: 400,
    message: 'field label not supported: spec.min',
  });
  const broken = { ...spec, 'x-kubernetes-validations': [{ rule: 'self.none > 1' }] };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec: broken } } };
  const refused = await post(
    DEFINITIONS,
    definitionOf({ kind: 'Broken' }, { ...version, schema, selectableFields: [] }),
  );
  expect(refused.json.message).toMatch(/x-kubernetes-validations\[0\].rule: Invalid value: .* undefined field 'none'/);
});

describe('conversion by a webhook', () => {
  let hook: ConversionHook;
  let first: string;
  let second: string;

  beforeAll(async () => {
    hook = await startConversionHook();
    const text = { type: 'string' };
    first = await define(
      definitionOf(
        {
          kind: 'Door2',
          conversion: {
            strategy: 'Webhook',
            webhook: { clientConfig: { url: hook.url, caBundle: hook.caBundle }, conversionReviewVersions: ['v1'] },
          },
        },
        versionOf({ size: text }),
        versionOf({ width: text, height: text }, { name: 'v2', storage: false }),
      ),
    );
    second = first.replace('/v1/', '/v2/');
  });
  afterAll(() => hook.close());

  test('each version is written and read in its own form', async () => {
    const made = await post(second, { metadata: { name: 'a' }, spec: { width: '1', height: '2' } });
    expect(made).toMatchObject({ code: 201, json: { apiVersion: `${GROUP}/v2`, spec: { width: '1', height: '2' } } });
    expect((await client.send(`${first}/a`)).json).toMatchObject({ apiVersion: `${GROUP}/v1`, spec: { size: '1x2' } });
    expect((await patch(`${second}/a`, { spec: { height: '3' } })).json.spec).toEqual({ width: '1', height: '3' });
    expect((await client.send(`${first}/a`)).json.spec).toEqual({ size: '1x3' });
    await post(first, { metadata: { name: 'b' }, spec: { size: '5x6' } });
    const { json } = await client.send(second);
    expect(json.items.map(({ spec }: { spec: object }) => spec)).toEqual([
      { width: '1', height: '3' },
      { width: '5', height: '6' },
    ]);
    const lines = await client.watchLines(`${second}?watch=true`, 2);
    expect(lines.map(({ object }) => object.spec.height)).toEqual(['3', '6']);
  });

  test('what the webhook does wrong is said', async () => {
    hook.answer = 'fail';
    await post(first, { metadata: { name: 'c' }, spec: { size: '1x1' } });
    expect((await client.send(`${second}/c`)).json).toMatchObject({
      code: 500,
      message: expect.stringMatching(
        /conversion webhook for stories.example.com\/v1, Kind=Door2 failed: not today/,
      ) as unknown,
    });
    hook.answer = 'redirect';
    expect((await client.send(`${second}/c`)).json.message).toMatch(/redirects are not followed/);
    hook.answer = 'rename';
    expect((await client.send(`${second}/c`)).json.message).toMatch(
      /returned invalid object: must have the same name: c != other/,
    );
    hook.answer = 'convert';
    expect((await client.send(`${second}/c`)).code).toBe(200);
  });

  test('a webhook may read its own kind in the other version, and no other request waits for it', async () => {
    await post(first, { metadata: { name: 'loop' }, spec: { size: '1x1' } });
    let depth = 0;
    const inner: number[] = [];
    hook.before = async () => {
      depth += 1;
      // Each question leads to the next one; the last is answered first.
      const path = depth < 20 ? `${second}/loop` : '/api/v1/namespaces/default/configmaps';
      if (depth <= 20) inner.push((await client.send(path)).code);
    };
    const { json } = await client.send(`${second}/loop`);
    hook.before = async () => undefined;
    expect(json.spec).toEqual({ width: '1', height: '1' });
    expect(inner).toEqual(Array.from({ length: 20 }, () => 200));
  });
});

interface ConversionHook {
  readonly url: string;
  readonly caBundle: string;
  answer: 'convert' | 'fail' | 'redirect' | 'rename';
  /** Action before its answer. */
  before: () => Promise<void>;
  close(): Promise<void>;
}

interface Sized {
  readonly apiVersion: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly size: string; readonly width: string; readonly height: string };
}

/** Version 1 has one size, version 2 its two parts. */
function converted({ spec, ...object }: Sized, apiVersion: string): object {
  const [width, height] = (spec.size ?? '').split('x');
  return {
    ...object,
    apiVersion,
    spec: apiVersion.endsWith('v2') ? { width, height } : { size: `${spec.width}x${spec.height}` },
  };
}

async function startConversionHook(): Promise<ConversionHook> {
  const { key, cert } = await selfSignedCertificate(['localhost'], Date.now());
  const hook: ConversionHook = {
    url: '',
    caBundle: Buffer.from(cert).toString('base64'),
    answer: 'convert',
    before: async () => undefined,
    close: async () => undefined,
  };
  const webhook = createHttpsServer({ key, cert }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on(
      'end',
      () =>
        void hook.before().then(() => {
          if (hook.answer === 'redirect') {
            response.writeHead(302, { location: `${hook.url}elsewhere` }).end();
            return;
          }
          const review = JSON.parse(Buffer.concat(chunks).toString()) as {
            request: { uid: string; desiredAPIVersion: string; objects: Sized[] };
          };
          const { uid, desiredAPIVersion, objects } = review.request;
          const convertedObjects = objects.map((object) => {
            const result = converted(object, desiredAPIVersion);
            return hook.answer === 'rename' ? { ...result, metadata: { ...object.metadata, name: 'other' } } : result;
          });
          const result = hook.answer === 'fail' ? { status: 'Failure', message: 'not today' } : { status: 'Success' };
          response.end(JSON.stringify({ ...review, response: { uid, result, convertedObjects } }));
        }),
    );
  });
  await new Promise<void>((resolve) => webhook.listen(0, 'localhost', resolve));
  const { port } = webhook.address() as { port: number };
  return Object.assign(hook, {
    url: `https://localhost:${port}/`,
    close: () => new Promise<void>((resolve) => void webhook.close(() => resolve())),
  });
}
