import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { Client, clientBinary, freePort, oldKubectl, until } from '@orrery/test-services';
import { startTestApiServer, type TestApiServer, type TestCluster } from '@orrery/testing';

const manifest = JSON.stringify({
  apiVersion: 'v1',
  kind: 'List',
  items: [
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'conf' },
      data: { 'a.txt': 'alpha\n', greeting: 'hello' },
    },
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'key' }, stringData: { password: 's3cret' } },
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: 'web',
        labels: { app: 'web' },
        annotations: {
          'orrery.dev/web.commands': JSON.stringify([
            { command: 'pg_isready*', stdout: 'accepting connections', exitCode: 2 },
          ]),
          'orrery.dev/side.logs': JSON.stringify([{ text: 'first' }, { after: '1s', every: '1s', text: 'tick' }]),
        },
      },
      spec: {
        terminationGracePeriodSeconds: 1,
        containers: [
          {
            name: 'web',
            image: 'nginx',
            ports: [{ containerPort: 8000 }],
            env: [
              { name: 'GREETING', valueFrom: { configMapKeyRef: { name: 'conf', key: 'greeting' } } },
              { name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'key', key: 'password' } } },
              { name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
              { name: 'BOTH', value: '$(POD)-$(GREETING)' },
            ],
            volumeMounts: [
              { name: 'conf', mountPath: '/conf' },
              { name: 'info', mountPath: '/info' },
              { name: 'data', mountPath: '/data' },
            ],
          },
          { name: 'side', image: 'busybox', volumeMounts: [{ name: 'data', mountPath: '/shared' }] },
        ],
        volumes: [
          { name: 'conf', configMap: { name: 'conf' } },
          { name: 'info', downwardAPI: { items: [{ path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } }] } },
          { name: 'data', emptyDir: {} },
        ],
      },
    },
  ],
});

interface Refusal {
  readonly message: string;
}

let server: TestApiServer;
beforeAll(async () => {
  server = await startTestApiServer();
});
afterAll(() => server.close());

const versions = [
  { name: 'kubectl 1.35', binary: clientBinary('kubectl') },
  { name: 'kubectl 1.20.2', binary: oldKubectl() },
];

describe.each(versions)('$name', ({ name, binary }) => {
  // A machine that cannot have this client skips its tests by name.
  const story = binary === undefined ? test.skip : test;
  let cluster: TestCluster;
  let client: Client;
  let folder: string;

  beforeAll(async () => {
    if (binary === undefined) return;
    folder = mkdtempSync(join(tmpdir(), 'orrery-copies-'));
    cluster = await server.cluster({ name: `in-${name.replace(/\W+/g, '-')}`, nodes: 1, clock: { mode: 'real' } });
    client = new Client(binary, cluster.url);
    await client.run(['create', '-f', '-'], manifest);
    await client.run(['wait', 'pod/web', '--for=condition=Ready', '--timeout=240s']);
  });
  afterAll(() => {
    client?.dispose();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  story('exec runs commands on the environment and the files of the container', async () => {
    const script = 'echo $GREETING $PASSWORD $BOTH; cat /conf/a.txt /info/labels; hostname; ls /conf';
    expect(await client.run(['exec', 'web', '-c', 'web', '--', 'sh', '-c', script])).toBe(
      'hello s3cret web-hello\nalpha\napp="web"web\na.txt\ngreeting\n',
    );
    expect(await client.run(['exec', '-i', 'web', '-c', 'web', '--', 'cat'], 'typed\n')).toBe('typed\n');
  });

  story('exec tells output from errors, and passes on the exit code', async () => {
    const script = ['exec', 'web', '-c', 'web', '--', 'sh', '-c', 'echo out; echo err >&2; exit 3'];
    expect(await client.try(script)).toEqual({
      stdout: 'out\n',
      stderr: expect.stringMatching(/^err\ncommand terminated with exit code 3\n$/) as string,
      code: 3,
    });
    const scripted = await client.try(['exec', 'web', '-c', 'web', '--', 'pg_isready', '-U', 'admin']);
    expect(scripted).toMatchObject({ stdout: 'accepting connections\n', code: 2 });
  });

  story('a pod waits for the ConfigMap and the Secret that it needs', async () => {
    const env = [{ name: 'A', valueFrom: { secretKeyRef: { name: 'later', key: 'a' } } }];
    const spec = {
      containers: [{ name: 'main', image: 'nginx', env, volumeMounts: [{ name: 'files', mountPath: '/files' }] }],
      volumes: [{ name: 'files', configMap: { name: 'later' } }],
    };
    await client.run(
      ['create', '-f', '-'],
      JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'waiting' }, spec }),
    );
    const shows = async (row: RegExp): Promise<void> => expect(await client.run(['get', 'pods'])).toMatch(row);
    await holds(() => shows(/waiting +0\/1 +ContainerCreating/));
    const described = await client.run(['describe', 'pod', 'waiting']);
    expect(described).toMatch(
      /Warning +FailedMount .* kubelet.* MountVolume.SetUp failed for volume "files" : configmap "later" not found/,
    );
    await client.run(['create', 'configmap', 'later']);
    await holds(() => shows(/waiting +0\/1 +CreateContainerConfigError/));
    expect(await client.run(['describe', 'pod', 'waiting'])).toContain('Error: secret "later" not found');
    await client.run(['create', 'secret', 'generic', 'later', '--from-literal=a=b']);
    await holds(() => shows(/waiting +1\/1 +Running/));
    await client.run(['delete', 'pod', 'waiting', '--now']);
  });

  story('exec says what cannot be run, and where', async () => {
    const { stderr } = await client.try(['exec', 'web', '-c', 'web', '--', 'nonsense']);
    expect(stderr).toContain('exec: "nonsense": executable file not found in $PATH');
    const elsewhere = await client.try(['exec', 'web', '-c', 'other', '--', 'ls']);
    expect(elsewhere.stderr).toContain('container other is not valid for pod web');
  });

  story('cp brings folders into a container and back, and volumes are shared', async () => {
    const source = join(folder, 'source');
    mkdirSync(join(source, 'deep'), { recursive: true });
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7919) % 256));
    writeFileSync(join(source, 'deep', 'bytes'), bytes);
    await client.run(['cp', source, 'web:/data/copy', '-c', 'web']);
    await client.run(['cp', 'web:/shared/copy', join(folder, 'back'), '-c', 'side']);
    expect(readFileSync(join(folder, 'back', 'deep', 'bytes')).equals(bytes)).toBe(true);
    const refused = await client.try(['cp', source, 'web:/conf', '-c', 'web']);
    expect(refused.stderr).toContain('Read-only file system');
  });

  story('port-forward reaches declared ports', async () => {
    const port = await freePort();
    // Every connection is a line of output: the third one ends the client.
    const isEnough = (printed: string): boolean => printed.split('Handling connection').length > 3;
    const forward = client.watch(['port-forward', 'pod/web', `${port}:8000`], isEnough);
    await holds(async () => expect(await exchange(port, 'hello port')).toBe('hello port'));
    const answer = await fetch(`http://127.0.0.1:${port}/a?b`, { headers: { connection: 'close' } });
    expect([answer.status, await answer.text()]).toEqual([200, 'pod default/web, container web: GET /a?b\n']);
    await exchange(port, 'again').catch(() => '');
    expect(await forward).toContain('-> 8000');
  });

  story('proxies reach the pod, and say what is wrong there', async () => {
    const reach = async (path: string, method = 'GET'): Promise<[number, string | null, string]> => {
      const address = `${cluster.url}/api/v1/namespaces/default/${path}`;
      const answer = await fetch(address, { method, redirect: 'manual' });
      const text = await answer.text();
      const isStatus = text.startsWith('{');
      return [answer.status, answer.headers.get('location'), isStatus ? (JSON.parse(text) as Refusal).message : text];
    };
    const failed = (reason: string): unknown[] => [503, null, expect.stringContaining(reason) as string];
    expect(await reach('pods/web/proxy?a=b')).toEqual([301, 'proxy/?a=b', '']);
    const served = [200, null, 'pod default/web, container web: DELETE /a/b?c=d\n'];
    expect(await reach('pods/web/proxy/a/b?c=d', 'DELETE')).toEqual(served);
    expect(await reach('pods/https:web:8000/proxy/')).toEqual(failed('server gave HTTP response to HTTPS client'));
    expect(await reach('pods/http:web:81/proxy/')).toEqual(failed('error trying to reach service: dial tcp 10.'));
    expect((await reach('pods/ftp:web:81/proxy/'))[0]).toBe(400);
    expect((await reach('pods/absent/proxy/'))[0]).toBe(404);
    expect((await reach('services/web/proxy/'))[0]).toBe(404);
    await client.run(['create', 'service', 'clusterip', 'web', '--tcp=80:8000']);
    await holds(async () => expect(await reach('services/web:80/proxy/a/b?c=d', 'DELETE')).toEqual(served));
    await client.run(['create', 'service', 'clusterip', 'lonely', '--tcp=80']);
    await holds(async () =>
      expect(await reach('services/lonely/proxy/')).toEqual(failed('no endpoints available for service "lonely"')),
    );
  });

  story('logs are what a behaviour prints, in parts, and go on', async () => {
    const logs = (...more: string[]): Promise<string> => client.run(['logs', 'web', '-c', 'side', ...more]);
    expect(await logs()).toMatch(/^first\n(tick\n)*$/);
    await holds(async () => expect(await logs()).toMatch(/tick\ntick\n$/));
    expect(await logs('--tail=1')).toBe('tick\n');
    expect(await logs('--tail=1', '--timestamps')).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}Z tick\n$/);
    expect(await logs('--limit-bytes=3')).toBe('fir');
    const before = (await logs()).split('\n').length;
    const followed = await client.watch(
      ['logs', '-f', 'web', '-c', 'side'],
      (printed) => printed.split('\n').length > before + 1,
    );
    expect(followed).toMatch(/^first\n(tick\n)+$/);
  });

  story('a container that is followed until it ends, and one that is attached to with a shell', async () => {
    const script = 'sleep 1; echo done; exit 4';
    await client.run(['run', 'short', '--image=busybox', '--restart=Never', '--', 'sh', '-c', script]);
    await holds(async () => expect(await client.run(['logs', '-f', 'short'])).toBe('done\n'));
    const attached = ['run', '-i', '--rm', 'typed', '--image=busybox', '--restart=Never', '--', 'sh'];
    const { stdout, code } = await client.try(attached, 'hostname; exit 3\n');
    expect(stdout).toContain('typed\n');
    expect(code).toBe(3);
  });

  story('the command of a container reads what is typed, writes files, and has the user of its pod', async () => {
    const run = (name: string, script: string, input?: string, ...flags: string[]): ReturnType<Client['try']> =>
      client.try(['run', name, ...flags, '--image=busybox', '--restart=Never', '--', 'sh', '-c', script], input);
    const typed = await run('reader', 'echo -n read: && cat && echo closed && exit 42', 'a\nb', '-i');
    expect(typed).toMatchObject({ stdout: expect.stringContaining('a\nbclosed\n') as string, code: 42 });
    expect(await client.run(['logs', 'reader'])).toBe('read:a\nbclosed\n');
    // Where input stays open, the process waits for more.
    expect((await run('open', 'cat && echo closed', 'a\n', '-i', '--leave-stdin-open')).code).toBe(0);
    expect(await client.run(['logs', 'open'])).toBe('a\n');
    expect(await client.run(['get', 'pod', 'open', '-o', 'jsonpath={.status.phase}'])).toBe('Running');
    await run('writer', 'mkdir -p /root/deep && echo mine > /root/deep/file && sleep 3600');
    await client.run(['wait', 'pod/writer', '--for=condition=Ready', '--timeout=240s']);
    await client.run(['cp', 'writer:/root/deep/file', join(folder, 'file')]);
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('mine\n');
    const overrides = JSON.stringify({ spec: { securityContext: { runAsUser: 1000 } } });
    await run('other-user', 'sleep 3600', undefined, `--overrides=${overrides}`);
    await client.run(['wait', 'pod/other-user', '--for=condition=Ready', '--timeout=240s']);
    expect(await client.run(['exec', 'other-user', '--', 'id', '-u'])).toBe('1000\n');
  });
});

const kubectl = clientBinary('kubectl');
const story = kubectl === undefined ? test.skip : test;

story('debug adds a container to a running pod, which its kubelet runs', async () => {
  const cluster = await server.cluster({ name: 'debugged', nodes: 1, clock: { mode: 'real' } });
  const client = new Client(kubectl!, cluster.url);
  await client.run(['run', 'web', '--image=nginx']);
  await client.run(['wait', 'pod/web', '--for=condition=Ready', '--timeout=240s']);
  const debug = ['debug', 'web', '--profile=general', '--image=busybox', '-c'];
  await client.run([...debug, 'sick', '--', 'sh', '-c', 'sleep 1; exit 7']);
  await client.run([...debug, 'idle']);
  const states = (): Promise<string> =>
    client.run([
      'get',
      'pod',
      'web',
      '-o',
      'jsonpath={range .status.ephemeralContainerStatuses[*]}{.name}={.state.terminated.exitCode}{.ready} {end}',
    ]);
  await holds(async () => expect(await states()).toBe('sick=7false idle=false '));
  expect(await client.run(['exec', 'web', '-c', 'idle', '--', 'hostname'])).toBe('web\n');
  expect(await client.run(['get', 'pod', 'web'])).toMatch(/1\/1 +Running/);
  const patch = (value: string, path = '/spec/ephemeralContainers'): ReturnType<Client['try']> =>
    client.try([
      'patch',
      'pod',
      'web',
      '--subresource=ephemeralcontainers',
      '--type=json',
      '-p',
      JSON.stringify([{ op: 'add', path, value: JSON.parse(value) as unknown }]),
    ]);
  expect((await patch('[]')).stderr).toContain('existing ephemeral containers "sick" may not be removed');
  const probe = '{"name": "x", "image": "y", "ports": [{"containerPort": 80}], "targetContainerName": "nobody"}';
  expect((await patch(probe, '/spec/ephemeralContainers/-')).stderr).toMatch(
    /targetContainerName: Not found: "nobody".*ephemeralContainers\[2\]\.ports: Forbidden: cannot be set for an Ephemeral Container/s,
  );
  const created = await client.try(
    ['create', '-f', '-'],
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'early' },
      spec: {
        containers: [{ name: 'c', image: 'nginx' }],
        ephemeralContainers: [{ name: 'e', image: 'busybox' }],
      },
    }),
  );
  expect(created.stderr).toContain('spec.ephemeralContainers: Forbidden: cannot be set on create');
  client.dispose();
});

test('a path that no resource has is answered with a Status, and one of an unknown group with the plain page', async () => {
  const { url } = await server.cluster({ name: 'pages' });
  for (const path of ['/api/v1/nothings', '/api/v1/namespaces/default/pods/web/nothing']) {
    const answer = await fetch(url + path);
    const message = 'the server could not find the requested resource';
    expect(await answer.json()).toMatchObject({ kind: 'Status', code: 404, reason: 'NotFound', message });
  }
  const page = await fetch(`${url}/apis/no.group/v1/things`);
  expect([page.status, page.headers.get('content-type'), await page.text()]).toEqual([
    404,
    'text/plain; charset=utf-8',
    '404 page not found\n',
  ]);
});

test('discovery names what can be asked of a pod', async () => {
  const { url } = await server.cluster({ name: 'discovered' });
  const { resources } = (await (await fetch(`${url}/api/v1`)).json()) as { resources: { name: string }[] };
  const names = resources.map(({ name }) => name);
  for (const part of ['attach', 'ephemeralcontainers', 'exec', 'log', 'portforward']) {
    expect(names).toContain(`pods/${part}`);
  }
});

test('libraries forward ports over the channels of a WebSocket', async () => {
  const { url, runtime } = await server.cluster({ name: 'channels', nodes: 1, clock: { mode: 'real' } });
  await fetch(`${url}/api/v1/namespaces/default/pods`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      metadata: { name: 'web' },
      spec: { containers: [{ name: 'c', image: 'nginx', ports: [{ containerPort: 80 }] }] },
    }),
  });
  await holds(() => {
    const pod = runtime.cache.get({ resource: 'pods', namespace: 'default', name: 'web' });
    expect(pod?.status).toMatchObject({ phase: 'Running' });
  });
  const address = `${url.replace('http', 'ws')}/api/v1/namespaces/default/pods/web/portforward?ports=80&ports=81`;
  const socket = new WebSocket(address, 'v4.channel.k8s.io');
  const channels = new Map<number, string>();
  socket.on('message', (data: Buffer) => {
    channels.set(data[0]!, (channels.get(data[0]!) ?? '') + data.subarray(1).toString('latin1'));
  });
  await new Promise((resolve) => socket.on('open', resolve));
  socket.send(Buffer.from('\0ping', 'latin1'));
  await holds(() => {
    expect(channels.get(0)).toBe('P\0ping');
    expect(channels.get(3)).toMatch(/^Q\0error forwarding port 81 .*connection refused$/);
  });
  socket.terminate();
});

test('clients of every age run commands and read logs over WebSockets', async () => {
  const { url, runtime } = await server.cluster({ name: 'sockets', nodes: 1, clock: { mode: 'real' } });
  await fetch(`${url}/api/v1/namespaces/default/pods`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      metadata: { name: 'web' },
      spec: { containers: [{ name: 'c', image: 'busybox', command: ['sh', '-c', 'echo alive; sleep 600'] }] },
    }),
  });
  await holds(() => {
    const pod = runtime.cache.get({ resource: 'pods', namespace: 'default', name: 'web' });
    expect(pod?.status).toMatchObject({ phase: 'Running' });
  });
  const pod = `${url.replace('http', 'ws')}/api/v1/namespaces/default/pods/web`;
  const exec = `${pod}/exec?stdout=1&stderr=1&command=sh&command=-c&command=`;
  const printed = ['\x01', '\x01hello\n'];
  const base64 = ['1', '1aGVsbG8K'];
  const success = expect.stringMatching(/^\x03.*"status":"Success"/) as string;
  expect(await messages(`${exec}echo+hello`, 'v4.channel.k8s.io')).toEqual([...printed, success]);
  expect(await messages(`${exec}echo+hello`, 'channel.k8s.io')).toEqual(printed);
  expect(await messages(`${exec}echo+hello`)).toEqual(printed);
  expect(await messages(`${exec}echo+hello`, 'base64.channel.k8s.io')).toEqual(base64);
  expect(await messages(`${exec}exit+3`, 'channel.k8s.io')).toEqual([
    '\x01',
    expect.stringMatching(/^\x03command terminated with non-zero exit code: .* exit code 3$/),
  ]);
  expect(await messages(`${pod}/log`, 'binary.k8s.io')).toEqual(['alive\n']);
  expect(await messages(`${pod}/log`, 'base64.binary.k8s.io')).toEqual(['YWxpdmUK']);
});

test('a request without an upgrade, and one for an unknown protocol, are refused', async () => {
  const { url } = await server.cluster({ name: 'refusals', nodes: 1, clock: { mode: 'real' } });
  await fetch(`${url}/api/v1/namespaces/default/pods`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ metadata: { name: 'web' }, spec: { containers: [{ name: 'c', image: 'nginx' }] } }),
  });
  const path = '/api/v1/namespaces/default/pods/web/exec?command=ls&stdout=true';
  await holds(async () => {
    expect(await (await fetch(url + path, { method: 'POST' })).json()).toMatchObject({
      code: 400,
      message: 'Upgrade request required',
    });
  });
  const socket = new WebSocket(url.replace('http', 'ws') + path, 'v9.channel.k8s.io');
  const refused = await new Promise<Error>((resolve) => socket.on('error', resolve));
  expect(refused.message).toBe('Unexpected server response: 403');
});

/** Returns the messages of a WebSocket up to its end, byte for byte. */
function messages(address: string, protocol?: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const socket = protocol === undefined ? new WebSocket(address) : new WebSocket(address, protocol);
    const all: string[] = [];
    socket.on('message', (data: Buffer) => void all.push(data.toString('latin1')));
    socket.on('close', () => resolve(all));
    socket.on('error', reject);
  });
}

/** Returns the answer of a server at a local port to a text, up to the end of the connection. */
function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(text));
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

/** Waits until a check passes. */
async function holds(check: () => Promise<void> | void): Promise<void> {
  await until('what is expected', async () => {
    await check();
    return true;
  });
}
