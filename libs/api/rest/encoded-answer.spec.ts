import { jsonText, type KubeObject } from '@orrery/api-types';
import { encodeAnswer, type EncodingRequest } from './encoded-answer';
import { ListBody } from './list-body';
import { encodeProtobuf, PROTOBUF_TYPE } from './protobuf/encode-protobuf';
import { yamlOf } from './yaml-answer';

/** More than are worked on in one go. */
const MANY = 1201;
const HEAD = { kind: 'ConfigMapList', apiVersion: 'v1', metadata: { resourceVersion: '7', remainingItemCount: 3 } };

function configMap(name: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'default' },
    data: { a: 'é"\n' },
  } as never;
}

const objects = Array.from({ length: MANY }, (_, i) => configMap(`c-${i}`));
const list = (): ListBody =>
  new ListBody(HEAD, objects, { show: (object) => object, areKept: false, isKindNamed: false });
const table = { kind: 'Table', apiVersion: 'meta.k8s.io/v1', rows: objects.map((object) => ({ cells: [1], object })) };

async function encoded(answer: unknown, request: Partial<EncodingRequest> = {}): Promise<Buffer> {
  const { body } = await encodeAnswer(200, answer, { accept: undefined, query: {}, ...request });
  return Array.isArray(body) ? Buffer.concat(body as Buffer[]) : Buffer.from(body as string);
}

/** Returns whether something else had its turn before an answer was there. */
async function letsOthersAct(answer: unknown, request: Partial<EncodingRequest> = {}): Promise<boolean> {
  let hadTurn = false;
  setImmediate(() => (hadTurn = true));
  await encoded(answer, request);
  return hadTurn;
}

const PROTOBUF = { accept: PROTOBUF_TYPE };
const YAML = { accept: 'application/yaml' };

test('a long list in slices has the bytes of the list as a whole', async () => {
  expect((await encoded(list())).toString()).toBe(jsonText(list().value()));
  expect((await encoded(table)).toString()).toBe(jsonText(table));
  expect((await encoded(table, { query: { pretty: 'true' } })).toString()).toBe(`${jsonText(table, 2)}\n`);
  expect((await encoded(list(), PROTOBUF)).equals(encodeProtobuf(list().value())!)).toBe(true);
  expect((await encoded(list(), YAML)).toString()).toBe(await yamlOf(JSON.parse(jsonText(list().value()))));
});

test.each<[string, unknown, Partial<EncodingRequest>]>([
  ['JSON', list(), {}],
  ['a table', table, {}],
  ['messages', list(), PROTOBUF],
  ['YAML', list(), YAML],
])('while a long list is written as %s others have their turn', async (_what, answer, request) => {
  expect(await letsOthersAct(answer, request)).toBe(true);
});

test('a list whose items have no message is sent in JSON', async () => {
  const custom = { ...HEAD, kind: 'ThingList', items: objects.map((object) => ({ ...object, kind: 'Thing' })) };
  expect((await encoded(custom, PROTOBUF)).toString()).toBe(jsonText(custom));
});
