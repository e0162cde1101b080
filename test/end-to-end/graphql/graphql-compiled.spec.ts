import { compileQuery } from 'graphql-jit';
import { COMPILE_AFTER } from '../../../libs/api/graphql/server/operations/compiled-queries';
import { podOf } from '../../../libs/testing/kit/graphql-pods';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

jest.mock('graphql-jit', () => {
  const actual = jest.requireActual<{ compileQuery: typeof compileQuery }>('graphql-jit');
  return { ...actual, compileQuery: jest.fn(actual.compileQuery) };
});

let server: TestGraphqlServer;
let cluster: TestGraphqlCluster;

beforeAll(async () => {
  server = await startTestGraphqlServer();
  cluster = await server.cluster({ nodes: 2 });
  for (const name of ['a', 'b', 'c']) await cluster.mutate('createObject', { object: podOf(name) }, 'object { id }');
  await cluster.mutate('advanceClock', { by: '1m' }, 'events');
});
afterAll(() => server.close());

const REVERSED = '{ pods { edges { cursor node { status { phase } metadata { uid name } __typename } } totalCount } }';

test.each([
  ['a page, fields in another order', REVERSED, {}],
  [
    'variables',
    'query Page($first: Int) { pods(first: $first) { pageInfo { hasNextPage } nodes { id } } }',
    { first: 2 },
  ],
  [
    'aliases and fragments',
    '{ x: pod(name: "a") { ...P } y: pod(name: "b") { ...P } } fragment P on Pod { id spec { nodeName } }',
    {},
  ],
  [
    'a type behind an interface',
    '{ objects(apiVersion: "v1", kind: "Pod") { nodes { __typename metadata { name } ... on Pod { status { phase } } } } }',
    {},
  ],
  ['nothing of that name', '{ pod(name: "none") { id } node(name: "none") { id } }', {}],
  [
    'an error in a field',
    '{ pods { totalCount } pod(name: "a", namespace: "Not Valid") { id } zones { name } bad: pods(first: -1) { totalCount } }',
    {},
  ],
  [
    'several errors in fields that are not null',
    '{ a: pods(first: -1) { totalCount } b: pods(first: 501) { totalCount } zones { name } }',
    {},
  ],
  [
    'errors in fields that may be null',
    '{ x: node(name: "node-1") { metadata { name } } y: object(apiVersion: "v9", kind: "Pod", name: "a") { id } z: object(apiVersion: "v1", kind: "Nope", name: "a") { id } }',
    {},
  ],
  ['an error below a list', '{ pods { nodes { metadata { name } events(first: -1) { totalCount } } } }', {}],
  [
    'an error of the API',
    'query ($input: ExplainSchedulingInput!) { explainScheduling(input: $input) { __typename } }',
    { input: { object: podOf('x'), assumeEvicted: [{ name: 'absent' }] } },
  ],
  [
    'what leads to other objects',
    '{ pods { nodes { metadata { name labels annotations } node { metadata { name } pods { totalCount } } } } }',
    {},
  ],
  ['the past', '{ now: pods { totalCount } before: pods(at: "1") { totalCount } }', {}],
  ['a whole object', '{ pod(name: "a") { json yaml events { nodes { reason } } } }', {}],
])('%s: the compiled query answers what the interpreted one does', async (_title, query, variables) => {
  const answers = new Set<string>();
  jest.mocked(compileQuery).mockClear();
  for (let i = 0; i < COMPILE_AFTER + 3; i++) answers.add(await textOf(query, variables));
  expect([...answers]).toHaveLength(1);
  expect(compileQuery).toHaveBeenCalledTimes(1);
});

async function textOf(query: string, variables: object): Promise<string> {
  const response = await fetch(`${server.url}/clusters/${cluster.name}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  return `${response.status} ${await response.text()}`;
}
