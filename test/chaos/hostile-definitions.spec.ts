import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { applyMigrations } from '@orrery/store';
import {
  ComponentProcess,
  createDatabase,
  PROJECT,
  RawClient,
  until,
  type FreshDatabase,
  type RawReply,
} from '@orrery/test-services';

/** Heap limit of each process, in MiB: an idle one uses some 60. A process that needs more ends. */
const HEAP_MIB = 320;
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

type Schema = Readonly<Record<string, unknown>>;

let database: FreshDatabase;
let server: ComponentProcess;
let controllers: ComponentProcess;
let client: RawClient;

beforeAll(async () => {
  execFileSync(process.execPath, [join(PROJECT, 'tools/build.mjs'), '--if-stale'], { stdio: 'inherit' });
  database = await createDatabase();
  await applyMigrations(database.url);
  const environment = {
    ORRERY_DATABASE_URL: database.url,
    ORRERY_HEALTH_PORT: '0',
    ORRERY_PORT: '0',
    ORRERY_NODES: '0',
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`,
  };
  server = new ComponentProcess('api-server', 'dist/apps/api-server/main.js', environment);
  controllers = new ComponentProcess('controller-manager', 'dist/apps/controller-manager/main.js', environment);
  server.start();
  await server.ready();
  controllers.start();
  await controllers.ready();
  client = new RawClient(server.url!);
});
afterAll(async () => {
  await controllers.kill();
  await server.kill();
  await database.drop();
});

const object = (properties: Readonly<Record<string, unknown>>): Schema => ({ type: 'object', properties });
const many = <T>(count: number, of: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => of(i));
const fields = (count: number, of: (i: number) => Schema): Schema =>
  object(Object.fromEntries(many(count, (i) => [`field${i}`, of(i)])));
function nested(depth: number, of: (inner: Schema) => Schema): Schema {
  let schema: Schema = { type: 'string' };
  for (let i = 0; i < depth; i++) schema = of(schema);
  return schema;
}

async function define(plural: string, spec: Schema): Promise<RawReply> {
  const kind = plural[0]!.toUpperCase() + plural.slice(1, -1);
  const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: object({ spec }) } }];
  const body = {
    metadata: { name: `${plural}.bombs.example.com` },
    spec: { group: 'bombs.example.com', scope: 'Namespaced', names: { plural, kind }, versions },
  };
  const reply = await client.send(DEFINITIONS, { method: 'POST', body });
  if (reply.code !== 201) return reply;
  await until(`${plural} are served`, async () => (await client.send(pathOf(plural))).code === 200);
  return reply;
}
const pathOf = (plural: string): string => `/apis/bombs.example.com/v1/namespaces/default/${plural}`;
const create = (plural: string, spec: object): Promise<RawReply> =>
  client.send(pathOf(plural), { method: 'POST', body: { metadata: { name: 'a' }, spec } });

/** Definitions near the bounds of the guide, with an object each. */
const ACCEPTED: readonly (readonly [plural: string, schema: () => Schema, spec: object, code: number])[] = [
  ['wides', () => fields(60_000, () => ({ type: 'string' })), { field59999: 'x' }, 201],
  ['deeps', () => nested(150, (inner) => object({ a: inner })), { a: { a: {} } }, 201],
  ['enums', () => object({ a: { type: 'string', enum: many(200_000, String) } }), { a: '199999' }, 201],
  ['patterns', () => fields(2000, (i) => ({ type: 'string', pattern: `^(a+)+${i}$` })), { field1: 'aaaa1' }, 201],
  [
    'rules',
    () =>
      fields(100, (i) => ({
        type: 'string',
        maxLength: 10,
        'x-kubernetes-validations': [{ rule: `self != 'x${i}'` }],
      })),
    { field7: 'x7' },
    422,
  ],
  ['choices', () => object({ a: { anyOf: nestedAlternatives(12), type: 'string' } }), { a: 'x' }, 201],
];

function nestedAlternatives(depth: number): Schema[] {
  let alternatives: Schema[] = [{ pattern: 'x' }, { pattern: 'y' }];
  for (let i = 0; i < depth; i++) alternatives = [{ anyOf: alternatives }, { anyOf: alternatives }];
  return alternatives;
}

test.each(ACCEPTED)('%s are defined and used within the bounds of the heap', async (plural, schema, spec, code) => {
  expect((await define(plural, schema())).code).toBe(201);
  expect((await create(plural, spec)).code).toBe(code);
});

test('bodies beyond the bounds are refused', async () => {
  const large = await define(
    'larges',
    fields(120_000, () => ({ type: 'string' })),
  );
  expect([large.code, large.json.message]).toEqual([413, 'Request entity too large: limit is 3145728']);
  const deep = await define(
    'depths',
    nested(600, (inner) => ({ type: 'array', items: inner })),
  );
  expect([deep.code, deep.json.message]).toEqual([400, expect.stringContaining('exceeded max depth')]);
});

test('the server still tells of all of them, and serves others', async () => {
  for (const path of ['/apis', '/openapi/v2', '/openapi/v3/apis/bombs.example.com/v1', DEFINITIONS]) {
    expect([path, (await client.send(path)).code]).toEqual([path, 200]);
  }
  const body = { metadata: { name: 'c' }, data: { a: 'b' } };
  expect((await client.send('/api/v1/namespaces/default/configmaps', { method: 'POST', body })).code).toBe(201);
  expect([server.hasEnded, controllers.hasEnded]).toEqual([false, false]);
});
