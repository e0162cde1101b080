import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { namelessAuthority, namelessLeaf } from '@orrery/test-services';

export const GROUP = 'wardle.example.com';
const RESOURCES = {
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: `${GROUP}/v1`,
  resources: [
    {
      name: 'flunders',
      singularName: 'flunder',
      namespaced: true,
      kind: 'Flunder',
      verbs: ['get', 'list', 'create'],
      shortNames: ['fl'],
    },
    { name: 'flunders/status', singularName: '', namespaced: true, kind: 'Flunder', verbs: ['get'] },
  ],
};

const FLUNDER_KIND = { group: GROUP, version: 'v1', kind: 'Flunder' };
const BASE = `/apis/${GROUP}/v1/namespaces/{namespace}/flunders`;
const DEFINITION = 'com.example.wardle.v1.Flunder';
const SCHEMA = {
  type: 'object',
  description: 'A Flunder is what this server has.',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { type: 'object' },
    size: { type: 'integer', description: 'How large the Flunder is.' },
  },
  'x-kubernetes-group-version-kind': [FLUNDER_KIND],
};
const WRITE = { 'x-kubernetes-group-version-kind': FLUNDER_KIND, responses: { 200: { description: 'OK' } } };

/** OpenAPI v2 of the server for its kind, with a definition whose name the first server has as well. */
const OPEN_API_V2 = {
  swagger: '2.0',
  info: { title: 'wardle', version: '1' },
  paths: {
    [BASE]: { post: { ...WRITE, parameters: [{ in: 'body', schema: { $ref: `#/definitions/${DEFINITION}` } }] } },
    '/version/': { get: {} },
  },
  definitions: {
    [DEFINITION]: {
      ...SCHEMA,
      properties: { ...SCHEMA.properties, pod: { $ref: '#/definitions/io.k8s.api.core.v1.Pod' } },
    },
    'io.k8s.api.core.v1.Pod': { type: 'object', description: 'Another pod.' },
  },
};

const V3_PATH = `/openapi/v3/apis/${GROUP}/v1`;
const OPEN_API_V3_INDEX = {
  paths: { [`apis/${GROUP}/v1`]: { serverRelativeURL: `${V3_PATH}?hash=ABC` }, 'api/v1': { serverRelativeURL: '/no' } },
};
const OPEN_API_V3 = {
  openapi: '3.0.0',
  info: { title: 'wardle', version: '1' },
  paths: { [BASE]: { post: WRITE } },
  components: { schemas: { [DEFINITION]: SCHEMA } },
};

/** Another API server, which records its requests and their users. */
export class OtherServer {
  readonly asked: string[] = [];

  private constructor(
    private readonly server: Server,
    /** The authority of the server's certificates, in PEM. */
    readonly certificate: Buffer,
  ) {}

  static async start(frontProxyAuthority: string): Promise<OtherServer> {
    // Go accepts such certificates; Node's verifier alone does not.
    const authority = await namelessAuthority();
    const { key, cert } = await namelessLeaf(authority, { name: { type: 'dns', value: 'flunders.default.svc' } });
    const server = createServer({ key, cert, ca: frontProxyAuthority, requestCert: true, rejectUnauthorized: false });
    const other = new OtherServer(server, Buffer.from(authority.cert));
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void other.answer(request, response));
    server.on('upgrade', (request: IncomingMessage, socket: Duplex) => other.echo(request, socket));
    server.listen(0, 'localhost');
    await once(server, 'listening');
    return other;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    if (!this.server.listening) return;
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', headers, socket, method } = request;
    const isProxy =
      socket instanceof TLSSocket &&
      socket.authorized &&
      socket.getPeerCertificate().subject.CN === 'front-proxy-client';
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const groups = request.headersDistinct['x-remote-group'] ?? [];
    this.asked.push(
      `${method} ${url} ${isProxy} ${headers['x-remote-user']} ${groups.join()} ${headers.authorization ?? '-'}`,
    );
    if (url === `/apis/${GROUP}/v1`) return this.say(response, RESOURCES);
    if (url === '/openapi/v2') return this.say(response, OPEN_API_V2);
    if (url === '/openapi/v3') return this.say(response, OPEN_API_V3_INDEX);
    if (url.startsWith(V3_PATH)) {
      response.setHeader('etag', '"ABC"');
      if (headers['if-none-match'] === '"ABC"') return void response.writeHead(304).end();
      return this.say(response, OPEN_API_V3);
    }
    if (url.includes('redirect')) {
      response.writeHead(302, { location: 'https://elsewhere.example.com/' }).end();
      return;
    }
    if (url.includes('watch=true')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"type":"ADDED","object":{}}\n');
      return;
    }
    if (method === 'POST') return this.say(response, JSON.parse(Buffer.concat(chunks).toString()), 201);
    const metadata = { name: 'one', namespace: 'default' };
    this.say(response, { kind: 'FlunderList', apiVersion: `${GROUP}/v1`, metadata: {}, items: [{ metadata }] });
  }

  /** Accepts an upgrade, records its user, and echoes the data. */
  private echo({ url, headers }: IncomingMessage, socket: Duplex): void {
    this.asked.push(`${url} ${headers.upgrade} ${headers['x-remote-user']} ${headers['sec-websocket-protocol']}`);
    if (url?.includes('refused')) {
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 6\r\nConnection: close\r\n\r\nnot me');
      return;
    }
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello ');
    socket.on('error', () => socket.destroy());
    socket.pipe(socket);
  }

  private say(response: ServerResponse, body: object, code = 200): void {
    response.writeHead(code, { 'content-type': 'application/json', 'x-from': 'wardle' }).end(JSON.stringify(body));
  }
}
