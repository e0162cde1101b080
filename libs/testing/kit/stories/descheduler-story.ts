import { CLUSTER_SIZE, type Scene } from '../descheduling/scene';
import type { TestGraphqlCluster, TestGraphqlServer } from '../graphql-server';

/** Fields of a cycle that stories read. */
export interface StoryRun {
  readonly evicted: number;
  readonly refused: number;
  readonly notes: readonly string[];
  readonly log: readonly string[];
  readonly decisions: readonly StoryDecision[];
}

interface StoryDecision {
  readonly pod: string;
  readonly node: string;
  readonly verdict: string;
  readonly reason: string;
  readonly obstacle: string | null;
}

export interface StoryPayload {
  readonly run: StoryRun | null;
  readonly errors: readonly { readonly field: readonly string[]; readonly message: string }[];
}

/** Fields of a cycle that stories select. */
export const RUN_SELECTION = `run { evicted refused notes log decisions { pod node verdict reason obstacle } }`;

/** Makes a cluster with the nodes and pods of a scene, and advances it a little until pods are ready. */
export async function clusterOf(
  server: TestGraphqlServer,
  { nodes, pods, further = [] }: Scene,
): Promise<TestGraphqlCluster> {
  const cluster = await server.cluster({ nodes: 0 });
  for (const { name, labels, taints, allocatable, unschedulable } of nodes) {
    const amounts = { ...CLUSTER_SIZE, ...allocatable };
    await cluster.mutate(
      'addNodes',
      {
        name,
        capacity: amounts,
        allocatable: amounts,
        ...(labels && { labels }),
        ...(taints && { taints }),
        ...(unschedulable && { unschedulable }),
      },
      'node { id }',
    );
  }
  await create(cluster, further);
  await create(cluster, pods);
  await pass(cluster, '20s');
  return cluster;
}

/** Creates objects, if there are any. */
export async function create(cluster: TestGraphqlCluster, objects: readonly object[]): Promise<void> {
  if (objects.length > 0) await cluster.mutate('createObject', { objects }, 'objects { id }');
}

/** Advances cluster time. */
export async function pass(cluster: TestGraphqlCluster, by: string): Promise<void> {
  await cluster.mutate('advanceClock', { by }, 'events');
}

/** Runs one cycle; fails if the policy is refused. */
export async function deschedule(cluster: TestGraphqlCluster, policy: object, more: object = {}): Promise<StoryRun> {
  const { run } = await cluster.mutate<{ run: StoryRun }>('runDescheduler', { object: policy, ...more }, RUN_SELECTION);
  return run;
}

/** The pods that a cycle evicted, in order. */
export function evictedIn({ decisions }: StoryRun): string[] {
  return decisions.filter(({ verdict }) => verdict === 'EVICTED').map(({ pod }) => pod);
}

/** Sends a merge patch over the wire, to a path in the cluster. */
export async function patch(
  server: TestGraphqlServer,
  { name }: TestGraphqlCluster,
  { path, body }: { readonly path: string; readonly body: object },
): Promise<void> {
  const answer = await fetch(`${server.url}/clusters/${name}/api/v1/${path}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

/** Reads JSON over the wire, from a path in the cluster. */
export async function read<T>(server: TestGraphqlServer, { name }: TestGraphqlCluster, path: string): Promise<T> {
  return (await (await fetch(`${server.url}/clusters/${name}/${path}`)).json()) as T;
}
