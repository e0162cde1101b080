import { once } from 'node:events';
import Fastify from 'fastify';
import WebSocket from 'ws';
import { AccessControl } from '../../../libs/api/access-control/access-control';
import { OperationCheck } from '../../../libs/api/graphql/server/operations/operation-check';
import { registerWebSocket } from '../../../libs/api/graphql/server/streaming/web-socket';
import { ask } from '../../../libs/testing/kit/graphql-client';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';
import { until } from '@orrery/test-services';

const PROTOCOL = 'graphql-transport-ws';

let server: TestGraphqlServer;

beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

interface Message {
  readonly type: string;
  readonly id?: string;
  readonly payload?: unknown;
}

/** A socket that keeps its received messages, and the code of its close. */
class RawSocket {
  readonly messages: Message[] = [];
  code: number | undefined;
  private readonly socket: WebSocket;

  constructor(url: string, protocols: string[] = [PROTOCOL]) {
    this.socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, protocols);
    this.socket.on('message', (data) => this.messages.push(JSON.parse(String(data)) as Message));
    this.socket.on('close', (code) => (this.code = code));
  }

  async send(...messages: readonly (string | object)[]): Promise<this> {
    if (this.socket.readyState === WebSocket.CONNECTING) await once(this.socket, 'open');
    for (const each of messages) this.socket.send(typeof each === 'string' ? each : JSON.stringify(each));
    return this;
  }

  async received(type: string, id?: string): Promise<Message> {
    const find = (): Message | undefined => this.messages.find((each) => each.type === type && each.id === id);
    const isOver = (): boolean => this.code !== undefined || this.messages.some((each) => id && each.id === id);
    await until(`${type} is received`, () => find() !== undefined || isOver());
    const found = find();
    if (!found) throw new TypeError(`no ${type}: ${this.code} ${JSON.stringify(this.messages)}`);
    return found;
  }

  async closed(): Promise<number> {
    await until('the socket is closed', () => this.code !== undefined);
    return this.code!;
  }

  close(): void {
    this.socket.close();
  }
}

const INIT = { type: 'connection_init' };
const subscribe = (id: string, query: string, variables?: object): object => ({
  type: 'subscribe',
  id,
  payload: { query, variables },
});
const NODES = 'subscription { nodeEvents { type } }';

async function connected(cluster: TestGraphqlCluster): Promise<RawSocket> {
  const socket = await new RawSocket(cluster.url).send(INIT);
  await socket.received('connection_ack');
  return socket;
}

test('a number that a double does not keep is refused, and the socket still served', async () => {
  const socket = await connected(await server.cluster());
  const create = 'mutation ($object: JSON) { createObject(input: {object: $object}) { errors { message } } }';
  const message = JSON.stringify(subscribe('1', create, { object: { spec: { x: 0 } } }));
  await socket.send(message.replace('"x":0', '"x":9007199254740993'));
  expect((await socket.received('error', '1')).payload).toMatchObject([
    {
      message: expect.stringContaining('payload.variables.object.spec.x: 9007199254740993 cannot be kept exactly'),
      extensions: { code: 'BAD_USER_INPUT' },
    },
  ]);
  await socket.send(subscribe('2', '{ __typename }'));
  await socket.received('next', '2');
  socket.close();
});

test('an answer has its integers of 64 bits as numbers, and texts as they are', async () => {
  const socket = await connected(await server.cluster());
  const create = 'mutation ($yaml: YAML) { createObject(input: { yaml: $yaml }) { object { json } } }';
  const yaml = `{apiVersion: apps/v1, kind: ControllerRevision, metadata: {name: r}, revision: 1, data: [9223372036854775807, "#n5"]}`;
  await socket.send(subscribe('1', create, { yaml }));
  expect((await socket.received('next', '1')).payload).toMatchObject({
    data: { createObject: { object: { json: { data: [2 ** 63, '#n5'] } } } },
  });
  socket.close();
});

test.each<[number, string, readonly (string | object)[]]>([
  [4400, 'no JSON', ['nonsense']],
  [4400, 'an unknown type', [{ type: 'start', id: '1' }]],
  [4400, 'a message of a server', [INIT, { type: 'next', id: '1', payload: {} }]],
  [4400, 'no query', [INIT, { type: 'subscribe', id: '1', payload: {} }]],
  [4400, 'a prototype', ['{"type":"connection_init","payload":{"__proto__":{"a":1}}}']],
  [4401, 'a subscription before the acknowledgement', [subscribe('1', NODES)]],
  [4409, 'an id twice', [INIT, subscribe('1', NODES), subscribe('1', NODES)]],
  [4409, 'a long id twice', [INIT, subscribe('x'.repeat(200), NODES), subscribe('x'.repeat(200), NODES)]],
  [4429, 'two initialisations', [INIT, INIT]],
])('closes with %i for %s', async (code, _name, messages) => {
  const socket = await new RawSocket(server.url).send(messages[0]!);
  if (messages.length > 1) await socket.received('connection_ack');
  await socket.send(...messages.slice(1));
  expect(await socket.closed()).toBe(code);
});

test.each([[['graphql-ws']], [['soap', 'mqtt']], [[]]])('closes with 4406 for the subprotocols %j', async (offered) => {
  expect(await new RawSocket(server.url, offered).closed()).toBe(4406);
});

it('chooses its subprotocol among others', async () => {
  const socket = await new RawSocket(server.url, ['graphql-ws', PROTOCOL]).send(INIT);
  expect(await socket.received('connection_ack')).toEqual({ type: 'connection_ack' });
  socket.close();
});

it('closes with 4408 when nothing is initialised in time', async () => {
  const fastify = Fastify();
  const service = { plane: server.plane, access: new AccessControl() };
  registerWebSocket(fastify, { service, check: new OperationCheck(false), initTimeoutMs: 50 });
  const idle = new RawSocket(await fastify.listen({ host: '127.0.0.1', port: 0 }));
  expect(await idle.closed()).toBe(4408);
  await fastify.close();
});

it('answers queries and mutations, and what is wrong with them', async () => {
  const cluster = await server.cluster();
  const socket = await connected(cluster);
  await socket.send(
    subscribe('m', 'mutation ($input: AddNodesInput!) { addNodes(input: $input) { node { metadata { name } } } }', {
      input: { name: 'n' },
    }),
  );
  const next = await socket.received('next', 'm');
  expect(next.payload).toEqual({ data: { addNodes: { node: { metadata: { name: 'n' } } } } });
  await until('it is complete', () => socket.messages.some(({ type, id }) => type === 'complete' && id === 'm'));
  await socket.send(
    subscribe('q', '{ nodes { totalCount } }'),
    subscribe('unknown', '{ nope }'),
    subscribe('syntax', '{'),
    subscribe('json', '{"kind":"Document"}'),
    subscribe('deep', `{ nodes { nodes ${'{ owner '.repeat(600)}${'}'.repeat(600)} } }`),
    subscribe('costly', '{ nodes(first: 1000) { nodes { pods(first: 1000) { nodes { metadata { name } } } } } }'),
  );
  expect((await socket.received('next', 'q')).payload).toEqual({ data: { nodes: { totalCount: 1 } } });
  const errors = async (id: string) => (await socket.received('error', id)).payload;
  expect(await errors('unknown')).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
  expect(await errors('syntax')).toMatchObject([{ extensions: { code: 'GRAPHQL_PARSE_FAILED' } }]);
  expect(await errors('json')).toMatchObject([{ extensions: { code: 'GRAPHQL_PARSE_FAILED' } }]);
  expect(await errors('deep')).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
  expect(await errors('costly')).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  expect(socket.code).toBeUndefined();
  socket.close();
});

it('ends the streams of a socket with it, and those that the client completes', async () => {
  const cluster = await server.cluster();
  const before = server.plane.streams.size;
  const socket = await connected(cluster);
  await socket.send(subscribe('a', NODES), subscribe('b', NODES));
  await socket.received('next', 'a');
  await socket.received('next', 'b');
  expect(server.plane.streams.size).toBe(before + 2);
  await socket.send({ type: 'complete', id: 'a' });
  await until('one stream is over', () => server.plane.streams.size === before + 1);
  // A completed id may be used again.
  await socket.send(subscribe('a', NODES));
  await until('it is there again', () => server.plane.streams.size === before + 2);
  socket.close();
  await until('all are over', () => server.plane.streams.size === before);
});

it('leaves requests that ask for no WebSocket to the rest of the server', async () => {
  const get = (headers: Record<string, string>) =>
    ask(`${server.url}/graphql?query=%7B__typename%7D`, { headers: { connection: 'close', ...headers } });
  expect(await get({})).toMatchObject({ status: 200, body: '{"data":{"__typename":"Query"}}' });
  expect(await get({ upgrade: 'h2c' })).toMatchObject({ status: 200 });
  expect(await get({ upgrade: 'websocket' })).toMatchObject({ status: 426 });
});

it.each(['mutation { resumeHeartbeats(input: {}) { errors { message } } }', NODES])(
  'refuses %s by GET',
  async (query) => {
    const logged = jest.spyOn(server.plane.logger, 'error');
    const response = await fetch(`${server.url}/graphql?query=${encodeURIComponent(query)}`);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await response.json()).toEqual({
      data: null,
      errors: [{ message: 'Operation cannot be performed via a GET request', extensions: { code: 'BAD_USER_INPUT' } }],
    });
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  },
);
