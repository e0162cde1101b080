import { randomFor } from '@orrery/time';
import { podOf } from '../../../libs/testing/kit/graphql-pods';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

let server: TestGraphqlServer;
let cluster: TestGraphqlCluster;

beforeAll(async () => {
  server = await startTestGraphqlServer();
  cluster = await server.cluster({ nodes: 1 });
  await cluster.mutate('createObject', { object: podOf('p') }, 'object { id }');
});
afterAll(() => server.close());

const json = (query: string, more: object = {}): string => JSON.stringify({ query, ...more });
const nested = (depth: number): string => `{ pod(name: "p") { ${'owner { '.repeat(depth)}id${' }'.repeat(depth)} } }`;

describe('requests that cannot be carried out', () => {
  test.each([
    ['a document that cannot be parsed', json('{ pods {'), 400, 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', json('{ nope }'), 400, 'GRAPHQL_VALIDATION_FAILED'],
    ['an unknown argument', json('{ pod(nope: 1) { id } }'), 400, 'GRAPHQL_VALIDATION_FAILED'],
    ['a missing selection', json('{ pods }'), 400, 'GRAPHQL_VALIDATION_FAILED'],
    ['a value of another type', json('{ pods(first: "x") { totalCount } }'), 400, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a word that the enum does not have',
      json('{ pods(filter: {phases: [Nope]}) { totalCount } }'),
      400,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['a depth of 17', json(nested(15)), 400, 'GRAPHQL_VALIDATION_FAILED'],
    ['a depth of 402', json(nested(400)), 400, 'GRAPHQL_VALIDATION_FAILED'],
    ['a depth that no parser survives', json('a{'.repeat(50_000)), 400, 'GRAPHQL_VALIDATION_FAILED'],
    ['the same within its tokens', json(nested(6000)), 400, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'fragments that contain each other',
      json('{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }'),
      400,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'an answer that could become too large',
      json(
        '{ pods(first: 500) { nodes { node { pods(first: 500) { nodes { node { pods(first: 500) { nodes { id } } } } } } } } }',
      ),
      400,
      'BAD_USER_INPUT',
    ],
    ['a body that is not JSON', '{"query":', 400, 'BAD_USER_INPUT'],
    ['no body', '', 400, 'BAD_USER_INPUT'],
    ['a batch', `[${json('{ pods { totalCount } }')}]`, 400, 'BAD_USER_INPUT'],
    ['a query that is not a text', '{"query": 5}', 400, 'GRAPHQL_PARSE_FAILED'],
    ['a document in JSON', json('{"kind": "Document", "definitions": []}'), 400, 'GRAPHQL_PARSE_FAILED'],
    ['variables that are no object', json('{ pods { totalCount } }', { variables: [1] }), 400, 'BAD_USER_INPUT'],
    ['no query', '{}', 400, undefined],
    [
      'a prototype in the body',
      '{"query": "{ pods { totalCount } }", "variables": {"__proto__": {"x": 1}}}',
      400,
      'BAD_USER_INPUT',
    ],
  ])('%s', async (_name, body, status, code) => {
    const answer = await cluster.post(body);
    expect(answer.status).toBe(status);
    expect(answer.data).toBeNull();
    expect(answer.errors.length).toBeGreaterThan(0);
    if (code !== undefined) expect(answer.errors[0]!.extensions).toMatchObject({ code });
  });

  it('another media type', async () => {
    expect((await cluster.post('<pods/>', 'application/xml')).status).toBe(415);
    expect((await cluster.post('pods', 'text/plain')).status).toBe(400);
  });

  it('a body that is too large', async () => {
    const response = await fetch(`${cluster.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: json('{ pods { totalCount } }', { variables: { x: 'x'.repeat(4 * 1024 * 1024) } }),
    });
    expect(response.status).toBe(413);
  });

  it('a mutation by GET', async () => {
    const query = encodeURIComponent('mutation { pauseClock(input: {}) { clock { now } } }');
    expect((await fetch(`${cluster.url}/graphql?query=${query}`)).status).toBe(405);
  });
});

describe('numbers that a double does not keep', () => {
  const FOREVER = '9223372036854775807';
  const refusal = `spec.terminationGracePeriodSeconds: ${FOREVER} cannot be kept exactly`;
  const CREATE = 'mutation ($input: CreateObjectInput!) { createObject(input: $input) { errors { message field } } }';

  it('are refused in variables', async () => {
    const object = `{"apiVersion":"v1","kind":"Pod","spec":{"terminationGracePeriodSeconds":${FOREVER}}}`;
    const body = `{"query":${JSON.stringify(CREATE)},"variables":{"input":{"object":${object}}}}`;
    expect(await cluster.post(body)).toMatchObject({
      status: 200,
      data: { createObject: { errors: [{ message: expect.stringContaining(refusal) }] } },
    });
  });

  it('are refused in YAML', async () => {
    const yaml = `apiVersion: v1\nkind: Pod\nspec: { terminationGracePeriodSeconds: ${FOREVER} }`;
    const { createObject } = await cluster.query<{ createObject: { errors: unknown } }>(CREATE, { input: { yaml } });
    expect(createObject.errors).toMatchObject([{ message: expect.stringContaining(refusal) }]);
  });

  test.each([['evictPod', `name: "p", gracePeriodSeconds: ${FOREVER}`, `Int64 cannot represent ${FOREVER}`]])(
    'are refused in literals of the type Int64: %s',
    async (mutation, input, message) => {
      const answer = await cluster.send(`mutation { ${mutation}(input: {${input}}) { errors { message } } }`);
      expect(answer.errors).toMatchObject([{ message: expect.stringContaining(message) }]);
    },
  );
});

test.each<[mutation: string, input: object, field: readonly string[]]>([
  ['addNodes', { name: 'x', count: 0 }, ['count']],
  ['addNodes', { name: 'x', capacity: { cpu: 'much' } }, ['capacity', 'cpu']],
  ['createObject', { object: { kind: 'Node' } }, ['object']],
  ['createObject', { object: podOf('q'), fieldManager: 'é' }, ['fieldManager']],
  ['createCluster', { name: 'c', clock: { mode: 'SCALED', rate: -1 } }, ['clock', 'rate']],
  ['setSchedulerConfig', { scheduler: 'No', yaml: 'kind: Policy' }, ['scheduler']],
  ['runScenario', { yaml: 'kind: [' }, ['yaml']],
])('%s of %j names the input at fault', async (mutation, input, field) => {
  expect(await cluster.attempt(mutation, { ...input })).toMatchObject({ errors: [{ code: 'BAD_USER_INPUT', field }] });
});

test.each([
  ['3000000000', 3_000_000_000],
  ['3546343826724305832', '3546343826724305832'],
])('a rollout may have the number %s', async (text, revision) => {
  const labels = { app: 'numbered' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const name = `numbered-${text}`;
  const metadata = { name, annotations: { 'deployment.kubernetes.io/revision': text } };
  const spec = { paused: true, replicas: 0, selector: { matchLabels: labels }, template };
  const object = { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec };
  await cluster.mutate('createObject', { object }, 'object { id }');
  const query = `{ deployment(name: "${name}") { rollout { revision } } }`;
  expect(await cluster.query(query)).toEqual({ deployment: { rollout: { revision } } });
  const undo = await cluster.attempt('rolloutUndo', { kind: 'Deployment', name, toRevision: 3_000_000_001 });
  expect(undo).toMatchObject({ errors: [{ message: expect.stringContaining('paused') }] });
});

it('answers errors of single fields beside the data, with the Kubernetes reason', async () => {
  const answer = await cluster.send('{ a: pods(filter: {labelSelector: "!!"}) { totalCount } }');
  expect(answer).toMatchObject({
    status: 200,
    errors: [{ path: ['a'], extensions: { code: 'BAD_USER_INPUT', reason: 'BadRequest', status: 400 } }],
  });
  const late = await cluster.send('{ pods(resourceVersion: "999999") { totalCount } }');
  expect(late.errors).toMatchObject([
    {
      extensions: {
        reason: 'Timeout',
        details: { causes: [{ reason: 'ResourceVersionTooLarge' }], retryAfterSeconds: 1 },
      },
    },
  ]);
});

it('lets introspection through', async () => {
  const { getIntrospectionQuery } = await import('graphql');
  const { errors, data } = await cluster.send<{ __schema: { types: unknown[] } }>(getIntrospectionQuery());
  expect(errors).toEqual([]);
  expect(data!.__schema.types.length).toBeGreaterThan(100);
});

/** Makes a good request bad: at a place decided by chance, in a way decided by chance. */
function spoil(text: string, seed: number): string {
  const random = randomFor('malformed', String(seed));
  const at = random.below(text.length);
  const junk = ['{', '}', '"', '$', '@', '\\', '\u0000', '!', ')', '...', '#', '0x', 'null', ':', '[]'];
  switch (random.below(4)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(at + 1 + random.below(5));
    case 2:
      return text.slice(0, at) + junk[random.below(junk.length)]! + text.slice(at);
    default:
      return (
        text.slice(0, at) +
        text
          .slice(at, at + 9)
          .split('')
          .reverse()
          .join('') +
        text.slice(at + 9)
      );
  }
}

const GOOD = [
  '{ pods(first: 5, filter: {phases: [Running], labelSelector: "app=web"}) { nodes { metadata { name } spec { nodeName } } pageInfo { endCursor } } }',
  'query Q($name: String!) { node(name: $name) { taints { key effect } pods { totalCount } } }',
  'mutation M { patchObject(input: {apiVersion: "v1", kind: "Pod", name: "p", type: MERGE, patch: {metadata: {labels: {a: "b"}}}}) { object { id } errors { code field } } }',
  'query R { object(apiVersion: "v1", kind: "Pod", name: "p") { ...F } } fragment F on Resource { id kind metadata { labels } }',
];

it('answers 300 spoilt documents and bodies with data or errors, never with a failure of the server', async () => {
  const statuses = new Map<number, number>();
  for (let seed = 0; seed < 300; seed++) {
    const query = GOOD[seed % GOOD.length]!;
    const whole = JSON.stringify({ query, variables: { name: 'node-1' } });
    const body =
      seed % 3 === 0
        ? spoil(whole, seed)
        : JSON.stringify({ query: spoil(query, seed), variables: { name: 'node-1' } });
    const { status, data, errors } = await cluster.post(body);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const codes = errors.map(({ extensions }) => extensions?.['code']);
    expect({ body, isFine: [200, 400].includes(status) && (data !== null || errors.length > 0) }).toEqual({
      body,
      isFine: true,
    });
    expect({ body, codes }).toEqual({
      body,
      codes: codes.filter((code) => typeof code === 'string' && code !== 'INTERNAL_SERVER_ERROR'),
    });
  }
  expect(statuses.get(400)).toBeGreaterThan(150);
  expect(await cluster.query('{ serverInfo { cluster } }')).toEqual({ serverInfo: { cluster: cluster.name } });
});

it('takes spoilt inputs of mutations as data', async () => {
  const random = randomFor('inputs');
  const junk: unknown[] = [
    null,
    0,
    -1,
    '',
    'x',
    [],
    {},
    [null],
    { a: 1 },
    true,
    1e99,
    '\u0000',
    { metadata: null },
    { metadata: [] },
  ];
  const pick = (): unknown => junk[random.below(junk.length)];
  for (let i = 0; i < 100; i++) {
    const object = { apiVersion: 'v1', kind: 'Pod', metadata: pick(), spec: pick(), status: pick() };
    const patched = {
      apiVersion: 'v1',
      kind: 'Pod',
      name: 'p',
      type: ['MERGE', 'STRATEGIC', 'JSON'][i % 3],
      patch: pick() ?? 0,
    };
    const made = await cluster.attempt<{ errors: { code: string }[] }>('createObject', { object, dryRun: true });
    const changed = await cluster.attempt<{ errors: { code: string }[] }>('patchObject', { ...patched, dryRun: true });
    expect([...made.errors, ...changed.errors].map(({ code }) => code)).not.toContain('INTERNAL');
  }
});
