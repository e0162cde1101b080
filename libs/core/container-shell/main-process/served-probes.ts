import type { Container } from '@orrery/api-types';
import type { HttpAnswer, HttpQuestion } from '../servers/http-answer';
import { serverAt } from '../servers/known-servers';
import { placeAt } from '../servers/server-place';
import type { FailedSpan, ProbeKind } from './failed-spans';
import { isHttpSuccess, portNumber, probeOf, type AskedProbe } from './probe-windows';

const MAX_REDIRECTS = 10;

/** The server that a probe over HTTP asks, where its answers follow from the time alone. */
interface AskedServer {
  /** Times at which its answers change, in milliseconds since the start of the container. */
  readonly timesMs: readonly number[];
  /** Returns the answer that the kubelet takes; undefined where redirects never end. */
  readonly answerAt: (ranMs: number) => HttpAnswer | undefined;
}

/** Returns the spans in which HTTP and gRPC probes fail by the answers of the container's known server alone; undefined if unknown. */
export function servedWindows(container: Container, kind: ProbeKind): readonly FailedSpan[] | undefined {
  const { grpc } = probeOf(container, kind) ?? {};
  if (grpc) return healthWindows(container, grpc);
  const server = askedServer(container, kind);
  return server && spansOf(server.timesMs, (ranMs) => statusText(server.answerAt(ranMs)?.status));
}

/** Returns the text of a kubelet's event for an answer that is a failure; undefined for the others, and for none. */
function statusText(status: number | undefined): string | undefined {
  if (status === undefined || isHttpSuccess(status)) return undefined;
  return `HTTP probe failed with statuscode: ${status}`;
}

/** In the words of `pkg/probe/grpc` upstream. */
function healthWindows(
  container: Container,
  { port, service = '' }: NonNullable<AskedProbe['grpc']>,
): readonly FailedSpan[] | undefined {
  const { health, changesAtMs } = serverAt(container, port) ?? {};
  if (!health || !changesAtMs) return undefined;
  return spansOf([0, ...changesAtMs], (ranMs) => healthFailure(health(service, placeAt(ranMs, 0))));
}

/** Returns the text of a kubelet's event for a server's health status; undefined if the server is healthy. */
export function healthFailure(status: string | undefined): string | undefined {
  if (status === 'SERVING') return undefined;
  if (status === undefined) {
    return 'error: health rpc probe failed: rpc error: code = NotFound desc = unknown service';
  }
  return `service unhealthy (responded with "${status}")`;
}

function spansOf(timesMs: readonly number[], textAt: (ranMs: number) => string | undefined): readonly FailedSpan[] {
  return timesMs.flatMap((fromMs, index) => {
    const text = textAt(fromMs);
    return text === undefined ? [] : [{ fromMs, toMs: timesMs[index + 1] ?? Number.POSITIVE_INFINITY, text }];
  });
}

/** The redirect that ends a probe over HTTP, since it leads to another host; undefined if the server answers otherwise at its start. */
export function servedRedirect(container: Container, kind: ProbeKind): HttpAnswer | undefined {
  const answer = askedServer(container, kind)?.answerAt(0);
  return answer && answer.status >= 300 && answer.status < 400 ? answer : undefined;
}

function askedServer(container: Container, kind: ProbeKind): AskedServer | undefined {
  const { httpGet } = probeOf(container, kind) ?? {};
  if (!httpGet || httpGet.host !== undefined) return undefined;
  const server = serverAt(container, portNumber(container, httpGet.port));
  if (!server?.changesAtMs || !server.answer) return undefined;
  const { answer, port } = server;
  const target = httpGet.path?.startsWith('/') ? httpGet.path : `/${httpGet.path ?? ''}`;
  return {
    timesMs: [0, ...server.changesAtMs],
    answerAt: (ranMs) => lastAnswer({ target, port }, (question) => answer(question, placeAt(ranMs, 0))),
  };
}

/** The answer that a kubelet takes: it follows redirects within the host, and no others. */
function lastAnswer(
  { target, port }: { readonly target: string; readonly port: number },
  ask: (question: HttpQuestion) => HttpAnswer,
): HttpAnswer | undefined {
  let next = target;
  for (let count = 0; count <= MAX_REDIRECTS; count++) {
    const answer = ask({ method: 'GET', target: next, port });
    const { Location: location } = answer.headers;
    if (answer.status < 300 || answer.status >= 400 || location === undefined || !location.startsWith('/'))
      return answer;
    next = location;
  }
  return undefined;
}
