import type { Deployment, KubeObject, Pod } from '@orrery/api-types';
import { addNodes, requireKind, type ClusterRuntime } from '@orrery/control-plane';
import { Client, clientBinary, oldKubectl } from '@orrery/test-services';
import { stringify } from 'yaml';
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
const DEPLOYMENT = requireKind('apps/v1', 'Deployment');
const template = (image = 'nginx:1', labels: Record<string, string> = { app: 'web' }): object => ({
  metadata: { labels },
  spec: { containers: [{ name: 'c', image }] },
});
const selector = { matchLabels: { app: 'web' } };

interface MadeCluster {
  readonly runtime: ClusterRuntime;
  readonly url: string;
}

/** Makes a cluster of three nodes; its clock is manual, or runs twenty times as fast as real time. */
async function makeCluster(name: string, isManual: boolean, seed = name): Promise<MadeCluster> {
  const clock = isManual ? ({ mode: 'manual' } as const) : ({ mode: 'scaled', rate: 20 } as const);
  const runtime = (await server.plane.createCluster({ name, seed, clock }))!;
  await addNodes(
    runtime,
    ['node-1', 'node-2', 'node-3'].map((node) => ({ name: node, zone: node })),
  );
  return { runtime, url: `${server.url}/clusters/${name}` };
}

/** One cluster whose clock is manual, and the actions of its user. */
class Story {
  private constructor(
    readonly cluster: ClusterRuntime,
    readonly url: string,
  ) {}

  static async begin(name: string): Promise<Story> {
    const { runtime, url } = await makeCluster(name, true);
    await runtime.settle();
    return new Story(runtime, url);
  }

  create(apiVersion: string, kind: string, body: object): Promise<KubeObject> {
    return this.cluster.store.create({ kind: requireKind(apiVersion, kind), namespace: 'default', input: body });
  }

  patch(patch: object): Promise<KubeObject> {
    return this.cluster.store.patch({ kind: DEPLOYMENT, namespace: 'default', name: 'web', type: 'strategic', patch });
  }

  setImage(image: string): Promise<KubeObject> {
    return this.patch({ spec: { template: { spec: { containers: [{ name: 'c', image }] } } } });
  }

  async pass(seconds: number): Promise<void> {
    await this.cluster.advance({ untilMs: this.cluster.clock.now() + seconds * 1000 });
  }

  get(resource: string, name = 'web'): KubeObject | undefined {
    return this.cluster.cache.get({ resource, namespace: 'default', name });
  }

  get deployment(): Deployment {
    return this.get('deployments.apps') as unknown as Deployment;
  }

  get pods(): Pod[] {
    return this.cluster.cache.list('pods', 'default') as unknown as Pod[];
  }

  get images(): (string | undefined)[] {
    return this.pods.map(({ spec }) => spec.containers[0]?.image).sort();
  }

  get messages(): string[] {
    return this.cluster.cache.list('events', 'default').map((event) => event['message'] as string);
  }
}

test('a ReplicaSet makes its pods, replaces those that go, adopts and releases', async () => {
  const story = await Story.begin('replica-set');
  await story.create('v1', 'Pod', {
    metadata: { name: 'stray', labels: { app: 'web' } },
    spec: { containers: [{ name: 'c', image: 'i' }] },
  });
  await story.create('apps/v1', 'ReplicaSet', {
    metadata: { name: 'web' },
    spec: { replicas: 3, selector, template: template() },
  });
  await story.pass(30);
  const status = {
    replicas: 3,
    fullyLabeledReplicas: 3,
    readyReplicas: 3,
    availableReplicas: 3,
    observedGeneration: 1,
  };
  expect(story.get('replicasets.apps')?.status).toEqual(status);
  expect(story.pods.map(({ metadata }) => metadata.name)).toContain('stray');
  expect(story.get('pods', 'stray')?.metadata.ownerReferences).toMatchObject([
    { kind: 'ReplicaSet', name: 'web', controller: true },
  ]);
  const [made] = story.pods.filter(({ metadata }) => metadata.name !== 'stray');
  await story.cluster.store.delete({ kind: POD, namespace: 'default', name: made!.metadata.name });
  const labels = { labels: { app: 'other' } };
  await story.cluster.store.patch({
    kind: POD,
    namespace: 'default',
    name: 'stray',
    type: 'merge',
    patch: { metadata: labels },
  });
  await story.pass(60);
  expect(story.get('pods', 'stray')?.metadata.ownerReferences).toBeUndefined();
  expect(story.get('replicasets.apps')?.status).toEqual(status);
  expect(story.pods).toHaveLength(4);
  expect(story.get('pods', made!.metadata.name)).toBeUndefined();
});

test('what keeps a ReplicaSet from its pods is reported, tried again later and forgotten', async () => {
  const story = await Story.begin('replica-failure');
  const spec = { ...(template() as { spec: object }).spec, priorityClassName: 'gold' };
  const pod = { metadata: { labels: { app: 'web' } }, spec };
  await story.create('apps/v1', 'ReplicaSet', {
    metadata: { name: 'web' },
    spec: { replicas: 8, selector, template: pod },
  });
  await story.pass(1);
  expect(story.get('replicasets.apps')?.status).toMatchObject({
    replicas: 0,
    conditions: [
      { type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message: expect.stringMatching(/gold/) },
    ],
  });
  expect(story.messages).toContainEqual(expect.stringMatching(/^Error creating: pods "web-" is forbidden: .*gold/));
  await story.create('scheduling.k8s.io/v1', 'PriorityClass', { metadata: { name: 'gold' }, value: 5 });
  await story.pass(1200);
  expect(story.get('replicasets.apps')?.status).toEqual(expect.not.objectContaining({ conditions: expect.anything() }));
  expect(story.get('replicasets.apps')?.status).toMatchObject({ readyReplicas: 8 });
});

test('a ReplicationController does the same by a plain selector', async () => {
  const story = await Story.begin('replication-controller');
  await story.create('v1', 'ReplicationController', {
    metadata: { name: 'web' },
    spec: { replicas: 2, template: template() },
  });
  await story.pass(30);
  expect(story.get('replicationcontrollers')).toMatchObject({
    metadata: { labels: { app: 'web' } },
    spec: { selector: { app: 'web' } },
    status: { replicas: 2, availableReplicas: 2 },
  });
  await story.cluster.store.scale({
    kind: requireKind('v1', 'ReplicationController'),
    namespace: 'default',
    name: 'web',
    type: 'merge',
    body: { spec: { replicas: 0 } },
  });
  await story.pass(60);
  expect(story.pods).toEqual([]);
});

test('a Deployment rolls out, on, and back, within its bounds', async () => {
  const story = await Story.begin('rollout');
  await story.create('apps/v1', 'Deployment', {
    metadata: { name: 'web' },
    spec: { replicas: 4, selector, template: template() },
  });
  await story.pass(30);
  const complete = { replicas: 4, updatedReplicas: 4, readyReplicas: 4, availableReplicas: 4 };
  expect(story.deployment.status).toMatchObject({ observedGeneration: 1, ...complete });
  const counts: number[] = [];
  const stop = story.cluster.cache.subscribe(() => {
    const active = story.pods.filter(
      ({ metadata, status }) => !metadata.deletionTimestamp && status?.phase !== 'Failed',
    );
    const ready = active.filter(({ status }) =>
      status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True'),
    );
    counts.push(active.length * 100 + ready.length);
  });
  await story.setImage('nginx:2');
  await story.pass(120);
  stop();
  // 25% of 4: one more at a time, one less.
  expect(Math.max(...counts.map((count) => Math.floor(count / 100)))).toBe(5);
  expect(Math.min(...counts.map((count) => count % 100))).toBe(3);
  expect(story.deployment.status).toMatchObject({ observedGeneration: 2, ...complete });
  expect(story.deployment.metadata.annotations).toEqual({ 'deployment.kubernetes.io/revision': '2' });
  expect(story.images).toEqual(Array(4).fill('nginx:2'));
  await story.setImage('nginx:1');
  await story.pass(120);
  expect(story.deployment.metadata.annotations).toEqual({ 'deployment.kubernetes.io/revision': '3' });
  expect(story.cluster.cache.list('replicasets.apps')).toHaveLength(2);
  expect(story.images).toEqual(Array(4).fill('nginx:1'));
  expect(story.messages).toContainEqual(expect.stringMatching(/^Scaled up replica set web-\w+ from 0 to 4$/));
});

test('a rollout that stands still for ten minutes has failed, to the second', async () => {
  const story = await Story.begin('deadline');
  const pod = template() as { spec: object };
  const impossible = { ...pod, spec: { ...pod.spec, nodeSelector: { no: 'node' } } };
  await story.create('apps/v1', 'Deployment', {
    metadata: { name: 'web' },
    spec: { replicas: 1, selector, template: impossible },
  });
  const progressing = (): object | undefined =>
    story.deployment.status?.conditions?.find(({ type }) => type === 'Progressing');
  await story.pass(1);
  expect(progressing()).toMatchObject({ status: 'True' });
  await story.pass(597);
  expect(progressing()).toMatchObject({ status: 'True' });
  await story.pass(2);
  expect(progressing()).toMatchObject({ status: 'False', reason: 'ProgressDeadlineExceeded' });
});

test('Recreate: no new pod before the last old one has gone', async () => {
  const story = await Story.begin('recreate');
  const strategy = { type: 'Recreate' };
  await story.create('apps/v1', 'Deployment', {
    metadata: { name: 'web' },
    spec: { replicas: 3, strategy, selector, template: template() },
  });
  await story.pass(30);
  const seen = new Set<string>();
  const stop = story.cluster.cache.subscribe(() => seen.add([...new Set(story.images)].join()));
  await story.setImage('nginx:2');
  await story.pass(120);
  stop();
  expect(story.images).toEqual(Array(3).fill('nginx:2'));
  expect([...seen]).not.toContain('nginx:1,nginx:2');
});

test('another ReplicaSet of the name is a collision, and gives way to none', async () => {
  const story = await Story.begin('collision');
  const first = await Story.begin('collision-name');
  await first.create('apps/v1', 'Deployment', { metadata: { name: 'web' }, spec: { selector, template: template() } });
  await first.pass(1);
  const name = first.cluster.cache.list('replicasets.apps')[0]!.metadata.name;
  const strange = { matchLabels: { app: 'other' } };
  await story.create('apps/v1', 'ReplicaSet', {
    metadata: { name },
    spec: { replicas: 0, selector: strange, template: template('x', { app: 'other' }) },
  });
  await story.create('apps/v1', 'Deployment', { metadata: { name: 'web' }, spec: { selector, template: template() } });
  await story.pass(30);
  expect(story.deployment.status).toMatchObject({ collisionCount: 1, availableReplicas: 1 });
  expect(story.cluster.cache.list('replicasets.apps')).toHaveLength(2);
});

test('two runs of one story give the pods the same names and nodes', async () => {
  const runs: string[][] = [];
  for (const run of ['first', 'second']) {
    const { runtime } = await makeCluster(`same-${run}`, true, 'same');
    const kind = DEPLOYMENT;
    await runtime.store.create({
      kind,
      namespace: 'default',
      input: { metadata: { name: 'web' }, spec: { replicas: 5, selector, template: template() } },
    });
    await runtime.settle();
    runs.push(
      runtime.cache
        .list('pods')
        .map(({ metadata }) => metadata.name)
        .sort(),
    );
  }
  expect(runs[0]).toHaveLength(5);
  expect(runs[1]).toEqual(runs[0]);
});

test('GraphQL scales, restarts and takes back, and shows the way from a Deployment to its pods', async () => {
  const story = await Story.begin('graphql');
  const graphql = new GraphqlClient(story.url);
  const named = { kind: 'Deployment', name: 'web' };
  await graphql.mutate(
    'createObject',
    {
      object: {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'web' },
        spec: { replicas: 2, selector, template: template() },
      },
    },
    'object { ... on Deployment { spec { strategy { type } } } }',
  );
  await story.pass(30);
  const scaled = await graphql.mutate('scale', { ...named, replicas: 3 }, 'replicas object { kind }');
  expect(scaled).toMatchObject({ replicas: 3, object: { kind: 'Deployment' } });
  await story.pass(30);
  await story.setImage('nginx:2');
  const rollout = '{ deployment(name: "web") { rollout { state message revision } } }';
  await story.pass(2);
  expect(await graphql.query(rollout)).toMatchObject({
    deployment: {
      rollout: { state: 'PROGRESSING', message: expect.stringMatching(/^Waiting for deployment "web" rollout/) },
    },
  });
  await story.pass(120);
  expect(await graphql.query(rollout)).toEqual({
    deployment: {
      rollout: { state: 'COMPLETE', message: 'deployment "web" successfully rolled out', revision: 2 },
    },
  });
  await graphql.mutate('rolloutUndo', named, 'object { id }');
  await story.pass(120);
  expect(story.images).toEqual(Array(3).fill('nginx:1'));
  const before = story.pods.map(({ metadata }) => metadata.name);
  await graphql.mutate('rolloutRestart', named, 'object { id }');
  await story.pass(120);
  expect(story.pods.filter(({ metadata }) => before.includes(metadata.name))).toEqual([]);
  const shown = await graphql.query<{ deployment: Record<string, unknown> }>(`{ deployment(name: "web") {
    status { updatedReplicas availableReplicas }
    revisionHistory { revision replicaSet { spec { replicas } } }
    replicaSets { owner { kind metadata { name } } pods(first: 5) { nodes { owner { kind } owners { kind } node { metadata { name } } } } }
  } }`);
  const pod = {
    owner: { kind: 'ReplicaSet' },
    owners: [{ kind: 'ReplicaSet' }],
    node: { metadata: { name: expect.any(String) } },
  };
  const owner = { kind: 'Deployment', metadata: { name: 'web' } };
  expect(shown.deployment).toEqual({
    status: { updatedReplicas: 3, availableReplicas: 3 },
    revisionHistory: [4, 3, 2].map((revision, i) => ({
      revision,
      replicaSet: { spec: { replicas: i === 0 ? 3 : 0 } },
    })),
    replicaSets: [
      { owner, pods: { nodes: [pod, pod, pod] } },
      { owner, pods: { nodes: [] } },
      { owner, pods: { nodes: [] } },
    ],
  });
  const refused = await graphql.attempt('rolloutUndo', { ...named, toRevision: 9 });
  expect(refused).toMatchObject({ errors: [{ message: 'unable to find specified revision 9 in history' }] });
  const negative = await graphql.attempt('scale', { ...named, replicas: -1 });
  expect(negative).toMatchObject({
    errors: [{ message: expect.stringMatching(/must be greater than or equal to 0/) }],
  });
  const unscalable = await graphql.attempt('scale', { apiVersion: 'v1', kind: 'Pod', name: 'x', replicas: 1 });
  expect(unscalable).toMatchObject({ errors: [{ message: 'kind: Pod objects have no scale subresource' }] });
  await graphql.close();
});

const versions = [
  { name: 'kubectl 1.35', isModern: true, binary: clientBinary('kubectl') },
  { name: 'kubectl 1.20.2', isModern: false, binary: oldKubectl() },
];

describe.each(versions)('$name', ({ name, isModern, binary }) => {
  const story = binary === undefined ? test.skip : test;
  let cluster: MadeCluster;
  let client: Client;
  const kubectl = (...args: string[]): Promise<string> => client.run(args);

  beforeAll(async () => {
    if (binary === undefined) return;
    cluster = await makeCluster(name.replace(/\W+/g, '-'), false);
    client = new Client(binary, cluster.url);
  });
  afterAll(() => client?.dispose());

  story('creates, scales, changes, pauses and takes back a Deployment', async () => {
    expect(await kubectl('create', 'deployment', 'web', '--image=nginx:1', '--replicas=3')).toBe(
      'deployment.apps/web created\n',
    );
    expect(await kubectl('rollout', 'status', 'deployment/web', '--timeout=240s')).toMatch(
      /deployment "web" successfully rolled out\n$/,
    );
    expect(await kubectl('get', 'deployments')).toMatch(
      /^NAME +READY +UP-TO-DATE +AVAILABLE +AGE\nweb +3\/3 +3 +3 +\d+m?\d*s?\n$/,
    );
    const all = await kubectl('get', 'all');
    expect(all).toMatch(/^pod\/web-\w+-\w{5} +1\/1 +Running/m);
    expect(all).toMatch(/^deployment\.apps\/web +3\/3/m);
    expect(all).toMatch(/^replicaset\.apps\/web-\w+ +3 +3 +3/m);
    expect(await kubectl('scale', 'deployment', 'web', '--replicas=5')).toBe('deployment.apps/web scaled\n');
    await kubectl('rollout', 'status', 'deployment/web', '--timeout=240s');
    expect(await kubectl('get', 'pods', '-l', 'app=web', '-o', 'name')).toMatch(/^(pod\/web-\w+-\w{5}\n){5}$/);
    expect(await kubectl('set', 'image', 'deployment/web', 'nginx=nginx:2')).toBe(
      'deployment.apps/web image updated\n',
    );
    await kubectl('annotate', 'deployment/web', 'kubernetes.io/change-cause=second');
    await kubectl('rollout', 'status', 'deployment/web', '--timeout=240s');
    expect(await kubectl('rollout', 'history', 'deployment/web')).toMatch(
      /REVISION +CHANGE-CAUSE\n1 +<none>\n2 +second\n/,
    );
    expect(await kubectl('rollout', 'history', 'deployment/web', '--revision=1')).toMatch(/Image:\s+nginx:1/);
    expect(await kubectl('rollout', 'undo', 'deployment/web')).toMatch(/^deployment\.apps\/web rolled back/);
    await kubectl('rollout', 'status', 'deployment/web', '--timeout=240s');
    expect(await kubectl('get', 'deployment', 'web', '-o', 'jsonpath={.spec.template.spec.containers[0].image}')).toBe(
      'nginx:1',
    );
    expect(await kubectl('rollout', 'pause', 'deployment/web')).toBe('deployment.apps/web paused\n');
    await kubectl('set', 'image', 'deployment/web', 'nginx=nginx:3');
    const refused = await client.try(['rollout', 'undo', 'deployment/web']);
    expect(refused.stderr).toMatch(/you cannot rollback a paused deployment/);
    expect(await kubectl('get', 'rs', '-o', 'wide')).not.toMatch(/nginx:3/);
    expect(await kubectl('rollout', 'resume', 'deployment/web')).toBe('deployment.apps/web resumed\n');
    await kubectl('rollout', 'status', 'deployment/web', '--timeout=240s');
    expect(await kubectl('get', 'rs', '-o', 'wide')).toMatch(/ 5 +5 +5 .*nginx:3/);
    await kubectl('rollout', 'restart', 'deployment/web');
    await kubectl('rollout', 'status', 'deployment/web', '--timeout=240s');
    const described = await kubectl('describe', 'deployment', 'web');
    expect(described).toMatch(/Replicas: +5 desired \| 5 updated \| 5 total \| 5 available \| 0 unavailable/);
    expect(described).toMatch(/RollingUpdateStrategy: +25% max unavailable, 25% max surge/);
    expect(described).toMatch(/Progressing +True +NewReplicaSetAvailable/);
    expect(described).toMatch(/NewReplicaSet: +web-\w+ \(5\/5 replicas created\)/);
    expect(described).toMatch(/ScalingReplicaSet .*deployment-controller .*Scaled up replica set web-\w+ from 0 to 3/);
    const metrics = isModern ? [[], ['--cpu-percent=70'], ['--cpu=70%']] : [[], ['--cpu-percent=70']];
    for (const [i, metric] of metrics.entries()) {
      const name = `by-${i}`;
      const made = await kubectl('autoscale', 'deployment', 'web', '--max=5', `--name=${name}`, ...metric);
      expect(made).toBe(`horizontalpodautoscaler.autoscaling/${name} autoscaled\n`);
      const target = metric.length === 0 ? '80%' : '70%';
      expect(await kubectl('get', 'hpa', name)).toMatch(new RegExp(`Deployment/web +cpu: <unknown>/${target} +1 +5 `));
      await kubectl('delete', 'hpa', name);
    }
  });

  story('applies an application twice, then changed', async () => {
    const application = (replicas: number, image: string): string =>
      [
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { a: '1' } },
        {
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          metadata: { name: 'shop', labels: { app: 'shop' } },
          spec: { replicas, selector: { matchLabels: { app: 'shop' } }, template: template(image, { app: 'shop' }) },
        },
        {
          apiVersion: 'v1',
          kind: 'Service',
          metadata: { name: 'shop' },
          spec: { selector: { app: 'shop' }, ports: [{ port: 80 }] },
        },
      ]
        .map((document) => stringify(document))
        .join('---\n');
    const apply = (text: string): Promise<string> => client.run(['apply', '-f', '-'], text);
    expect(await apply(application(2, 'shop:1'))).toBe(
      'configmap/settings created\ndeployment.apps/shop created\nservice/shop created\n',
    );
    await kubectl('rollout', 'status', 'deployment/shop', '--timeout=240s');
    expect(await apply(application(2, 'shop:1'))).toBe(
      'configmap/settings unchanged\ndeployment.apps/shop unchanged\nservice/shop unchanged\n',
    );
    expect(await apply(application(4, 'shop:2'))).toBe(
      'configmap/settings unchanged\ndeployment.apps/shop configured\nservice/shop unchanged\n',
    );
    await kubectl('rollout', 'status', 'deployment/shop', '--timeout=240s');
    expect(await kubectl('get', 'deployment', 'shop')).toMatch(/shop +4\/4 +4 +4/);
    const invalid = await client.try([
      'patch',
      'deployment',
      'shop',
      '-p',
      '{"spec":{"selector":{"matchLabels":{"a":"b"}}}}',
    ]);
    expect(invalid.stderr).toMatch(/field is immutable/);
    const size = await kubectl(
      'get',
      '--raw',
      `${new URL(cluster.url).pathname}/apis/apps/v1/namespaces/default/deployments/shop/scale`,
    ).catch(() => '');
    if (size)
      expect(JSON.parse(size)).toMatchObject({
        kind: 'Scale',
        spec: { replicas: 4 },
        status: { replicas: 4, selector: 'app=shop' },
      });
    if (isModern)
      expect(await kubectl('get', 'deployment', 'shop', '--subresource=scale', '-o', 'name')).toBe(
        'scale.autoscaling/shop\n',
      );
  });
});
