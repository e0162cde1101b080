import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';

/** The fields of an AdmissionReview's `request` that tests read. */
interface HookRequest {
  readonly uid: string;
  readonly operation: string;
  readonly name?: string;
  readonly subResource?: string;
  readonly dryRun: boolean;
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
  readonly requestKind: { readonly version: string };
  readonly userInfo: { readonly username: string };
  readonly options: { readonly kind: string } | null;
  // Tests look wherever they want.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly object: any;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly oldObject: any;
}

/** Answer of a hook: the `response` of the review without its uid; a text as it is; a redirect; or none at all. */
export type HookAnswer =
  | { readonly response: object; readonly uid?: string; readonly apiVersion?: string }
  | { readonly text: string; readonly code?: number }
  | { readonly location: string }
  | 'hang';

/** A promise keeps its request waiting. */
type Hook = (request: HookRequest) => HookAnswer | Promise<HookAnswer>;

/** A process of users' own that serves admission webhooks over HTTPS, by path. */
export interface HookServer {
  /** `https://localhost:PORT`. */
  readonly url: string;
  readonly port: number;
  /** Every request, by path, as it came. */
  readonly seen: { readonly path: string; readonly request: HookRequest }[];
  serve(path: string, hook: Hook): void;
  /** Closes the next connection that is used a second time, as a server does that found it idle. */
  closeNextReused(): void;
  close(): Promise<void>;
}

/** Starts on a free port with a certificate for `localhost`. */
export async function startHookServer(certificate: {
  key: string | Buffer;
  cert: string | Buffer;
}): Promise<HookServer> {
  const hooks = new Map<string, Hook>();
  const seen: HookServer['seen'] = [];
  const used = new WeakSet<object>();
  let closesReused = false;
  const server: Server = createServer(certificate, (request, response) => {
    if (closesReused && used.has(request.socket)) {
      closesReused = false;
      request.socket.destroy();
      return;
    }
    used.add(request.socket);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = (request.url ?? '').split('?')[0]!;
      const review = JSON.parse(Buffer.concat(chunks).toString()) as Review;
      seen.push({ path, request: review.request });
      void Promise.resolve(hooks.get(path)?.(review.request)).then((answer = { text: 'no hook', code: 404 }) =>
        send(response, answer, review),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${port}`,
    port,
    seen,
    serve: (path, hook) => void hooks.set(path, hook),
    closeNextReused: () => (closesReused = true),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface Review {
  readonly apiVersion: string;
  readonly request: HookRequest;
}

function send(response: ServerResponse, answer: HookAnswer, review: Review): void {
  if (answer === 'hang') return;
  if ('location' in answer) response.writeHead(302, { location: answer.location }).end();
  else if ('text' in answer) response.writeHead(answer.code ?? 200).end(answer.text);
  else {
    const { response: said, uid = review.request.uid, apiVersion = review.apiVersion } = answer;
    response.end(JSON.stringify({ kind: 'AdmissionReview', apiVersion, response: { uid, ...said } }));
  }
}

/** The answer of a mutating hook: lets pass, with a JSON patch. */
export function patchAnswer(patch: readonly object[]): HookAnswer {
  const text = Buffer.from(JSON.stringify(patch)).toString('base64');
  return { response: { allowed: true, patchType: 'JSONPatch', patch: text } };
}
