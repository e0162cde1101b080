import {
  pathOf,
  queryOf,
  redirectAnswer,
  textAnswer,
  type HttpAnswer,
  type HttpQuestion,
} from '../servers/http-answer';
import type { KnownServer, ServerPlace } from '../servers/server-place';

/** After so long `liveness` says that it is not well. */
export const ALIVE_MS = 10_000;
const NOT_FOUND = textAnswer('404 page not found\n', 404);

/** A server that is well for ten seconds (`test/images/agnhost/liveness` upstream). */
export function liveness({ target }: HttpQuestion, { nowMs, startedAtMs }: ServerPlace): HttpAnswer {
  const seconds = (nowMs - startedAtMs) / 1000;
  switch (pathOf(target)) {
    case '/started':
      return textAnswer(`${seconds}s`);
    case '/healthz':
      return nowMs - startedAtMs > ALIVE_MS ? textAnswer(`error: ${seconds}`, 500) : textAnswer('ok');
    case '/redirect':
      return redirectAnswer(queryOf(target).get('loc') ?? '');
    default:
      return NOT_FOUND;
  }
}

/** Counts who wrote to it, and shows that (`test/images/agnhost/nettest` upstream, without peers). */
export function nettest({ target, body = '' }: HttpQuestion, { hostname, memory }: ServerPlace): HttpAnswer {
  const received = (memory.get('received') ?? {}) as Readonly<Record<string, number>>;
  switch (pathOf(target)) {
    case '/read': {
      const state = {
        Hostname: hostname,
        Sent: {},
        Received: received,
        Errors: [],
        Log: [],
        StillContactingPeers: false,
      };
      return textAnswer(JSON.stringify(state, undefined, '\t'));
    }
    case '/write': {
      const source = sourceIn(body);
      memory.set('received', { ...received, [source]: (received[source] ?? 0) + 1 });
      return textAnswer(`${JSON.stringify({ Hostname: hostname })}\n`);
    }
    case '/status':
      return textAnswer('pass');
    default:
      return NOT_FOUND;
  }
}

function sourceIn(body: string): string {
  try {
    const { Source: source = '' } = JSON.parse(body) as { readonly Source?: string };
    return source;
  } catch {
    return '';
  }
}

/** The begin of a text that Go takes for a page (`http.DetectContentType`). */
const PAGE = /^\s*<(!doctype html|html|head|body|title|h1|div|p|a|b|br|table|script|iframe|style|font|!--)[\s>]/i;

function sniffedAnswer(text: string): HttpAnswer {
  return PAGE.test(text) ? textAnswer(text, 200, 'text/html; charset=utf-8') : textAnswer(text);
}

const PORTER = /^SERVE_(TLS_)?PORT_(\d{1,5})$/;

/** The ports that `porter` opens by its variables; each shows the value of its own. */
export function porter(variables: readonly { readonly name: string; readonly value?: string }[]): KnownServer[] {
  return variables.flatMap(({ name, value = '' }) => {
    const [, tls, port] = PORTER.exec(name) ?? [];
    if (port === undefined) return [];
    return [{ port: Number(port), answer: () => sniffedAnswer(value), ...(tls && { isTls: true as const }) }];
  });
}
