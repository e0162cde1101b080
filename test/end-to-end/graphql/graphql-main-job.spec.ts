import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { podOf } from '../../../libs/testing/kit/graphql-pods';

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
    ['a', 'Running'],
    ['b', 'Running'],
    ['c', 'Running'],
  ]);
  expect(new Set(pods.nodes.map(({ node }) => node?.zone))).toEqual(new Set(['zone-1', 'zone-2', 'zone-3']));

  await cluster.mutate('deleteObject', { apiVersion: 'v1', kind: 'Pod', name: 'b' }, 'isGone');
  await cluster.mutate('advanceClock', { by: '60s' }, 'events');
  const after = await cluster.query<{ pod: PodState | null; pods: { totalCount: number } }>(
    '{ pod(name: "b") { metadata { name } } pods { totalCount } }',
  );
  expect(after).toEqual({ pod: null, pods: { totalCount: 2 } });
});

it('forgets events an hour after they were last seen', async () => {
  const cluster = await server.cluster({ nodes: 1 });
  const eventsOf = async (name: string): Promise<number> => {
    const text = 'query ($name: String!) { events(filter: {involvedName: $name}) { totalCount } }';
    return (await cluster.query<{ events: { totalCount: number } }>(text, { name })).events.totalCount;
  };
  await cluster.mutate('createObject', { objects: [podOf('early', {})] }, 'objects { id }');
  await cluster.mutate('advanceClock', { by: '30m' }, 'events');
  await cluster.mutate('createObject', { objects: [podOf('late', {})] }, 'objects { id }');
  await cluster.mutate('advanceClock', { by: '29m' }, 'events');
  expect(await eventsOf('early')).toBe(5);
  await cluster.mutate('advanceClock', { by: '2m' }, 'events');
  expect([await eventsOf('early'), await eventsOf('late')]).toEqual([0, 5]);
  await cluster.mutate('advanceClock', { by: '30m' }, 'events');
  expect(await eventsOf('late')).toBe(0);
});
