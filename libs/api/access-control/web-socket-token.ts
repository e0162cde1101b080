import type { IncomingHttpHeaders } from 'node:http';

/**
 * Prefix of the WebSocket protocol that carries a token in base64url without padding. Pages of browsers can set no header
 * of a WebSocket, so this is their only way to authenticate one.
 */
const TOKEN_PROTOCOL = 'base64url.bearer.authorization.k8s.io.';
const BASE64URL = /^[\w-]*$/;

/** Token of a WebSocket request: absent, read, or offered in a form that authenticates no client. */
export type WebSocketToken = { readonly token?: string } | { readonly error: string };

/**
 * Returns the token among the protocols that a request for a WebSocket offers. The token must be the only one, and
 * another protocol must be offered beside it, because the server never answers with the one that holds a secret
 * (upstream: `authentication/request/websocket/protocol.go`).
 */
export function webSocketToken(headers: IncomingHttpHeaders): WebSocketToken {
  if (headers.upgrade?.toLowerCase() !== 'websocket') return {};
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim());
  const [encoded, ...further] = offered.filter((protocol) => protocol.startsWith(TOKEN_PROTOCOL));
  if (encoded === undefined) return {};
  if (further.length > 0) return { error: 'multiple base64.bearer.authorization tokens specified' };
  const text = encoded.slice(TOKEN_PROTOCOL.length);
  if (text === '') return {};
  const token = BASE64URL.test(text) ? decoded(text) : undefined;
  if (token === undefined) return { error: 'invalid base64.bearer.authorization token encoding' };
  return offered.length > 1 ? { token } : { error: 'missing additional subprotocol' };
}

/** The text in base64url; undefined if its length or its bytes cannot be those of a text. */
function decoded(text: string): string | undefined {
  if (text.length % 4 === 1) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64url'));
  } catch {
    return undefined;
  }
}
