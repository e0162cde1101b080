import type { KubeObject, Pod } from '@orrery/api-types';
import { addNodes, requireKind, type ClusterRuntime } from '@orrery/control-plane';
import { Client, clientBinary } from '@orrery/test-services';
import { isReady, readySinceMs } from '@orrery/workloads';
import { GraphqlClient } from '../../../libs/testing/kit/graphql-client';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(async () => {
  await server.close();
});

const POD = requireKind('v1', 'Pod');
const selector = { matchLabels: { app: 'web' } };
const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'nginx:1' }] } };

/** One cluster whose clock is manual, and the actions of its user. */
class Story {
  private constructor(
    readonly cluster: ClusterRuntime,
    readonly url: string,
  ) {}

  static async begin(name: string): Promise<Story> {
    const clock = { mode: 'manual' } as const;
    const cluster = (await server.plane.createCluster({ name, seed: name, clock }))!;
    await addNodes(
      cluster,
      ['node-1', 'node-2', 'node-3'].map((node) => ({ name: node, zone: 'a' })),
    );
    await cluster.settle();
    return new Story(cluster, `${server.url}/clusters/${name}`);
  }

  create(kind: string, spec: object): Promise<KubeObject> {
    const input = { metadata: { name: 'web' }, spec: { selector, template, ...spec } };
    return this.cluster.store.create({ kind: requireKind('apps/v1', kind), namespace: 'default', input });
  }

  patch(kind: string, spec: object): Promise<KubeObject> {
    const request = { kind: requireKind('apps/v1', kind), namespace: 'default', name: 'web' };
    return this.cluster.store.patch({ ...request, type: 'strategic', patch: { spec } });
  }

  setImage(kind: string, image: string): Promise<KubeObject> {
    return this.patch(kind, { template: { spec: { containers: [{ name: 'c', image }] } } });
  }

  deletePod(name: string): Promise<unknown> {
    return this.cluster.store.delete({ kind: POD, namespace: 'default', name });
  }

  async pass(seconds: number): Promise<void> {
    await this.cluster.advance({ untilMs: this.cluster.clock.now() + seconds * 1000 });
  }

  list(resource: string): KubeObject[] {
    return [...this.cluster.cache.list(resource, 'default')];
  }

  status(resource: string): Record<string, unknown> {
    return this.list(resource)[0]!.status as Record<string, unknown>;
  }

  get pods(): Pod[] {
    const pods = this.list('pods') as unknown as Pod[];
    return pods.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  }

  get names(): string[] {
    return this.pods.map(({ metadata }) => metadata.name);
  }

  get images(): (string | undefined)[] {
    return this.pods.map(({ spec }) => spec.containers[0]?.image);
  }

  get nodes(): string[] {
    return this.pods.map(({ spec }) => spec.nodeName ?? '').sort();
  }
}

test('a StatefulSet that is made again waits in silence until the pods of the former have gone', async () => {
  const story = await Story.begin('made-again');
  await story.create('StatefulSet', { replicas: 2, serviceName: 'web' });
  await story.pass(30);
  const former = story.pods.map(({ metadata }) => metadata.uid);
  const target = { kind: requireKind('apps/v1', 'StatefulSet'), namespace: 'default', name: 'web' };
  await story.cluster.store.delete(target, { propagationPolicy: 'Background' });
  await story.cluster.settle();
  expect(story.pods.map(({ metadata }) => metadata.deletionTimestamp)).toEqual([
    expect.any(String),
    expect.any(String),
  ]);
  await story.create('StatefulSet', { replicas: 2, serviceName: 'web' });
  await story.cluster.settle();
  expect(story.pods.map(({ metadata }) => metadata.uid)).toEqual(former);
  await story.pass(120);
  expect(story.pods.filter(isReady).map(({ metadata }) => metadata.name)).toEqual(['web-0', 'web-1']);
  expect(former).not.toContain(story.pods[0]!.metadata.uid);
  const reasons = story.list('events').map((event) => (event as unknown as { reason: string }).reason);
  expect(reasons).toContain('SuccessfulCreate');
  expect(reasons).not.toContain('FailedCreate');
});

test('a StatefulSet grows, rolls and shrinks in order, and keeps its claims', async () => {
  const story = await Story.begin('stateful-set');
  const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' };
  const storageClass = { metadata: { name: 'disk', annotations }, provisioner: 'disk.example.com' };
  const kind = requireKind('storage.k8s.io/v1', 'StorageClass');
  await story.cluster.store.create({ kind, namespace: '', input: storageClass });
  const volumeClaimTemplates = [
    {
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
  ];
  await story.create('StatefulSet', { replicas: 3, serviceName: 'web', volumeClaimTemplates });
  await story.pass(120);
  expect(story.names).toEqual(['web-0', 'web-1', 'web-2']);
  expect(story.list('persistentvolumeclaims').map(({ metadata }) => metadata.name)).toEqual([
    'data-web-0',
    'data-web-1',
    'data-web-2',
  ]);
  expect(story.pods[1]!.spec).toMatchObject({ hostname: 'web-1', subdomain: 'web' });
  // Each was made when the one before was ready; times are in whole seconds.
  for (const ordinal of [1, 2]) {
    const readyAtMs = readySinceMs(story.pods[ordinal - 1]!)!;
    expect(Date.parse(story.pods[ordinal]!.metadata.creationTimestamp)).toBeGreaterThanOrEqual(readyAtMs);
  }
  const before = story.status('statefulsets.apps');
  expect(before).toMatchObject({ replicas: 3, readyReplicas: 3, currentReplicas: 3, updatedReplicas: 3 });

  await story.patch('StatefulSet', { updateStrategy: { rollingUpdate: { partition: 2 } } });
  await story.setImage('StatefulSet', 'nginx:2');
  await story.pass(120);
  expect(story.images).toEqual(['nginx:1', 'nginx:1', 'nginx:2']);
  expect(story.status('statefulsets.apps')).toMatchObject({ currentReplicas: 2, updatedReplicas: 1 });
  await story.deletePod('web-0');
  await story.pass(120);
  expect(story.images).toEqual(['nginx:1', 'nginx:1', 'nginx:2']);
  await story.patch('StatefulSet', { updateStrategy: { rollingUpdate: { partition: 0 } } });
  await story.pass(240);
  expect(story.images).toEqual(['nginx:2', 'nginx:2', 'nginx:2']);
  const after = story.status('statefulsets.apps');
  expect(after['currentRevision']).toBe(after['updateRevision']);
  expect(after['currentRevision']).not.toBe(before['currentRevision']);
  expect(
    story
      .list('controllerrevisions.apps')
      .map((revision) => revision['revision'])
      .sort(),
  ).toEqual([1, 2]);

  await story.patch('StatefulSet', { replicas: 1 });
  await story.pass(240);
  expect(story.names).toEqual(['web-0']);
  expect(story.list('persistentvolumeclaims')).toHaveLength(3);
  await expect(story.patch('StatefulSet', { serviceName: 'other' })).rejects.toThrow(
    'updates to statefulset spec for fields other than',
  );
});

test('a DaemonSet has a pod on every node that fits, follows its nodes and rolls', async () => {
  const story = await Story.begin('daemon-set');
  await story.create('DaemonSet', {});
  await story.pass(60);
  expect(story.nodes).toEqual(['node-1', 'node-2', 'node-3']);
  expect(story.status('daemonsets.apps')).toMatchObject({ desiredNumberScheduled: 3, numberAvailable: 3 });
  await addNodes(story.cluster, [{ name: 'node-4', zone: 'a' }]);
  await story.pass(60);
  expect(story.nodes).toEqual(['node-1', 'node-2', 'node-3', 'node-4']);

  const node = { kind: requireKind('v1', 'Node'), namespace: '', name: 'node-4' };
  const taints = [{ key: 'dedicated', value: 'x', effect: 'NoExecute' }];
  await story.cluster.store.patch({ ...node, type: 'merge', patch: { spec: { taints } } });
  await story.pass(60);
  expect(story.nodes).toEqual(['node-1', 'node-2', 'node-3']);

  await story.setImage('DaemonSet', 'nginx:2');
  for (let i = 0; i < 40; i++) {
    await story.pass(0.25);
    expect(story.pods.filter(isReady).length).toBeGreaterThanOrEqual(2);
  }
  await story.pass(300);
  expect(story.images).toEqual(['nginx:2', 'nginx:2', 'nginx:2']);
  expect(story.status('daemonsets.apps')).toMatchObject({ updatedNumberScheduled: 3, numberAvailable: 3 });

  await story.patch('DaemonSet', { template: { spec: { nodeSelector: { disk: 'ssd' } } } });
  await story.pass(120);
  expect(story.nodes).toEqual([]);
  await story.cluster.store.patch({
    ...node,
    name: 'node-2',
    type: 'merge',
    patch: { metadata: { labels: { disk: 'ssd' } } },
  });
  await story.pass(60);
  expect(story.nodes).toEqual(['node-2']);
});

const binary = clientBinary('kubectl');
const kubectlStory = binary === undefined ? test.skip : test;

kubectlStory('kubectl follows, lists and undoes the rollouts of both', async () => {
  const story = await Story.begin('kubectl-sets');
  const client = new Client(binary!, story.url);
  await story.create('StatefulSet', { replicas: 2, serviceName: 'web' });
  await story.create('DaemonSet', {
    selector: { matchLabels: { app: 'd' } },
    template: { ...template, metadata: { labels: { app: 'd' } } },
  });
  await story.pass(60);
  await story.setImage('StatefulSet', 'nginx:2');
  await story.setImage('DaemonSet', 'nginx:2');
  await story.pass(300);
  expect(await client.run(['rollout', 'status', 'sts/web'])).toContain('roll out complete: 2 new pods');
  expect(await client.run(['rollout', 'status', 'ds/web'])).toContain('successfully rolled out');
  expect(await client.run(['get', 'sts', 'web', '--no-headers'])).toMatch(/^web +2\/2 /);
  expect(await client.run(['get', 'ds', 'web', '--no-headers'])).toMatch(/^web +3 +3 +3 +3 +3 +<none> /);
  expect(await client.run(['rollout', 'history', 'sts/web'])).toMatch(/^1 .*\n2 /m);
  expect(await client.run(['rollout', 'history', 'ds/web', '--revision=1'])).toContain('nginx:1');
  await client.run(['rollout', 'undo', 'sts/web']);
  await client.run(['rollout', 'undo', 'ds/web', '--to-revision=1']);
  await story.pass(300);
  expect(new Set(story.images)).toEqual(new Set(['nginx:1']));
  expect(await client.run(['rollout', 'history', 'ds/web'])).toMatch(/^2 .*\n3 /m);
  await client.run(['scale', 'sts/web', '--replicas=1']);
  await story.pass(120);
  expect(story.names.filter((name) => /^web-\d$/.test(name))).toEqual(['web-0']);
});

test('GraphQL restarts sets, takes them back and follows them; every workload shows its pods', async () => {
  const story = await Story.begin('sets-graphql');
  const graphql = new GraphqlClient(story.url);
  await story.create('StatefulSet', { replicas: 2, serviceName: 'web' });
  await story.pass(60);
  await story.setImage('StatefulSet', 'nginx:2');
  await story.pass(120);
  const shown = `{ statefulSet(name: "web") {
    rollout { state message revision }
    revisionHistory { revision controllerRevision { owner { kind } } }
    pods(first: 5) { nodes { metadata { name } spec { containers { image } } node { metadata { name } } owner { kind } } }
  } }`;
  const look = async (): Promise<Record<string, unknown>> =>
    (await graphql.query<{ statefulSet: Record<string, unknown> }>(shown)).statefulSet;
  const pods = (image: string): unknown => ({
    nodes: ['web-0', 'web-1'].map((name) => ({
      metadata: { name },
      spec: { containers: [{ image }] },
      node: { metadata: { name: expect.any(String) as string } },
      owner: { kind: 'StatefulSet' },
    })),
  });
  expect(await look()).toEqual({
    rollout: {
      state: 'COMPLETE',
      message: 'partitioned roll out complete: 2 new pods have been updated...',
      revision: 2,
    },
    revisionHistory: [2, 1].map((revision) => ({ revision, controllerRevision: { owner: { kind: 'StatefulSet' } } })),
    pods: pods('nginx:2'),
  });
  const named = { kind: 'StatefulSet', name: 'web' };
  await graphql.mutate('rolloutUndo', named, 'object { id } warnings');
  expect(await look()).toMatchObject({ rollout: { state: 'PROGRESSING' } });
  await story.pass(120);
  expect(await look()).toMatchObject({ rollout: { state: 'COMPLETE', revision: 3 }, pods: pods('nginx:1') });
  const again = { ...named, toRevision: 3 };
  expect(await graphql.mutate('rolloutUndo', again, 'warnings')).toMatchObject({
    warnings: ['skipped rollback (current template already matches revision 3)'],
  });
  expect(await graphql.attempt('rolloutUndo', { ...named, toRevision: 9 })).toMatchObject({
    errors: [{ message: 'unable to find specified revision 9 in history' }],
  });

  await story.create('DaemonSet', { selector: { matchLabels: { app: 'd' } }, template: daemonTemplate });
  await story.pass(60);
  const daemons = '{ daemonSet(name: "web") { rollout { state message revision } pods(first: 5) { totalCount } } }';
  expect(await graphql.query(daemons)).toEqual({
    daemonSet: {
      rollout: { state: 'COMPLETE', message: 'daemon set "web" successfully rolled out', revision: 1 },
      pods: { totalCount: 3 },
    },
  });
  await graphql.mutate('rolloutRestart', { kind: 'DaemonSet', name: 'web' }, 'object { id }');
  await story.pass(180);
  expect(await graphql.query(daemons)).toMatchObject({ daemonSet: { rollout: { state: 'COMPLETE', revision: 2 } } });

  await story.create('Deployment', {
    selector: { matchLabels: { app: 'w' } },
    template: deployedTemplate,
    replicas: 2,
  });
  const progress = graphql.subscribe<{ state: string; message: string; revision: number }>(
    'subscription { rolloutProgressed(kind: "Deployment", name: "web") { state message revision } }',
  );
  await progress.until((all) => all.length > 0);
  await story.pass(60);
  const reported = await progress.until((all) => all.at(-1)?.state === 'COMPLETE');
  const messages = reported.map(({ message }) => message);
  expect(messages).toContain(
    'Waiting for deployment "web" rollout to finish: 0 of 2 updated replicas are available...',
  );
  expect(messages.at(-1)).toBe('deployment "web" successfully rolled out');
  expect(new Set(messages).size).toBe(messages.length);
  const web = '{ deployment(name: "web") { pods(first: 5) { totalCount nodes { owner { kind owner { kind } } } } } }';
  const owner = { kind: 'ReplicaSet', owner: { kind: 'Deployment' } };
  expect(await graphql.query(web)).toEqual({ deployment: { pods: { totalCount: 2, nodes: [{ owner }, { owner }] } } });
  expect(await graphql.attempt('rolloutRestart', { kind: 'ReplicaSet', name: 'web' })).toMatchObject({
    errors: [{ code: 'BAD_USER_INPUT', field: ['kind'], message: expect.stringContaining('supported values') }],
  });
  const missing = graphql.subscribe('subscription { rolloutProgressed(kind: "Deployment", name: "none") { state } }');
  expect(await missing.ended()).toMatchObject([{ message: 'deployments.apps "none" not found' }]);
  await graphql.close();
});

const templateFor = (app: string): object => ({
  metadata: { labels: { app } },
  spec: { containers: [{ name: 'c', image: 'nginx:1' }] },
});
const daemonTemplate = templateFor('d');
const deployedTemplate = templateFor('w');
