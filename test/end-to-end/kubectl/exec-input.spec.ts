import { WebSocket } from 'ws';
import { startTestApiServer, type TestApiServer, type TestCluster } from '@orrery/testing';
import { until } from '@orrery/test-services';
import { writeTar } from '../../../libs/core/container-shell/files/tar-format';

let server: TestApiServer;
let cluster: TestCluster;

beforeAll(async () => {
  server = await startTestApiServer();
  cluster = await server.cluster({ name: 'exec-input', nodes: 1 });
  const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(pod) };
  await fetch(`${cluster.url}/api/v1/namespaces/default/pods`, init);
  await until('the pod runs', async () => {
    const found = await fetch(`${cluster.url}/api/v1/namespaces/default/pods/p`);
    return ((await found.json()) as { status: { phase: string } }).status.phase === 'Running';
  });
});
afterAll(() => server.close());

const archive = (text: string): Buffer =>
  Buffer.from(writeTar([{ name: 'tmp/x.txt', bytes: Buffer.from(text), mode: 0o644, modifiedAtMs: 0 }]));

/** A command as clients run it: its input, and its output until the end of the connection. */
class Exec {
  output = '';
  status: { status?: string } | undefined;
  readonly over: Promise<void>;
  private readonly socket: WebSocket;

  constructor(command: readonly string[], protocol = 'v4.channel.k8s.io') {
    const words = command.map((word) => `&command=${encodeURIComponent(word)}`).join('');
    const url = `${cluster.url}/api/v1/namespaces/default/pods/p/exec?stdin=true&stdout=true&stderr=true${words}`;
    this.socket = new WebSocket(url.replace('http', 'ws'), protocol);
    this.socket.on('message', (data: Buffer) => {
      if (data[0] === 3) this.status = JSON.parse(data.subarray(1).toString()) as { status?: string };
      else this.output += data.subarray(1).toString();
    });
    this.over = new Promise((resolve) => this.socket.on('close', () => resolve()));
  }

  async send(input: Buffer): Promise<this> {
    if (this.socket.readyState !== WebSocket.OPEN) await new Promise((resolve) => this.socket.once('open', resolve));
    await new Promise((resolve) => this.socket.send(Buffer.concat([Buffer.from([0]), input]), resolve));
    return this;
  }

  close(): void {
    this.socket.close();
  }

  /** The connection is gone without a word. */
  drop(): void {
    this.socket.terminate();
  }
}

async function contentOf(path: string): Promise<string> {
  const cat = new Exec(['cat', path]);
  await cat.over;
  return cat.output;
}

test('tar ends at the end of the archive, while the client keeps its input open', async () => {
  const tar = await new Exec(['tar', 'xf', '-', '-C', '/']).send(archive('whole\n'));
  await tar.over;
  expect(tar.status).toMatchObject({ status: 'Success' });
  expect(await contentOf('/tmp/x.txt')).toBe('whole\n');
});

test.each(['tar xmf - -C /', 'cat > /tmp/x.txt'])(
  '%s: what a client sent before it closed takes effect, and the outcome reaches it',
  async (script) => {
    const sent = script.startsWith('tar') ? archive('closed\n') : Buffer.from('closed\n');
    const exec = await new Exec(['sh', '-c', script]).send(sent);
    exec.close();
    await exec.over;
    expect(exec.status).toMatchObject({ status: 'Success' });
    expect(await contentOf('/tmp/x.txt')).toBe('closed\n');
  },
);

test('what was sent over a connection that broke takes effect', async () => {
  const exec = await new Exec(['sh', '-c', 'cat > /tmp/z.txt']).send(Buffer.from('broken\n'));
  exec.drop();
  await exec.over;
  await until('the file is there', async () => (await contentOf('/tmp/z.txt')) === 'broken\n');
});

test.each(['sleep 1000000', 'while true; do echo y; done'])(
  '%s ends some time after its client left',
  async (script) => {
    const exec = await new Exec(['sh', '-c', script]).send(Buffer.from('x'));
    exec.close();
    await exec.over;
    expect(exec.status).toBeUndefined();
  },
);
