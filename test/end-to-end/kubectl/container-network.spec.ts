import { WebSocket } from 'ws';
import { RawClient } from '@orrery/test-services';
import { startTestApiServer, type TestApiServer, type TestCluster } from '@orrery/testing';

/** Effects of simulated containers on each other: over services and names, in hooks, and on their own probes. */
let server: TestApiServer;
let cluster: TestCluster;
let client: RawClient;

const CORE = '/api/v1/namespaces/default';
const create = async (resource: string, body: object): Promise<void> => {
  const { code, json } = await client.send(`${CORE}/${resource}`, { method: 'POST', body });
  expect([code, json.message]).toEqual([201, undefined]);
};
const pass = async (ms: number): Promise<void> => {
  await cluster.runtime.advance({ untilMs: cluster.runtime.clock.now() + ms });
};
interface SeenPod {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
  readonly status: {
    readonly podIP: string;
    readonly hostIP: string;
    readonly containerStatuses: readonly { readonly ready: boolean }[];
  };
}
const podOf = async (name: string): Promise<SeenPod> => (await client.send(`${CORE}/pods/${name}`)).json as SeenPod;
const logOf = async (pod: string): Promise<string> => (await client.send(`${CORE}/pods/${pod}/log`)).bytes.toString();

/** Runs a script in a pod by a WebSocket and returns its output. */
const sh = (pod: string, script: string): Promise<string> => {
  const query = new URLSearchParams({ stdout: 'true', stderr: 'true' });
  for (const word of ['sh', '-c', script]) query.append('command', word);
  const address = `${cluster.url.replace('http', 'ws')}${CORE}/pods/${pod}/exec?${query.toString()}`;
  const socket = new WebSocket(address, 'channel.k8s.io');
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('message', (data: Buffer) => (text += data.subarray(1).toString()));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
};
const agnhost = (name: string, args: readonly string[], more: object = {}): object => ({
  metadata: { name, labels: { app: name.replace(/-\d$/, '') } },
  spec: { containers: [{ name: 'c', image: 'agnhost:2.21', args, ...more }], terminationGracePeriodSeconds: 5 },
});

beforeAll(async () => {
  server = await startTestApiServer();
  const settings = { bundle: 'k8s-1.20' } as const;
  cluster = await server.cluster({ name: 'network', nodes: 2, clock: { mode: 'manual' }, settings });
  client = new RawClient(cluster.url);
  await cluster.runtime.settle();
  for (const name of ['web-0', 'web-1', 'web-2']) await create('pods', agnhost(name, ['netexec']));
  await create('pods', agnhost('client', ['pause']));
  const ports = [
    { name: 'http', port: 80, targetPort: 8080, nodePort: 30080 },
    { name: 'dgram', port: 90, targetPort: 8081, protocol: 'UDP' },
  ];
  await create('services', { metadata: { name: 'web' }, spec: { type: 'NodePort', selector: { app: 'web' }, ports } });
  await create('services', {
    metadata: { name: 'pods' },
    spec: { clusterIP: 'None', selector: { app: 'web' }, ports: [{ port: 80 }] },
  });
  const sticky = { sessionAffinity: 'ClientIP', selector: { app: 'web' }, ports: [ports[0]] };
  await create('services', {
    metadata: { name: 'sticky' },
    spec: { ...sticky, ports: [{ port: 80, targetPort: 8080 }] },
  });
  await create('services', {
    metadata: { name: 'alias' },
    spec: { type: 'ExternalName', externalName: 'web.default.svc.cluster.local' },
  });
  await pass(10_000);
});
afterAll(async () => {
  await server.close();
});

describe('a service', () => {
  it('answers by name, by address, at the ports of nodes, and for datagrams', async () => {
    const { hostIP } = (await podOf('web-0')).status;
    const { json } = await client.send(`${CORE}/services/web`);
    const { clusterIP } = (json as { spec: { clusterIP: string } }).spec;
    for (const host of ['web', 'alias', 'web.default.svc.cluster.local', clusterIP, `${hostIP}:30080`]) {
      expect(await sh('client', `curl -s http://${host}/hostname`)).toMatch(/^web-[012]$/);
    }
    expect(await sh('client', 'nc -zv -t -w 2 web 80')).toContain('succeeded');
    expect(await sh('client', 'nc -zv -t -w 2 web 81')).toContain('refused');
    const { podIP } = (await podOf('client')).status;
    expect(podIP).toBeDefined();
    const dial = 'http://web/dial?request=hostname&protocol=udp&host=web&port=90';
    expect(await sh('client', `curl -s '${dial}'`)).toMatch(/^\{"responses":\["web-[012]"\]\}$/);
  });

  it('keeps a client with the pod that it had', async () => {
    const seen = await sh('client', 'for i in $(seq 1 20); do curl -s http://sticky/hostname; echo; done');
    expect(new Set(seen.trim().split('\n')).size).toBe(1);
    const free = await sh('client', 'for i in $(seq 1 60); do curl -s http://web/hostname; echo; done');
    expect(new Set(free.trim().split('\n')).size).toBe(3);
  });

  it('has names, those of its pods among them', async () => {
    const addresses = await Promise.all(
      ['web-0', 'web-1', 'web-2'].map(async (name) => (await podOf(name)).status.podIP),
    );
    const found = (await sh('client', 'dig +short +search pods')).trim().split('\n');
    expect(found.sort()).toEqual(addresses.sort());
    expect(await sh('client', 'dig +short alias.default.svc.cluster.local CNAME')).toBe(
      'web.default.svc.cluster.local.\n',
    );
    expect(await sh('client', 'dig +short _http._tcp.web.default.svc.cluster.local SRV')).toContain(
      ' 80 web.default.svc',
    );
    expect(await sh('client', 'dig +short nowhere.default.svc.cluster.local')).toBe('');
  });
});

test('a loop writes what it looked up where a server of files shows it', async () => {
  const volumes = [{ name: 'r', emptyDir: {} }];
  const volumeMounts = [{ name: 'r', mountPath: '/results' }];
  const script = 'for i in `seq 1 600`; do dig +short web.default.svc.cluster.local > /results/web; sleep 1; done';
  const containers = [
    { name: 'files', image: 'agnhost:2.21', args: ['test-webserver'], volumeMounts },
    { name: 'looker', image: 'agnhost:2.21', command: ['sh', '-c'], args: [script], volumeMounts },
  ];
  await create('pods', { metadata: { name: 'results' }, spec: { containers, volumes } });
  await pass(5_000);
  const { bytes } = await client.send(`${CORE}/pods/results:80/proxy/results/web`);
  expect(bytes.toString()).toMatch(/^10\.\d+\.\d+\.\d+\n$/);
  expect((await client.send(`${CORE}/pods/results:80/proxy/results/none`)).code).toBe(404);
});

test('hooks ask other pods, which print it', async () => {
  const { podIP: host } = (await podOf('web-0')).status;
  const lifecycle = {
    postStart: { exec: { command: ['sh', '-c', `curl http://${host}:8080/echo?msg=poststart`] } },
    preStop: { httpGet: { host, port: 8080, path: '/echo?msg=prestop' } },
  };
  await create('pods', agnhost('hooked', ['pause'], { lifecycle }));
  await pass(3_000);
  expect(await logOf('web-0')).toContain('GET /echo?msg=poststart');
  expect(await logOf('web-0')).not.toContain('GET /echo?msg=prestop');
  await client.send(`${CORE}/pods/hooked`, { method: 'DELETE' });
  await pass(6_000);
  expect(await logOf('web-0')).toContain('GET /echo?msg=prestop');
});

test('hooks of containers that a probe gives up ask other pods as well', async () => {
  const { podIP: host } = (await podOf('web-0')).status;
  const lifecycle = { preStop: { exec: { command: ['curl', `http://${host}:8080/echo?msg=given-up`] } } };
  const livenessProbe = { exec: { command: ['false'] }, periodSeconds: 1, failureThreshold: 2 };
  await create('pods', agnhost('given-up', ['pause'], { lifecycle, livenessProbe }));
  await pass(6_000);
  expect(await logOf('web-0')).toContain('GET /echo?msg=given-up');
});

test('a session that takes the page away makes the probe of a web server fail, and puts it back', async () => {
  const readinessProbe = { httpGet: { path: '/index.html', port: 80 }, periodSeconds: 1, failureThreshold: 1 };
  const containers = [{ name: 'c', image: 'httpd:2.4.38-alpine', readinessProbe }];
  await create('pods', { metadata: { name: 'page' }, spec: { containers } });
  await pass(3_000);
  const isReady = async (): Promise<boolean> => (await podOf('page')).status.containerStatuses[0]!.ready;
  expect(await isReady()).toBe(true);
  await sh('page', 'mv -v /usr/local/apache2/htdocs/index.html /tmp/ || true');
  await pass(3_000);
  expect(await isReady()).toBe(false);
  await sh('page', 'mv -v /tmp/index.html /usr/local/apache2/htdocs/ || true');
  await pass(3_000);
  expect(await isReady()).toBe(true);
});

test('what a pod writes to the logs of its node is shown by the kubelet', async () => {
  const volumes = [{ name: 'logs', hostPath: { path: '/var/log' } }];
  const containers = [
    { name: 'c', image: 'busybox', command: ['sleep', '600'], volumeMounts: [{ name: 'logs', mountPath: '/logs' }] },
  ];
  await create('pods', { metadata: { name: 'writer' }, spec: { containers, volumes } });
  await pass(3_000);
  await sh('writer', 'echo started > /logs/app.log');
  const { nodeName } = ((await client.send(`${CORE}/pods/writer`)).json as { spec: { nodeName: string } }).spec;
  const shown = async (path: string): Promise<string> =>
    (await client.send(`/api/v1/nodes/${nodeName}:10250/proxy/logs/${path}`)).bytes.toString();
  expect(await shown('')).toBe(
    '<pre>\n<a href="app.log">app.log</a>\n<a href="containers/">containers/</a>\n<a href="pods/">pods/</a>\n</pre>\n',
  );
  expect(await shown('app.log')).toBe('started\n');
  expect(await shown('absent')).toBe('404 page not found\n');
});

test('files on a claim outlive the pods that mount it, and hold back a probe until they are there', async () => {
  const storageClass = {
    metadata: { name: 'usual', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
    provisioner: 'orrery.dev/provisioner',
  };
  await client.send('/apis/storage.k8s.io/v1/storageclasses', { method: 'POST', body: storageClass });
  const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  const volumeMounts = [{ name: 'data', mountPath: '/data' }];
  const exec = { command: ['test', '-f', '/data/ready'] };
  const readinessProbe = { exec, periodSeconds: 1, failureThreshold: 1 };
  const containers = [{ name: 'c', image: 'httpd:2.4.38-alpine', volumeMounts, readinessProbe }];
  const template = { metadata: { labels: { app: 'kept' } }, spec: { containers, terminationGracePeriodSeconds: 1 } };
  const spec = { replicas: 1, serviceName: 'kept', selector: { matchLabels: { app: 'kept' } }, template };
  const { code } = await client.send('/apis/apps/v1/namespaces/default/statefulsets', {
    method: 'POST',
    body: {
      metadata: { name: 'kept' },
      spec: { ...spec, volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claim }] },
    },
  });
  expect(code).toBe(201);
  const isReady = async (): Promise<boolean> => (await podOf('kept-0')).status.containerStatuses[0]!.ready;
  await pass(20_000);
  expect(await isReady()).toBe(false);
  await sh('kept-0', 'dd if=/dev/zero of=/data/ready bs=1 count=1; echo kept > /data/text');
  await pass(3_000);
  expect(await isReady()).toBe(true);
  await client.send(`${CORE}/pods/kept-0`, { method: 'DELETE' });
  await pass(20_000);
  expect(await sh('kept-0', 'find /data; cat /data/text')).toBe('/data\n/data/ready\n/data/text\nkept\n');
  expect(await isReady()).toBe(true);
});

// The last one: releases before 1.24 have no such probes, and this cluster takes the place of the other.
test('a server of gRPC that is made unhealthy fails its probe, and is well again when it says so', async () => {
  cluster = await server.cluster({ name: 'health', nodes: 1, clock: { mode: 'manual' } });
  client = new RawClient(cluster.url);
  await cluster.runtime.settle();
  const readinessProbe = { grpc: { port: 5000 }, periodSeconds: 1, failureThreshold: 1 };
  await create('pods', agnhost('health', ['grpc-health-checking'], { readinessProbe }));
  await pass(3_000);
  const isReady = async (): Promise<boolean> => (await podOf('health')).status.containerStatuses[0]!.ready;
  expect(await isReady()).toBe(true);
  await client.send(`${CORE}/pods/health:8080/proxy/make-not-serving`);
  await pass(3_000);
  expect(await isReady()).toBe(false);
  const { podIP } = (await podOf('health')).status;
  await sh('health', `curl http://${podIP}:8080/make-serving`);
  await pass(3_000);
  expect(await isReady()).toBe(true);
});
