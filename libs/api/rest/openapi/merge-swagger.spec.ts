import { mergeSwaggers } from './merge-swagger';
import { operationsIn, partOfSwagger, schemaOf, type RemoteSwagger } from './remote-swagger';

const kind = (name: string): object => ({ group: 'wardle.example.com', version: 'v1', kind: name });
const PREFIX = '/apis/wardle.example.com/v1/';
const reference = (name: string): { $ref: string } => ({ $ref: `#/definitions/${name}` });
const operation = (schema: object): object => ({
  parameters: [
    { name: 'pretty', in: 'query' },
    { name: 'body', in: 'body', schema },
  ],
  'x-kubernetes-group-version-kind': kind('Flunder'),
});

const DOCUMENT = {
  paths: {
    [`${PREFIX}flunders`]: { post: operation(reference('Flunder')), parameters: [{ $ref: '#/parameters/dryRun' }] },
    '/apis/wardle.example.com/v2/flunders': { post: operation(reference('Other')) },
    '/version/': { get: {} },
  },
  definitions: {
    Flunder: {
      properties: { metadata: { description: 'said here', ...reference('Meta') }, self: reference('Flunder') },
    },
    Meta: { type: 'object' },
    Other: {},
  },
  parameters: { dryRun: { name: 'dryRun', in: 'query' } },
};

describe('the part of a document that is of one group version', () => {
  const part = partOfSwagger(DOCUMENT, PREFIX);

  test('has its paths, the definitions that they lead to, and shared parameters in their places', () => {
    expect(Object.keys(part.paths)).toEqual([`${PREFIX}flunders`]);
    expect(Object.keys(part.definitions)).toEqual(['Flunder', 'Meta']);
    expect(operationsIn(part.paths[`${PREFIX}flunders`]!)).toEqual([
      { method: 'post', gvk: kind('Flunder'), parameters: ['dryRun', 'pretty'] },
    ]);
  });

  const nested = (depth: number): object => (depth === 0 ? {} : { items: nested(depth - 1) });
  test.each<[string, unknown]>([
    ['a list', []],
    ['no paths', {}],
    ['paths of another type', { paths: 'none' }],
    ['a path of another type', { paths: { [`${PREFIX}a`]: 7 } }],
    ['a definition of another type', { paths: { [`${PREFIX}a`]: reference('A') }, definitions: { A: 7 } }],
    ['very deep definitions', { paths: { [`${PREFIX}a`]: reference('A') }, definitions: { A: nested(200) } }],
  ])('%s is not a description of an API', (_name, document) => {
    expect(() => partOfSwagger(document, PREFIX)).toThrow();
  });
});

describe('what other servers say', () => {
  const swagger = (definitions: Record<string, object>, path = `${PREFIX}a`): RemoteSwagger => ({
    paths: { [path]: { get: operation(reference('A')) } },
    definitions: definitions as RemoteSwagger['definitions'],
  });
  const merged = (own: Record<string, object>, ...remotes: RemoteSwagger[]): Record<string, object> =>
    Object.fromEntries(mergeSwaggers(() => false, new Map(Object.entries(own)), remotes).definitions);
  const text = { type: 'string' };
  const number = { type: 'integer' };
  const gvk = 'x-kubernetes-group-version-kind';

  test.each<[string, Record<string, object>, Record<string, object>, Record<string, object>]>([
    ['is added under its name', { B: text }, { A: number }, { B: text, A: number }],
    ['is shared where it is the same', { A: text }, { A: text }, { A: text }],
    ['gets a number where it is not', { A: text }, { A: number }, { A: text, A_v2: number }],
    ['gets the next free one', { A: text, A_v2: {} }, { A: number }, { A: text, A_v2: {}, A_v3: number }],
    ['takes one that says the same', { A: text, A_v2: number }, { A: number }, { A: text, A_v2: number }],
    ['leaves a name of its own server', { A: text }, { A: number, A_v2: {} }, { A: text, A_v2: {}, A_v3: number }],
    [
      'is the same when only its kinds differ, which are put together',
      { A: { ...text, [gvk]: [kind('X')] } },
      { A: { ...text, [gvk]: [kind('X'), kind('Y')] } },
      { A: { ...text, [gvk]: [kind('X'), kind('Y')] } },
    ],
    [
      'refers to definitions by their new names, and keeps what is said beside that',
      { A: text },
      { A: number, C: { properties: { a: { description: 'a', ...reference('A') } } } },
      { A: text, A_v2: number, C: { properties: { a: { description: 'a', ...reference('A_v2') } } } },
    ],
  ])('%s', (_name, own, remote, expected) => {
    expect(merged(own, swagger(remote))).toEqual(expected);
  });

  test('two servers with definitions of one name have both', () => {
    expect(merged({ A: text }, swagger({ A: number }), swagger({ A: {} }), swagger({ A: number }))).toEqual({
      A: text,
      A_v2: number,
      A_v3: {},
    });
  });

  test('a path that is there stays, and others refer to the new names', () => {
    const isOwn = (path: string): boolean => path === '/own';
    const remotes = [swagger({ A: number }, '/own'), swagger({ A: number }, '/new'), swagger({ A: {} }, '/new')];
    const { paths } = mergeSwaggers(isOwn, new Map([['A', text]]), remotes);
    expect([...paths]).toEqual([['/new', { get: operation(reference('A_v2')) }]]);
  });
});

test.each<[unknown, object]>([
  ['text', {}],
  [
    { type: ['string'], description: 7, maxLength: -1, minLength: 2, maximum: 1.5, enum: ['a'], required: ['a', 7] },
    { type: 'string', minLength: 2, maximum: 1.5, enum: ['a'], required: ['a'] },
  ],
  [
    { additionalProperties: true, items: [], properties: { a: { type: 'object', 'x-a': 1, xml: {} } } },
    { additionalProperties: {}, properties: { a: { type: 'object', 'x-a': 1 } } },
  ],
])('of the schema %j the binary form has %j', (value, expected) => {
  expect(schemaOf(value)).toEqual(expected);
});
