import { Client, clientBinary, RawClient, type RawReply } from '@orrery/test-services';
import { startTestApiServer, type TestApiServer, type TestCluster } from '@orrery/testing';

/** Requests of manifests, client-go and operators to every cluster. */

const binary = clientBinary('kubectl');
const story = binary === undefined ? test.skip : test;

let server: TestApiServer;
let cluster: TestCluster;
let client: RawClient;

beforeAll(async () => {
  server = await startTestApiServer();
  cluster = await server.cluster({ name: 'ordinary', nodes: 2, clock: { mode: 'manual' } });
  await cluster.runtime.settle();
  client = new RawClient(cluster.url);
});
afterAll(() => server.close());

const CORE = '/api/v1/namespaces/default';
const APPS = '/apis/apps/v1/namespaces/default';
const MERGE = { 'content-type': 'application/merge-patch+json' };

const get = async (path: string): Promise<RawReply['json']> => (await client.send(path)).json;
const post = (path: string, body: object): Promise<RawReply> => client.send(path, { method: 'POST', body });
const put = (path: string, body: object): Promise<RawReply> => client.send(path, { method: 'PUT', body });
const patch = (path: string, body: object, headers: Record<string, string> = MERGE): Promise<RawReply> =>
  client.send(path, { method: 'PATCH', body, headers });
async function pass(seconds: number): Promise<void> {
  await cluster.runtime.advance({ untilMs: cluster.runtime.clock.now() + seconds * 1000 });
  await cluster.runtime.settle();
}

const template = (app: string): object => ({
  metadata: { labels: { app } },
  spec: { containers: [{ name: 'c', image: 'nginx:1' }] },
});

story('the StatefulSet of the Kubernetes documentation runs with its claims', async () => {
  const kubectl = new Client(binary!, cluster.url);
  const manifests = [
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'nginx', labels: { app: 'nginx' } },
      spec: { ports: [{ port: 80, name: 'web' }], clusterIP: 'None', selector: { app: 'nginx' } },
    },
    ...['www-web-0', 'www-web-1'].map((name) => ({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name },
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        storageClassName: 'my-storage-class',
        hostPath: { path: `/data/${name}` },
      },
    })),
    {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'web' },
      spec: {
        selector: { matchLabels: { app: 'nginx' } },
        serviceName: 'nginx',
        replicas: 2,
        template: {
          metadata: { labels: { app: 'nginx' } },
          spec: {
            containers: [
              {
                name: 'nginx',
                image: 'registry.k8s.io/nginx-slim:0.24',
                ports: [{ containerPort: 80, name: 'web' }],
                volumeMounts: [{ name: 'www', mountPath: '/usr/share/nginx/html' }],
              },
            ],
          },
        },
        volumeClaimTemplates: [
          {
            metadata: { name: 'www' },
            spec: {
              accessModes: ['ReadWriteOnce'],
              storageClassName: 'my-storage-class',
              resources: { requests: { storage: '1Gi' } },
            },
          },
        ],
      },
    },
  ];
  const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: manifests });
  expect(await kubectl.run(['apply', '-f', '-'], text)).toContain('statefulset.apps/web created');
  await pass(60);
  const { status, metadata } = await get(`${APPS}/statefulsets/web`);
  expect(status).toMatchObject({ replicas: 2, readyReplicas: 2 });
  const pod = await get(`${CORE}/pods/web-0`);
  expect(pod.spec.volumes).toContainEqual({ name: 'www', persistentVolumeClaim: { claimName: 'www-web-0' } });
  expect((await get(`${CORE}/persistentvolumeclaims/www-web-0`)).status.phase).toBe('Bound');
  await kubectl.run(['apply', '-f', '-'], text);
  expect((await get(`${APPS}/statefulsets/web`)).metadata.resourceVersion).toBe(metadata.resourceVersion);
  kubectl.dispose();
});

test('a volume that is neither in the template nor among its claims is refused', async () => {
  const { code, json } = await post(`${APPS}/statefulsets`, {
    metadata: { name: 'lost' },
    spec: {
      selector: { matchLabels: { app: 'lost' } },
      serviceName: 'lost',
      template: {
        metadata: { labels: { app: 'lost' } },
        spec: { containers: [{ name: 'c', image: 'nginx', volumeMounts: [{ name: 'no', mountPath: '/x' }] }] },
      },
      volumeClaimTemplates: [{ metadata: { name: 'www' }, spec: { accessModes: ['ReadWriteOnce'] } }],
    },
  });
  expect(code).toBe(422);
  expect(json.message).toContain('spec.template.spec.containers[0].volumeMounts[0].name: Not found: "no"');
});

test('a Go client that leaves targetPort unset sends 0, and gets the port', async () => {
  const port = { name: '', protocol: '', port: 80, targetPort: 0, nodePort: 0 };
  const body = {
    metadata: { name: 'zeros', creationTimestamp: null },
    spec: { ports: [port] },
    status: { loadBalancer: {} },
  };
  const { code, json } = await post(`${CORE}/services`, body);
  expect(code).toBe(201);
  expect(json.spec.ports).toEqual([{ protocol: 'TCP', port: 80, targetPort: 80 }]);
});

test('an extended resource that is written into the capacity of a node can be had by pods', async () => {
  await post(`${CORE}/pods`, {
    metadata: { name: 'dongle' },
    spec: {
      containers: [{ name: 'c', image: 'nginx:1', resources: { limits: { 'example.com/dongle': '3' } } }],
    },
  });
  await pass(5);
  expect((await get(`${CORE}/pods/dongle`)).status.phase).toBe('Pending');
  const operation = [{ op: 'add', path: '/status/capacity/example.com~1dongle', value: '4' }];
  const headers = { 'content-type': 'application/json-patch+json' };
  expect((await patch('/api/v1/nodes/node-1/status', operation, headers)).code).toBe(200);
  await pass(20);
  expect((await get('/api/v1/nodes/node-1')).status.allocatable['example.com/dongle']).toBe('4');
  expect((await get(`${CORE}/pods/dongle`)).status.phase).toBe('Running');
});

describe('a status that another client wrote is put right', () => {
  const selector = { matchLabels: { app: 's' } };
  const wrong = { replicas: 9, readyReplicas: 0, availableReplicas: 0 };
  test.each<[string, string, object, object]>([
    [`${CORE}/replicationcontrollers`, 'rc', { selector: { app: 's' }, template: template('s') }, wrong],
    [`${APPS}/replicasets`, 'rs', { selector, template: template('s') }, wrong],
    [`${APPS}/deployments`, 'deploy', { selector, template: template('s') }, wrong],
    [`${APPS}/statefulsets`, 'sts', { selector, template: template('s'), serviceName: 's' }, wrong],
    [`${APPS}/daemonsets`, 'ds', { selector, template: template('s') }, { numberReady: 9, desiredNumberScheduled: 9 }],
    [
      '/apis/batch/v1/namespaces/default/jobs',
      'job',
      { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'nginx:1' }] } }, suspend: true },
      { active: 7 },
    ],
    [
      '/apis/policy/v1/namespaces/default/poddisruptionbudgets',
      'pdb',
      { minAvailable: 1, selector },
      { currentHealthy: 77 },
    ],
  ])('%s', async (path, name, spec, change) => {
    expect((await post(path, { metadata: { name }, spec })).code).toBe(201);
    await pass(10);
    const before = (await get(`${path}/${name}`)).status;
    expect((await patch(`${path}/${name}/status`, { status: change })).code).toBe(200);
    await cluster.runtime.settle();
    expect((await get(`${path}/${name}`)).status).toEqual(before);
    await client.send(`${path}/${name}`, { method: 'DELETE' });
    await pass(60);
  });
});

describe('a version of 0, as an empty one,', () => {
  test.each(['0', ''])('%j overwrites whatever is there', async (resourceVersion) => {
    await post(`${CORE}/configmaps`, { metadata: { name: 'v' }, data: { a: '1' } });
    const { code, json } = await put(`${CORE}/configmaps/v`, {
      metadata: { name: 'v', resourceVersion },
      data: { a: '2' },
    });
    expect([code, json.data]).toEqual([200, { a: '2' }]);
    await client.send(`${CORE}/configmaps/v`, { method: 'DELETE' });
  });

  test('is refused for kinds that ask for a version', async () => {
    const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
    await post(leases, { metadata: { name: 'l' }, spec: { holderIdentity: 'a' } });
    const { code, json } = await put(`${leases}/l`, { metadata: { name: 'l', resourceVersion: '0' }, spec: {} });
    expect(code).toBe(422);
    expect(json.message).toContain('metadata.resourceVersion: Invalid value: 0: must be specified for an update');
  });

  test('is no version on creation either', async () => {
    const { code } = await post(`${CORE}/configmaps`, { metadata: { name: 'new', resourceVersion: '0' } });
    expect(code).toBe(201);
  });
});

test.each(['ClusterIP', 'NodePort', 'LoadBalancer'])('a %s service becomes an ExternalName and back', async (type) => {
  const path = `${CORE}/services/turns`;
  await post(`${CORE}/services`, { metadata: { name: 'turns' }, spec: { type, ports: [{ port: 80 }] } });
  const away = await patch(path, { spec: { type: 'ExternalName', externalName: 'example.com' } });
  expect(away.code).toBe(200);
  expect(away.json.spec).toEqual({
    type: 'ExternalName',
    externalName: 'example.com',
    sessionAffinity: 'None',
    ports: [{ protocol: 'TCP', port: 80, targetPort: 80 }],
  });
  const back = await patch(path, { spec: { type, externalName: null } });
  expect(back.json.spec).toMatchObject({ type, clusterIP: expect.stringMatching(/^10\./) });
  await client.send(path, { method: 'DELETE' });
});

describe('metadata in a patch of a status', () => {
  const metadata = { labels: { l: '1' }, annotations: { a: '1' } };
  const ingress = { defaultBackend: { service: { name: 's', port: { number: 80 } } } };
  const deployment = { selector: { matchLabels: { app: 'm' } }, replicas: 0, template: template('m') };
  test.each<[string, object, object]>([
    ['/apis/networking.k8s.io/v1/namespaces/default/ingresses', ingress, metadata],
    [`${APPS}/deployments`, deployment, { annotations: { a: '1' } }],
    [`${CORE}/resourcequotas`, {}, metadata],
    [`${CORE}/pods`, { containers: [{ name: 'c', image: 'nginx:1' }] }, metadata],
    ['/apis/sim.orrery.dev/v1/podbehaviors', { selector: { names: ['never'] } }, {}],
  ])('of %s is kept as upstream keeps it', async (path, spec, want) => {
    await post(path, { metadata: { name: 'meta' }, spec });
    const { code, json } = await patch(`${path}/meta/status`, { metadata });
    expect(code).toBe(200);
    const { labels, annotations = {} } = json.metadata;
    delete annotations['deployment.kubernetes.io/revision'];
    expect({ ...(labels ? { labels } : {}), ...(annotations.a ? { annotations } : {}) }).toEqual(want);
    await client.send(`${path}/meta`, { method: 'DELETE' });
  });
});

describe('a plain command has its obvious life', () => {
  const log = async (name: string): Promise<string> =>
    String((await client.send(`${CORE}/pods/${name}/log`)).bytes.toString());
  const run = async (name: string, spec: object, container: object): Promise<void> => {
    const { code } = await post(`${CORE}/pods`, {
      metadata: { name },
      spec: { ...spec, containers: [{ name: 'c', image: 'busybox', ...container }] },
    });
    expect(code).toBe(201);
  };
  const never = { restartPolicy: 'Never' };

  test('echo prints to the log and is done', async () => {
    await run('hello', never, { command: ['sh', '-c', 'echo hello; sleep 30 && echo "good bye"'] });
    await pass(20);
    expect((await get(`${CORE}/pods/hello`)).status.phase).toBe('Running');
    expect(await log('hello')).toBe('hello\n');
    await pass(30);
    expect((await get(`${CORE}/pods/hello`)).status).toMatchObject({
      phase: 'Succeeded',
      containerStatuses: [{ state: { terminated: { exitCode: 0, reason: 'Completed' } } }],
    });
    expect(await log('hello')).toBe('hello\ngood bye\n');
  });

  test('exit fails with its code, and is restarted where the policy says so', async () => {
    await run('fails', never, { args: ['sh', '-c', 'exit 3'] });
    await run('crashes', {}, { command: ['false'] });
    await pass(10);
    const failed = (await get(`${CORE}/pods/fails`)).status;
    expect(failed).toMatchObject({
      phase: 'Failed',
      containerStatuses: [{ state: { terminated: { exitCode: 3, reason: 'Error' } } }],
    });
    expect((await get(`${CORE}/pods/crashes`)).status.containerStatuses[0]).toMatchObject({
      state: { waiting: { reason: 'CrashLoopBackOff' } },
      lastState: { terminated: { exitCode: 1 } },
    });
    await client.send(`${CORE}/pods/crashes`, { method: 'DELETE' });
  });

  test('a Job runs as long as its command, and fails with it', async () => {
    const jobs = '/apis/batch/v1/namespaces/default/jobs';
    const of = (command: string[]): object => ({ ...never, containers: [{ name: 'c', image: 'busybox', command }] });
    await post(jobs, { metadata: { name: 'long' }, spec: { template: { spec: of(['sleep', '300']) } } });
    await post(jobs, {
      metadata: { name: 'bad' },
      spec: { backoffLimit: 0, template: { spec: of(['sh', '-c', 'exit 1']) } },
    });
    await pass(60);
    expect((await get(`${jobs}/long`)).status).toMatchObject({ active: 1 });
    expect((await get(`${jobs}/bad`)).status).toMatchObject({ failed: 1 });
    await pass(300);
    expect((await get(`${jobs}/long`)).status).toMatchObject({ succeeded: 1 });
  });
});

describe('numbers beyond 2^53', () => {
  test('the revision of an adopted ReplicaSet is counted on exactly', async () => {
    const revision = { 'deployment.kubernetes.io/revision': '3546343826724305832' };
    const selector = { matchLabels: { app: 'big' } };
    await post(`${APPS}/replicasets`, {
      metadata: { name: 'old', labels: { app: 'big' }, annotations: revision },
      spec: { replicas: 1, selector, template: template('big') },
    });
    const changed = { metadata: { labels: { app: 'big' } }, spec: { containers: [{ name: 'c', image: 'nginx:2' }] } };
    await post(`${APPS}/deployments`, {
      metadata: { name: 'big' },
      spec: { replicas: 1, selector, template: changed },
    });
    await pass(20);
    const { metadata } = await get(`${APPS}/deployments/big`);
    expect(metadata.annotations['deployment.kubernetes.io/revision']).toBe('3546343826724305833');
  });

  test('are refused where they would be kept as another number', async () => {
    const body = '{"metadata":{"name":"r"},"data":{},"revision":3546343826724305832}';
    const { code, json } = await client.send(`${APPS}/controllerrevisions`, { method: 'POST', body });
    expect(code).toBe(400);
    expect(json.message).toContain('revision: 3546343826724305832 cannot be kept exactly');
  });
});

test('pods that own each other in a circle go when one of them is deleted in the foreground', async () => {
  const names = ['circle-1', 'circle-2', 'circle-3'];
  const uids: string[] = [];
  for (const name of names) {
    const { json } = await post(`${CORE}/pods`, {
      metadata: { name },
      spec: { containers: [{ name: 'c', image: 'nginx:1' }] },
    });
    uids.push(json.metadata.uid);
  }
  for (const [i, name] of names.entries()) {
    const at = (i + 2) % 3;
    const owner = { apiVersion: 'v1', kind: 'Pod', name: names[at], uid: uids[at] };
    const ownerReferences = [{ ...owner, controller: true, blockOwnerDeletion: true }];
    expect((await patch(`${CORE}/pods/${name}`, { metadata: { ownerReferences } })).code).toBe(200);
  }
  await pass(5);
  const body = { propagationPolicy: 'Foreground' };
  await client.send(`${CORE}/pods/circle-1`, { method: 'DELETE', body });
  await pass(60);
  const left = (await get(`${CORE}/pods`)).items as { metadata: { name: string } }[];
  expect(left.map(({ metadata }) => metadata.name).filter((name) => name.startsWith('circle'))).toEqual([]);
});

describe('field selectors of events', () => {
  const EVENTS = '/apis/events.k8s.io/v1/namespaces/default/events';
  const count = async (path: string, selector: string): Promise<unknown> => {
    const { code, json } = await client.send(`${path}?fieldSelector=${encodeURIComponent(selector)}`);
    return code === 200 ? json.items.length : json.message;
  };

  test.each([
    [EVENTS, 'reportingController=test-controller', 1],
    [EVENTS, 'reportingController=test-controller,reason=Test,type=Normal,regarding.name=thing,regarding.kind=Pod', 1],
    [EVENTS, 'reportingController!=test-controller,reason=Test', 0],
    [EVENTS, 'metadata.name=selected', 1],
    [EVENTS, 'involvedObject.name=thing', 'field label not supported: involvedObject.name'],
    [EVENTS, 'source=x', 'field label not supported: source'],
    [`${CORE}/events`, 'reportingComponent=test-controller,involvedObject.name=thing', 1],
    [`${CORE}/events`, 'reportingController=test-controller', 'field label not supported: reportingController'],
  ])('%s with %s: %s', async (path, selector, want) => {
    await post(EVENTS, {
      metadata: { name: 'selected' },
      eventTime: '2026-01-01T00:00:00.000000Z',
      action: 'Do',
      reason: 'Test',
      type: 'Normal',
      note: 'n',
      regarding: { apiVersion: 'v1', kind: 'Pod', namespace: 'default', name: 'thing' },
      reportingController: 'test-controller',
      reportingInstance: 'i',
    });
    expect(await count(path, selector)).toEqual(want);
  });
});

test('a review has no rows', async () => {
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  const body = { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } };
  const ask = (accept: string) => client.send(path, { method: 'POST', body, headers: { accept } });
  expect((await ask(table)).code).toBe(406);
  expect((await ask(`${table}, application/json`)).json.kind).toBe('SelfSubjectAccessReview');
});

test.each(['node-1', 'node-1:10250', 'https:node-1:10250'])('the kubelet of %s tells of its pods', async (name) => {
  const { code, json } = await client.send(`/api/v1/nodes/${name}/proxy/pods`);
  expect([code, json.kind]).toEqual([200, 'PodList']);
  expect(json.items.length).toBeGreaterThan(0);
  expect(json.items.every(({ spec }: { spec: { nodeName: string } }) => spec.nodeName === 'node-1')).toBe(true);
  expect((await client.send(`/api/v1/nodes/${name}/proxy/nothing`)).code).toBe(404);
});

test.each([
  ['modern', 'v1.34.0', '34'],
  ['k8s-1.20', 'v1.20.2', '20'],
  ['okd-legacy', 'v1.11.0+d4cacc0', '11+'],
])('a cluster of %s says %s, and so do its nodes', async (bundle, gitVersion, minor) => {
  const id = `version-${bundle.replace(/\W/g, '-')}-${process.pid}`;
  const runtime = (await server.plane.createCluster({
    name: id,
    seed: id,
    clock: { mode: 'manual' },
    settings: { bundle },
  }))!;
  await runtime.settle();
  const of = new RawClient(`${server.url}/clusters/${id}`);
  const version = (await of.send('/version')).json;
  expect(version).toMatchObject({ major: '1', minor, gitVersion });
  expect(version.gitCommit).toMatch(/^[0-9a-f]{40}$/);
  expect(version.goVersion).toMatch(/^go\d+\.\d+/);
  await of.send('/api/v1/nodes', { method: 'POST', body: { metadata: { name: 'n' } } });
  await runtime.advance({ untilMs: runtime.clock.now() + 20_000 });
  await runtime.settle();
  expect((await of.send('/api/v1/nodes/n')).json.status.nodeInfo.kubeletVersion).toBe(gitVersion);
});

test('Endpoints that a client writes for a service without a selector are mirrored into slices', async () => {
  await post(`${CORE}/services`, { metadata: { name: 'outside' }, spec: { ports: [{ port: 5432 }] } });
  const subsets = [{ addresses: [{ ip: '192.0.2.1' }], ports: [{ port: 5432, protocol: 'TCP' }] }];
  await post(`${CORE}/endpoints`, { metadata: { name: 'outside', labels: { app: 'db' } }, subsets });
  await pass(1);
  const slices = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices';
  const mirrored = async () =>
    (await get(`${slices}?labelSelector=kubernetes.io/service-name=outside`))['items'] as Record<string, unknown>[];
  expect(await mirrored()).toMatchObject([
    {
      metadata: {
        generateName: 'outside-',
        labels: { app: 'db', 'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io' },
        ownerReferences: [{ kind: 'Endpoints', name: 'outside', controller: true }],
      },
      addressType: 'IPv4',
      ports: [{ port: 5432, protocol: 'TCP' }],
      endpoints: [{ addresses: ['192.0.2.1'], conditions: { ready: true } }],
    },
  ]);
  await patch(`${CORE}/endpoints/outside`, { subsets: [{ ...subsets[0], addresses: [{ ip: '192.0.2.2' }] }] });
  await pass(1);
  expect(await mirrored()).toMatchObject([{ endpoints: [{ addresses: ['192.0.2.2'] }] }]);
  await client.send(`${CORE}/endpoints/outside`, { method: 'DELETE' });
  await pass(1);
  expect(await mirrored()).toEqual([]);
});

test('the published root certificate is made again, and restored', async () => {
  const path = `${CORE}/configmaps/kube-root-ca.crt`;
  const { metadata, data } = (await get(path)) as { metadata: { uid: string }; data: object };
  await client.send(path, { method: 'DELETE' });
  await pass(1);
  const again = (await get(path)) as { metadata: { uid: string }; data: object };
  expect(again.metadata.uid).not.toBe(metadata.uid);
  await patch(path, { data: { 'ca.crt': 'forged', more: 'x' } });
  await pass(1);
  expect((await get(path))['data']).toEqual(data);
});

const withContext = (name: string, securityContext: object, more: object = {}): object => ({
  metadata: { name },
  spec: { securityContext, containers: [{ name: 'c', image: 'nginx:1', ...more }] },
});

test.each(['foo-', 'foo.', 'Kernel.x', '.a', 'a..b', 'a'.repeat(254)])(
  'the sysctl %s is refused by its name',
  async (name) => {
    const { json } = await post(`${CORE}/pods`, withContext('s', { sysctls: [{ name, value: '1' }] }));
    expect(json).toMatchObject({
      code: 422,
      details: {
        causes: [
          {
            field: 'spec.securityContext.sysctls[0].name',
            message: expect.stringContaining('must have at most 253 characters and match regex') as string,
          },
        ],
      },
    });
  },
);

test('a kubelet refuses sysctls that are not safe, and containers that must not be root', async () => {
  const unsafe = {
    sysctls: [
      { name: 'net/ipv4/tcp_syncookies', value: '1' },
      { name: 'kernel.msgmax', value: '1' },
    ],
  };
  await post(`${CORE}/pods`, withContext('unsafe', unsafe));
  await post(`${CORE}/pods`, withContext('safe', { sysctls: [{ name: 'kernel.shm_rmid_forced', value: '1' }] }));
  await post(`${CORE}/pods`, withContext('root', { runAsNonRoot: true, runAsUser: 0 }));
  await post(
    `${CORE}/pods`,
    withContext('own', { runAsNonRoot: true, runAsUser: 0 }, { securityContext: { runAsUser: 7 } }),
  );
  await pass(60);
  expect((await get(`${CORE}/pods/unsafe`))['status']).toMatchObject({
    phase: 'Failed',
    reason: 'SysctlForbidden',
    message: expect.stringContaining('forbidden sysctl: "kernel.msgmax" not allowlisted') as string,
  });
  expect((await get(`${CORE}/pods/safe`))['status']).toMatchObject({ phase: 'Running' });
  expect((await get(`${CORE}/pods/own`))['status']).toMatchObject({ phase: 'Running' });
  expect((await get(`${CORE}/pods/root`))['status']).toMatchObject({
    phase: 'Pending',
    containerStatuses: [
      {
        state: {
          waiting: {
            reason: 'CreateContainerConfigError',
            message: expect.stringMatching(
              /^container's runAsUser breaks non-root policy \(pod: "root_default\(/,
            ) as string,
          },
        },
      },
    ],
  });
});

test('events of their own group are evaluated more strictly than those of the core group', async () => {
  const involved = { kind: 'Pod', namespace: 'default', name: 'p' };
  const odd = { metadata: { name: 'odd' }, type: 'Odd' };
  const loose = await post(`${CORE}/events`, { ...odd, involvedObject: involved });
  expect(loose.json).toMatchObject({ kind: 'Event', type: 'Odd' });
  const events = '/apis/events.k8s.io/v1/namespaces/default/events';
  const { json } = await post(events, { ...odd, metadata: { name: 'strict' }, regarding: involved });
  expect(json).toMatchObject({
    code: 422,
    details: {
      causes: [
        { field: 'eventTime', message: 'Required value' },
        { field: 'type', message: 'Invalid value: "": has invalid value: Odd' },
      ],
    },
  });
  const changed = await patch(`${events}/odd`, { reason: 'Another' });
  expect(changed.json).toMatchObject({
    code: 422,
    details: { causes: [{ field: 'reason', message: 'Invalid value: "Another": field is immutable' }] },
  });
});

test('everything that is wrong with a CronJob is said at once', async () => {
  const spec = {
    schedule: 'TZ=UTC 0 * * * *',
    timeZone: 'Local',
    jobTemplate: { spec: { template: { spec: { restartPolicy: 'Sometimes', containers: [] } } } },
  };
  const { json } = await post('/apis/batch/v1/namespaces/default/cronjobs', { metadata: { name: 'c' }, spec });
  expect(json).toMatchObject({ code: 422 });
  const causes = (json as { details: { causes: { field: string }[] } }).details.causes;
  expect(causes.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['spec.schedule', 'spec.timeZone', 'spec.jobTemplate.spec.template.spec.containers']),
  );
});

test('a bootstrap token signs the cluster information until it expires', async () => {
  const nowMs = cluster.runtime.clock.now();
  const data = {
    'token-id': 'abcdef',
    'token-secret': '0123456789abcdef',
    'usage-bootstrap-signing': 'true',
    expiration: new Date(nowMs + 90_000).toISOString().replace(/\.\d+/, ''),
  };
  const secret = {
    metadata: { name: 'bootstrap-token-abcdef' },
    type: 'bootstrap.kubernetes.io/token',
    stringData: data,
  };
  expect((await post('/api/v1/namespaces/kube-system/secrets', secret)).code).toBe(201);
  await pass(1);
  const info = '/api/v1/namespaces/kube-public/configmaps/cluster-info';
  const signature = async () => ((await get(info))['data'] as Record<string, string>)['jws-kubeconfig-abcdef'];
  const first = await signature();
  expect(first).toMatch(/^eyJhbGciOiJIUzI1NiIsImtpZCI6ImFiY2RlZiJ9\.\.[\w-]{43}$/);
  await patch(info, { data: { kubeconfig: 'kind: Config' } });
  await pass(1);
  expect(await signature()).not.toBe(first);
  await pass(90);
  expect((await client.send('/api/v1/namespaces/kube-system/secrets/bootstrap-token-abcdef')).code).toBe(404);
  expect(await signature()).toBeUndefined();
});
