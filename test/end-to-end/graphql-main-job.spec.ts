import { startTestGraphqlServer, type TestGraphqlServer } from '../../libs/testing/graphql-server';
import { podOf } from '../../libs/testing/graphql-pods';

let server: TestGraphqlServer;

beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

const POD_STATE = 'metadata { name } status { phase } node { metadata { name } zone }';
interface PodState {
  readonly metadata: { readonly name: string };
  readonly status: { readonly phase: string };
  readonly node: { readonly metadata: { readonly name: string }; readonly zone: string } | null;
}

it('places pods on nodes of several zones, runs them and lets them go', async () => {
  const cluster = await server.cluster({ nodes: 3, zones: 3 });
  await cluster.mutate(
    'createObject',
    { objects: ['a', 'b', 'c'].map((name) => podOf(name, { cpu: '1' })) },
    'objects { id }',
  );
  await cluster.mutate('advanceClock', { by: '30s' }, 'events endedBy');

  const list = `{ pods(orderBy: {field: NAME, direction: ASC}) { totalCount nodes { ${POD_STATE} } } }`;
  const { pods } = await cluster.query<{ pods: { totalCount: number; nodes: PodState[] } }>(list);
  expect(pods.nodes.map(({ metadata, status }) => [metadata.name, status.phase])).toEqual([
    ['a', 'RUNNING'],
    ['b', 'RUNNING'],
    ['c', 'RUNNING'],
  ]);
  expect(new Set(pods.nodes.map(({ node }) => node?.zone))).toEqual(new Set(['zone-1', 'zone-2', 'zone-3']));

  await cluster.mutate('deleteObject', { apiVersion: 'v1', kind: 'Pod', name: 'b' }, 'isGone');
  await cluster.mutate('advanceClock', { by: '60s' }, 'events');
  const after = await cluster.query<{ pod: PodState | null; pods: { totalCount: number } }>(
    '{ pod(name: "b") { metadata { name } } pods { totalCount } }',
  );
  expect(after).toEqual({ pod: null, pods: { totalCount: 2 } });
});
