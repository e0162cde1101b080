import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { selfSignedCertificate } from '@orrery/test-services';

/** A certificate and its key, in PEM. */
interface Pair {
  readonly cert: string;
  readonly key: string;
}

interface AskedPath {
  readonly path: string;
  readonly by: string;
  readonly authorization: string | undefined;
}

/** A small Kubernetes API over TLS, for clients with a certificate that it knows. */
export interface GuardedApi {
  readonly url: string;
  /** Vouches for the server. */
  readonly authority: string;
  /** Is let in. */
  readonly client: Pair;
  /** Paths of the requests, with their users. */
  readonly asked: readonly AskedPath[];
  /** Makes further pages unavailable from now on, as if their state were compacted. */
  forgetPages(): void;
  close(): Promise<void>;
}

const NODES = 7;
/** Size of a page, whatever the requested limit. */
const PAGE = 3;

const node = (number: number): object => ({
  metadata: {
    name: `n-${number}`,
    uid: `uid-${number}`,
    resourceVersion: '9',
    creationTimestamp: '2026-01-01T00:00:00Z',
  },
});

export async function startGuardedApi(): Promise<GuardedApi> {
  const nowMs = Date.now();
  const [own, client] = await Promise.all([
    selfSignedCertificate(['127.0.0.1', 'api.example.com'], nowMs),
    selfSignedCertificate(['reader'], nowMs),
  ]);
  const asked: AskedPath[] = [];
  let isForgetful = false;
  const answerTo = (url: URL): readonly [status: number, body: object] => {
    switch (url.pathname) {
      case '/apis':
        return [200, { groups: [] }];
      case '/api/v1': {
        const verbs = ['create', 'list'];
        const resources = [
          { name: 'nodes', kind: 'Node', namespaced: false, verbs },
          { name: 'secrets', kind: 'Secret', namespaced: true, verbs },
        ];
        return [200, { resources }];
      }
      case '/api/v1/nodes':
        return nodes(Number(url.searchParams.get('limit')), url.searchParams.get('continue'));
      default:
        return [403, { kind: 'Status', message: 'secrets is forbidden' }];
    }
  };
  const nodes = (limit: number, token: string | null): readonly [number, object] => {
    if (token !== null && isForgetful) {
      return [410, { kind: 'Status', reason: 'Expired', message: 'The provided continue parameter is too old' }];
    }
    const from = Number(token ?? 0);
    const to = limit === 0 ? NODES : Math.min(NODES, from + PAGE);
    const items = Array.from({ length: to - from }, (_, i) => node(from + i));
    return [200, { items, metadata: to < NODES ? { continue: String(to) } : {} }];
  };
  const server: Server = createServer(
    { cert: own.cert, key: own.key, ca: client.cert, requestCert: true, rejectUnauthorized: true },
    (request, response) => {
      const { subjectaltname: by = '' } = (request.socket as TLSSocket).getPeerCertificate();
      const path = request.url ?? '';
      asked.push({ path, by, authorization: request.headers.authorization });
      const [status, body] = answerTo(new URL(path, 'https://127.0.0.1'));
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    },
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    authority: own.cert.toString(),
    client: { cert: client.cert.toString(), key: client.key.toString() },
    asked,
    forgetPages: () => void (isForgetful = true),
    close: () => new Promise((done) => void server.close(() => done())),
  };
}
