import { connect, createServer, type Server, type Socket } from 'node:net';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '@orrery/test-services';
import { ComponentProcess, createDatabase, until, type FreshDatabase } from '@orrery/test-services';
import { processEnvironment, programOf } from '@orrery/settings';

/** A way to the database that can be cut. */
class Line {
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  private isSilent = false;
  private readonly held: (() => void)[] = [];

  constructor(
    private readonly port: number,
    private readonly databasePort: number,
  ) {}

  async open(): Promise<void> {
    this.server = createServer((near) => {
      const far = connect(this.databasePort, '127.0.0.1');
      for (const socket of [near, far]) {
        this.sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          this.sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.on('data', (chunk) => this.pass(far, chunk));
      far.on('data', (chunk) => this.pass(near, chunk));
    });
    await new Promise<void>((resolve) => this.server!.listen(this.port, '127.0.0.1', resolve));
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.server?.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Nothing comes through any more, and nothing breaks; afterwards everything comes through that was held back. */
  hush(isSilent: boolean): void {
    this.isSilent = isSilent;
    if (!isSilent) for (const send of this.held.splice(0)) send();
  }

  private pass(to: Socket, chunk: Buffer): void {
    if (this.isSilent) this.held.push(() => to.write(chunk));
    else to.write(chunk);
  }
}

let database: FreshDatabase;
let line: Line;
let server: ComponentProcess;

beforeAll(async () => {
  execFileSync(process.execPath, [join(__dirname, '../../tools/build.mjs'), '--if-stale'], { stdio: 'inherit' });
  database = await createDatabase();
  const url = new URL(database.url);
  const port = await freePort();
  line = new Line(port, Number(url.port));
  await line.open();
  url.port = String(port);
  const given = {
    ORRERY_DATABASE_URL: url.href,
    ORRERY_REDIS_URL: '',
    ORRERY_HEALTH_PORT: '0',
    ORRERY_PORT: String(await freePort()),
  };
  server = new ComponentProcess('api-server', programOf('api-server'), processEnvironment('api-server', given));
  server.start();
  await server.ready();
});
afterAll(async () => {
  await server?.kill();
  await line?.cut();
  await database?.drop();
});

const json = { 'content-type': 'application/json' };
const pods = (): string => `${server.url}/api/v1/namespaces/default/pods`;
const graphql = (query: string): Promise<Response> =>
  fetch(`${server.url}/graphql`, { method: 'POST', headers: json, body: JSON.stringify({ query }) });

const REQUESTS: readonly { readonly what: string; readonly send: () => Promise<Response> }[] = [
  { what: 'a read', send: () => fetch(pods()) },
  { what: 'a write', send: () => fetch(pods(), { method: 'DELETE', headers: json, body: '{}' }) },
  { what: 'a cluster that was not looked up yet', send: () => fetch(`${server.url}/clusters/other/api/v1/nodes`) },
  { what: 'a query', send: () => graphql('{ pods { totalCount } }') },
  { what: 'a query of clusters', send: () => graphql('{ clusters { name } }') },
];

test('while the database refuses connections every request is answered 503, and afterwards as before', async () => {
  await line.cut();
  for (const { what, send } of REQUESTS) {
    const answer = await send();
    const text = await answer.text();
    expect([what, answer.status, answer.headers.get('retry-after')]).toEqual([what, 503, '1']);
    expect(text).toMatch(/the database (refuses connections|was stopped or is starting), try again later/);
    expect(text).not.toMatch(/prisma|invocation|ECONN|127\.0\.0\.1/i);
  }
  expect((await fetch(`${server.url}/readyz`)).status).toBe(500);
  await line.open();
  for (const { what, send } of REQUESTS) await until(what, async () => [200, 404].includes((await send()).status));
  await until('the log says so', async () => server.log.includes('the database does its work again'));
  expect(server.log.match(/"check":"database","fault"/g)).toHaveLength(1);
  expect(server.log).not.toMatch(/ECONNREFUSED|prisma/i);
});

test('no request waits longer than its limit for a database that says nothing', async () => {
  line.hush(true);
  const message = 'Timeout: request did not complete within the allotted timeout';
  const read = await fetch(`${pods()}?timeout=100ms`);
  expect([read.status, await read.json()]).toEqual([504, expect.objectContaining({ reason: 'Timeout', message })]);
  const body = JSON.stringify({ metadata: { name: 'late' } });
  const path = `${server.url}/api/v1/namespaces/default/configmaps?timeout=100ms`;
  const write = await fetch(path, { method: 'POST', headers: json, body });
  expect([write.status, await write.json()]).toEqual([504, expect.objectContaining({ reason: 'Timeout', message })]);
  const query = JSON.stringify({ query: '{ pods { totalCount } }' });
  const asked = await fetch(`${server.url}/graphql?timeout=100ms`, { method: 'POST', headers: json, body: query });
  const extensions = expect.objectContaining({ code: 'TIMEOUT', status: 504 }) as unknown;
  expect([asked.status, await asked.json()]).toEqual([504, { data: null, errors: [{ message, extensions }] }]);
  line.hush(false);
  await until('it answers', async () => (await fetch(pods())).ok);
  expect(
    (await fetch(`${server.url}/graphql?timeout=soon`, { method: 'POST', headers: json, body: query })).status,
  ).toBe(400);
});

test('it ends in time, though the database says nothing', async () => {
  line.hush(true);
  const sinceMs = performance.now();
  await server.terminate();
  expect(performance.now() - sinceMs).toBeLessThan(15_000);
});
