import { podOf } from '../../../libs/testing/kit/graphql-pods';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

/* Which generation of a pod its kubelet has seen (KEP-5067). */

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

interface Generations {
  readonly metadata: { readonly generation?: number };
  readonly status: {
    readonly observedGeneration?: number;
    readonly conditions: readonly { readonly type: string; readonly observedGeneration?: number }[];
  };
}

async function request(cluster: TestGraphqlCluster, patch?: object): Promise<Generations> {
  const response = await fetch(`${server.url}/clusters/${cluster.name}/api/v1/namespaces/default/pods/web`, {
    method: patch ? 'PATCH' : 'GET',
    headers: { 'content-type': 'application/merge-patch+json' },
    ...(patch ? { body: JSON.stringify(patch) } : {}),
  });
  return (await response.json()) as Generations;
}

/** The generation of the pod, and those that its status and conditions tell. */
async function generations(cluster: TestGraphqlCluster): Promise<unknown[]> {
  await cluster.mutate('advanceClock', { by: '5s' }, 'events');
  const { metadata, status } = await request(cluster);
  const ofConditions = new Set(status.conditions.map(({ observedGeneration }) => observedGeneration));
  return [metadata.generation, status.observedGeneration, ...ofConditions];
}

async function clusterOf(bundle: string): Promise<TestGraphqlCluster> {
  const cluster = await server.cluster({ nodes: 1, settings: { bundle } });
  await cluster.mutate('createObject', { object: podOf('web', { node: 'node-1' }) }, 'object { id }');
  return cluster;
}

it('status and conditions follow the generation of the pod', async () => {
  const cluster = await clusterOf('modern');
  expect(await generations(cluster)).toEqual([1, 1, 1]);
  await request(cluster, { metadata: { labels: { a: 'b' } } });
  expect(await generations(cluster)).toEqual([1, 1, 1]);
  await request(cluster, { spec: { activeDeadlineSeconds: 5000 } });
  expect(await generations(cluster)).toEqual([2, 2, 2]);
});

it('are not told in releases that have none', async () => {
  expect(await generations(await clusterOf('k8s-1.20'))).toEqual([undefined, undefined, undefined]);
});
