import { WebSocket } from 'ws';
import { RawClient, until } from '@orrery/test-services';
import { startTestApiServer, type TestApiServer, type TestCluster } from '@orrery/testing';

/** Stories of what a container reads of its pod and of other objects, with a manual clock where that matters. */
let server: TestApiServer;
let cluster: TestCluster;
let client: RawClient;

beforeAll(async () => {
  server = await startTestApiServer();
  const settings = { bundle: 'k8s-1.20' } as const;
  cluster = await server.cluster({ name: 'environment', nodes: 1, clock: { mode: 'manual' }, settings });
  client = new RawClient(cluster.url);
  await cluster.runtime.settle();
});
afterAll(async () => {
  await server.close();
});

const CORE = '/api/v1/namespaces/default';
const create = async (resource: string, body: object): Promise<void> => {
  const { code, json } = await client.send(`${CORE}/${resource}`, { method: 'POST', body });
  expect([code, json.message]).toEqual([201, undefined]);
};
const replaceData = async (name: string, data: object): Promise<void> => {
  const { code } = await client.send(`${CORE}/configmaps/${name}`, {
    method: 'PATCH',
    body: { data },
    headers: { 'Content-Type': 'application/merge-patch+json' },
  });
  expect(code).toBe(200);
};
const pass = async (ms: number): Promise<void> => {
  await cluster.runtime.advance({ untilMs: cluster.runtime.clock.now() + ms });
};
const logOf = async (pod: string, container = 'c'): Promise<string> =>
  (await client.send(`${CORE}/pods/${pod}/log?container=${container}`)).bytes.toString();
const podOf = async (
  name: string,
): Promise<{ status: { phase: string; containerStatuses: { name: string; state: object }[] } }> =>
  (await client.send(`${CORE}/pods/${name}`)).json;

/** Returns the output of a command, read over a WebSocket. */
const exec = (pod: string, container: string, command: readonly string[]): Promise<string> => {
  const query = new URLSearchParams({ container, stdout: 'true' });
  for (const word of command) query.append('command', word);
  const address = `${cluster.url.replace('http', 'ws')}${CORE}/pods/${pod}/exec?${query.toString()}`;
  const socket = new WebSocket(address, 'channel.k8s.io');
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('message', (data: Buffer) => (text += data.subarray(1).toString()));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
};

test('a command has the values that were there when its container started', async () => {
  await create('configmaps', { metadata: { name: 'conf' }, data: { color: 'blue', '1bad': 'x' } });
  await create('services', { metadata: { name: 'db' }, spec: { clusterIP: '10.96.9.9', ports: [{ port: 5432 }] } });
  const container = {
    name: 'c',
    image: 'busybox',
    command: ['sh', '-c', 'echo $COLOR $POD on $(DB_PORT); sleep 1; exit $CODE'],
    envFrom: [{ configMapRef: { name: 'conf' } }],
    env: [
      { name: 'COLOR', valueFrom: { configMapKeyRef: { name: 'conf', key: 'color' } } },
      { name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
      { name: 'CODE', value: '3' },
    ],
  };
  await create('pods', { metadata: { name: 'env' }, spec: { restartPolicy: 'Never', containers: [container] } });
  await pass(1500);
  await replaceData('conf', { color: 'red' });
  expect(await logOf('env')).toBe('blue env on tcp://10.96.9.9:5432\n');
  await pass(2000);
  const { status } = await podOf('env');
  expect(status.phase).toBe('Failed');
  expect(status.containerStatuses[0]!.state).toMatchObject({ terminated: { exitCode: 3 } });
  expect(await logOf('env')).toBe('blue env on tcp://10.96.9.9:5432\n');
  await until('the event of the key that is no name', async () => {
    const { items } = (await client.send(`${CORE}/events`)).json as { items: { reason: string; message: string }[] };
    return items.some(
      ({ reason, message }) =>
        reason === 'InvalidEnvironmentVariableNames' &&
        message ===
          'Keys [1bad] from the EnvFrom configMap default/conf were skipped since they are considered invalid environment variable names.',
    );
  });
});

test('files follow their ConfigMap when the kubelet looks again, and a command that waits for that ends then', async () => {
  await create('configmaps', { metadata: { name: 'files' }, data: { color: 'blue' } });
  const container = (name: string, script: string): object => ({
    name,
    image: 'busybox',
    command: ['sh', '-c', script],
    volumeMounts: [{ name: 'files', mountPath: '/files' }],
  });
  const spec = {
    restartPolicy: 'Never',
    containers: [
      container('c', 'while true; do cat /files/color; echo; sleep 10; done'),
      container('waits', 'until grep -q red /files/color; do sleep 1; done; exit 4'),
    ],
    volumes: [{ name: 'files', configMap: { name: 'files' } }],
  };
  await create('pods', { metadata: { name: 'files' }, spec });
  await pass(5000);
  await replaceData('files', { color: 'red' });
  await pass(30_000);
  // Kubelets look at a pod every 60 to 90 s.
  expect(new Set((await logOf('files')).trim().split('\n'))).toEqual(new Set(['blue']));
  await pass(90_000);
  const lines = (await logOf('files')).trim().split('\n');
  expect([lines[0], lines.at(-1)]).toEqual(['blue', 'red']);
  expect(lines).toHaveLength(13);
  const { status } = await podOf('files');
  const ended = status.containerStatuses.find(({ name }) => name === 'waits')!;
  expect(ended.state).toMatchObject({ terminated: { exitCode: 4 } });
});

test('what one container writes to a volume of the pod is there for the others, after its end as well', async () => {
  const mount = (mountPath: string): object => ({ image: 'busybox', volumeMounts: [{ name: 'data', mountPath }] });
  const spec = {
    restartPolicy: 'Never',
    containers: [
      { name: 'c', ...mount('/here'), command: ['sleep', '1000'] },
      { name: 'writes', ...mount('/there'), command: ['sh', '-c', 'echo hello > /there/greeting'] },
    ],
    volumes: [{ name: 'data', emptyDir: {} }],
  };
  await create('pods', { metadata: { name: 'shared' }, spec });
  await pass(5000);
  const printed = await exec('shared', 'c', ['cat', '/here/greeting']);
  expect(printed).toBe('hello\n');
});

test('a behaviour says what a container answers, over proxies and to its probes', async () => {
  const http = [
    { path: '/healthz', status: 503, body: 'starting' },
    { path: '/old', status: 302, headers: { Location: '/new?a=b' } },
    { path: '/slow', body: 'late', after: '10s' },
  ];
  const container = {
    name: 'c',
    image: 'shop',
    ports: [{ name: 'web', containerPort: 8000 }],
    readinessProbe: { httpGet: { path: '/healthz', port: 'web' }, periodSeconds: 1 },
  };
  const livenessProbe = { httpGet: { path: '/healthz', port: 80 }, periodSeconds: 1, failureThreshold: 1 };
  const annotations = { 'orrery.dev/http': JSON.stringify(http) };
  await create('pods', {
    metadata: { name: 'shop', annotations },
    spec: { containers: [container, { name: 'sick', image: 'shop', livenessProbe }] },
  });
  await pass(10_000);
  const ask = async (path: string): Promise<unknown[]> => {
    const { code, headers, bytes } = await client.send(`${CORE}/pods/shop/proxy${path}`);
    return [code, headers.location, bytes.toString()];
  };
  expect(await ask('/healthz')).toEqual([503, undefined, 'starting']);
  expect(await ask('/old')).toEqual([302, `${CORE}/pods/shop/proxy/new?a=b`, '']);
  let isAnswered = false;
  const slow = ask('/slow').finally(() => (isAnswered = true));
  await until('the request waits', () => Promise.resolve(cluster.runtime.clock.next() !== undefined));
  expect(isAnswered).toBe(false);
  await until('the answer', async () => {
    await pass(10_000);
    return isAnswered;
  });
  expect(await slow).toEqual([200, undefined, 'late']);
  const { status } = await podOf('shop');
  expect(status.containerStatuses[0]).toMatchObject({ ready: false });
  const { items } = (await client.send(`${CORE}/events`)).json as { items: { reason: string; message: string }[] };
  expect(items.map(({ message }) => message)).toContain(
    'Liveness probe failed: HTTP probe failed with statuscode: 503',
  );
});

test('a program in a container reaches pods and services', async () => {
  const agnhost = { name: 'c', image: 'e2e/agnhost:2.21', args: ['serve-hostname'], ports: [{ containerPort: 9376 }] };
  const labels = { app: 'names' };
  const spec = { hostname: 'names-0', subdomain: 'every', containers: [agnhost] };
  await create('pods', { metadata: { name: 'names-0', labels }, spec });
  await create('services', {
    metadata: { name: 'names' },
    spec: { selector: labels, ports: [{ port: 80, targetPort: 9376 }] },
  });
  await create('services', {
    metadata: { name: 'every' },
    spec: { clusterIP: 'None', selector: labels, ports: [{ port: 9376 }] },
  });
  await create('pods', { metadata: { name: 'asks' }, spec: { containers: [{ name: 'c', image: 'busybox' }] } });
  await pass(10_000);
  const { podIP } = (await client.send(`${CORE}/pods/names-0`)).json.status as { podIP: string };
  const { clusterIP } = (await client.send(`${CORE}/services/names`)).json.spec as { clusterIP: string };
  const asked = [
    'names',
    'names.default.svc.cluster.local',
    clusterIP,
    `${podIP}:9376`,
    'every.default:9376',
    'names-0.every.default.svc:9376',
  ];
  const script = asked.map((host) => `curl -s ${host}; echo`).join('; ');
  expect(await exec('asks', 'c', ['sh', '-c', script])).toBe('names-0\n'.repeat(asked.length));
  const failing = ['names:81', `${podIP}:81`, 'localhost', 'nobody', '10.244.77.7'];
  const codes = failing.map((host) => `curl -s ${host}; echo $?`).join('; ');
  expect(await exec('asks', 'c', ['sh', '-c', codes])).toBe('7\n7\n7\n6\n7\n');
});
