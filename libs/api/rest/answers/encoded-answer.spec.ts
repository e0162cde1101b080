import { jsonText, type KubeObject } from '@orrery/api-types';
import { encodeAnswer, type EncodingRequest } from './encoded-answer';
import { ListBody } from './list-body';
import { encodeProtobuf, PROTOBUF_TYPE } from '../protobuf/encode-protobuf';
import { stringify } from 'yaml';

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
const LARGE_TEXT = 'x'.repeat(200_000);
const large = objects.slice(0, 3).map((object) => ({ ...object, data: { a: LARGE_TEXT } }));
const listOf = (items: readonly KubeObject[]): ListBody =>
  new ListBody(HEAD, items, { show: (object) => object, areKept: false, isKindNamed: false });
const list = (): ListBody => listOf(objects);
const tableOf = (items: readonly KubeObject[]): object => ({
  kind: 'Table',
  apiVersion: 'meta.k8s.io/v1',
  rows: items.map((object) => ({ cells: [1], object })),
});
const table = tableOf(objects);

async function encoded(answer: unknown, request: Partial<EncodingRequest> = {}): Promise<Buffer> {
  const { body } = await encodeAnswer(200, answer, { accept: undefined, query: {}, ...request });
  return Array.isArray(body) ? Buffer.concat(body as Buffer[]) : Buffer.from(body as string);
}

/** Returns how often something else had its turn before an answer was there. */
async function turnsOfOthers(answer: unknown, request: Partial<EncodingRequest> = {}): Promise<number> {
  let turns = 0;
  let isThere = false;
  const take = (): void => {
    if (isThere) return;
    turns++;
    setImmediate(take);
  };
  setImmediate(take);
  await encoded(answer, request);
  isThere = true;
  return turns;
}

const PROTOBUF = { accept: PROTOBUF_TYPE };
const YAML = { accept: 'application/yaml' };
const PRETTY = { query: { pretty: 'true' } };
const yamlText = (value: unknown): string =>
  stringify(JSON.parse(jsonText(value)), { sortMapEntries: true, indentSeq: false, lineWidth: 0, compat: 'yaml-1.1' });

test.each([
  ['many', objects],
  ['large', large],
  ['one', objects.slice(0, 1)],
  ['no', []],
])('a list of %s objects in pieces has the bytes of the list as a whole', async (_how, items) => {
  const value = await listOf(items).value();
  expect((await encoded(listOf(items))).toString()).toBe(jsonText(value));
  expect((await encoded(listOf(items), PRETTY)).toString()).toBe(`${jsonText(value, 2)}\n`);
  expect((await encoded(listOf(items), PROTOBUF)).equals(encodeProtobuf(value)!)).toBe(true);
  expect((await encoded(listOf(items), YAML)).toString()).toBe(yamlText(value));
});

test.each([
  ['many', table],
  ['large', tableOf(large)],
  ['no', tableOf([])],
])('a table of %s objects in pieces has the bytes of the table as a whole', async (_how, shown) => {
  expect((await encoded(shown)).toString()).toBe(jsonText(shown));
  expect((await encoded(shown, PRETTY)).toString()).toBe(`${jsonText(shown, 2)}\n`);
  expect((await encoded(shown, YAML)).toString()).toBe(yamlText(shown));
});

describe.each<[string, Partial<EncodingRequest>]>([
  ['JSON', {}],
  ['JSON with indents', PRETTY],
  ['messages', PROTOBUF],
  ['YAML', YAML],
])('while others wait for a turn, as %s', (_what, request) => {
  test.each<[string, unknown, number]>([
    ['a long list', list(), 1],
    ['a few large objects', listOf(large), 3],
    ['a long table', table, 1],
    ['a table of large objects', tableOf(large), 3],
  ])('%s lets them have it', async (_of, answer, turns) => {
    expect(await turnsOfOthers(answer, request)).toBeGreaterThanOrEqual(turns);
  });
});

test('a list whose items have no message is sent in JSON', async () => {
  const custom = { ...HEAD, kind: 'ThingList', items: objects.map((object) => ({ ...object, kind: 'Thing' })) };
  expect((await encoded(custom, PROTOBUF)).toString()).toBe(jsonText(custom));
});
