import { RawClient, until } from '@orrery/test-services';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

const GROUP = 'wide.example.com';
const PATH = `/apis/${GROUP}/v1/namespaces/default/counters`;
const MAX = '9223372036854775807';
const MIN = '-9223372036854775808';

const schema = `{"type":"object","properties":{"spec":{"type":"object","properties":{
  "n":{"type":"integer","format":"int64","minimum":0},
  "most":{"type":"integer","default":${MAX}},
  "share":{"type":"number"},
  "any":{"x-kubernetes-preserve-unknown-fields":true},
  "even":{"type":"integer","multipleOf":2},
  "set":{"type":"array","x-kubernetes-list-type":"set","items":{"type":"integer"}}},
  "x-kubernetes-validations":[{"rule":"!has(self.n) || self.n != 9223372036854775805","message":"one too few"}]}}}`;
const definition = `{"metadata":{"name":"counters.${GROUP}"},"spec":{"group":"${GROUP}","scope":"Namespaced",
  "names":{"plural":"counters","kind":"Counter"},"versions":[{"name":"v1","served":true,"storage":true,
  "additionalPrinterColumns":[{"name":"N","type":"integer","jsonPath":".spec.n"}],
  "schema":{"openAPIV3Schema":${schema}}}]}}`;

let server: TestGraphqlServer;
let cluster: TestGraphqlCluster;
let client: RawClient;

beforeAll(async () => {
  server = await startTestGraphqlServer();
  cluster = await server.cluster();
  client = new RawClient(cluster.url);
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const created = await client.send(definitions, { method: 'POST', body: definition });
  expect(created.bytes.toString()).toContain(`"default":${MAX}`);
  await until('counters are served', async () => (await client.send(PATH)).code === 200);
});
afterAll(async () => {
  await server.close();
});

const typed = (type: string) => ({ headers: { 'content-type': type } });
const create = (name: string, spec: string) =>
  client.send(PATH, { method: 'POST', body: `{"metadata":{"name":"${name}"},"spec":${spec}}` });
const textOf = async (path: string, accept = 'application/json'): Promise<string> =>
  (await client.send(path, { headers: { accept } })).bytes.toString();

/** The first line of a watch, unread. */
async function firstLine(path: string): Promise<string> {
  const { body } = await fetch(`${cluster.url}${path}`);
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('\n')) text += (await reader.read()).value ?? '\n';
  await reader.cancel();
  return text;
}

test('integers of 64 bits are stored and shown as they were sent, and larger ones as float64', async () => {
  const created = await create(
    'a',
    `{"n":${MAX},"any":{"low":[${MIN}],"big":18446744073709551616,"f":9007199254740993.0}}`,
  );
  expect(created.code).toBe(201);
  const shown = [`"n":${MAX}`, `"most":${MAX}`, `"low":[${MIN}]`, '"big":18446744073709552000', '"f":9007199254740992'];
  for (const text of [created.bytes.toString(), await textOf(PATH), await textOf(`${PATH}/a`)]) {
    for (const part of shown) expect(text).toContain(part);
  }
  expect(await textOf(`${PATH}/a?pretty=true`)).toContain(`"n": ${MAX}`);
  expect(await textOf(`${PATH}/a`, 'application/yaml')).toContain(`"n": ${MAX}`);
  expect(await textOf(PATH, 'application/json;as=Table;v=v1;g=meta.k8s.io')).toContain(`"cells":["a",${MAX}]`);
  const stream = await firstLine(`${PATH}?watch=true&resourceVersion=0`);
  expect(stream).toContain(`"n":${MAX}`);
});

test('every kind of write keeps them', async () => {
  expect((await create('w', '{"n":1}')).code).toBe(201);
  const object = (n: string): string =>
    `{"apiVersion":"${GROUP}/v1","kind":"Counter","metadata":{"name":"w"},"spec":{"n":${n},"set":[${MAX},${n}]}}`;
  const path = '/spec/n';
  const copied = `[{"op":"test","path":"${path}","value":9223372036854775803},{"op":"copy","from":"${path}","path":"/spec/most"},{"op":"replace","path":"${path}","value":9223372036854775804}]`;
  const writes: readonly (readonly [method: 'PUT' | 'PATCH', type: string, body: string, n: string])[] = [
    ['PATCH', 'application/merge-patch+json', '{"spec":{"n":9223372036854775802}}', '9223372036854775802'],
    ['PATCH', 'application/apply-patch+yaml', object('9223372036854775803'), '9223372036854775803'],
    ['PATCH', 'application/json-patch+json', copied, '9223372036854775804'],
  ];
  for (const [method, type, body, n] of writes) {
    const query = type.includes('apply') ? '?fieldManager=m&force=true' : '';
    const { code, bytes } = await client.send(`${PATH}/w${query}`, { method, body, ...typed(type) });
    expect([type, code, bytes.toString()]).toEqual([type, 200, expect.stringContaining(`"n":${n}`)]);
  }
  const text = await textOf(`${PATH}/w`);
  expect(text).toContain('"most":9223372036854775803');
  expect(text).toContain(`"v:${MAX}":{}`);
  const yaml = `metadata: { name: y }\nspec: { n: 0x7ffffffffffffffe }`;
  const posted = await client.send(PATH, { method: 'POST', body: yaml, ...typed('application/yaml') });
  expect(posted.bytes.toString()).toContain('"n":9223372036854775806');
});

test.each([
  [
    '{"n":-9007199254740993}',
    'spec.n: Invalid value: -9007199254740993: spec.n in body should be greater than or equal to 0',
  ],
  ['{"n":9223372036854775808}', 'spec.n in body must be of type integer: \\"number\\"'],
  [`{"even":${MAX}}`, `spec.even: Invalid value: ${MAX}: spec.even in body should be a multiple of 2`],
  ['{"n":9223372036854775805}', 'one too few'],
  [`{"set":[${MAX},${MAX}]}`, `spec.set[1]: Duplicate value: ${MAX}`],
  ['{"share":1e400}', 'a number is beyond the range of float64'],
])('%s is refused', async (spec, message) => {
  const { code, bytes } = await create('never', spec);
  expect([code, bytes.toString()]).toEqual([expect.any(Number), expect.stringContaining(message)]);
  expect(code).toBeGreaterThanOrEqual(400);
  expect((await client.send(`${PATH}/never`)).code).toBe(404);
});

test('GraphQL takes and shows them', async () => {
  const mutation =
    'mutation ($object: JSON) { createObject(input: { object: $object }) { object { json } errors { message } } }';
  const object = `{"apiVersion":"${GROUP}/v1","kind":"Counter","metadata":{"name":"g"},"spec":{"n":${MAX}}}`;
  const body = `{"query":${JSON.stringify(mutation)},"variables":{"object":${object}}}`;
  const { bytes } = await client.send('/graphql', { method: 'POST', body, ...typed('application/json') });
  expect(bytes.toString()).toContain(`"n":${MAX}`);
  const literal = `mutation { createObject(input: { object: { apiVersion: "${GROUP}/v1", kind: "Counter", metadata: { name: "h" }, spec: { n: ${MAX} } } }) { object { json } errors { message } } }`;
  const answer = await client.send('/graphql', {
    method: 'POST',
    body: { query: literal },
    ...typed('application/json'),
  });
  expect(answer.bytes.toString()).toContain(`"n":${MAX}`);
});
