import { jsonText, parseJson } from '@orrery/api-types';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { BundleAgent, isUnknownAuthority } from './bundle-trust';

/** A webhook that could not be asked, or whose answer cannot be used. */
export class WebhookError extends Error {}

/** Request to a webhook. */
export interface WebhookCall {
  readonly url: URL;
  /** Name in errors; the URL if left out. */
  readonly shown?: string;
  /** The name in the certificate, where it is not that of the URL. */
  readonly serverName?: string | undefined;
  /** Certificates that the webhook's must lead to, PEM in base64; absent: those of the machine. */
  readonly caBundle?: string | undefined;
  /** Sent as JSON. */
  readonly body: object;
  readonly timeoutSeconds: number;
}

/** Larger answers than this are refused; upstream has the limit of its own requests here too. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/**
 * Connections to one webhook at a time. More calls wait for one within their own timeout: a webhook that hangs cannot take all
 * sockets of the process.
 */
const MAX_CONNECTIONS = 100;
const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
const bundleAgent = new BundleAgent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });

/** Maximum number of characters of an answer that an error shows. */
const SHOWN_LENGTH = 200;

/**
 * Posts to a webhook over HTTPS and answers the parsed JSON. Redirects are never followed: a webhook could send the server
 * to places that its author cannot reach. Throws {@link WebhookError}.
 */
export function callWebhook(call: WebhookCall): Promise<unknown> {
  const signal = AbortSignal.timeout(call.timeoutSeconds * 1000);
  return post(call, signal).catch((error: unknown) => {
    // The webhook closed an idle connection while it was used again: it has not seen the request.
    if (error instanceof ClosedIdle) return post(call, signal);
    if (error instanceof UnknownAuthority && call.caBundle) return post(call, signal, bundleAgent);
    throw error;
  });
}

class ClosedIdle extends WebhookError {}
/** Nothing was sent: the certificate leads to no authority that Node's verifier finds. */
class UnknownAuthority extends WebhookError {}

function post(call: WebhookCall, signal: AbortSignal, by: Agent = agent): Promise<unknown> {
  const { url, shown = url.href, serverName, caBundle, body } = call;
  const text = jsonText(body);
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      const { code } = error as NodeJS.ErrnoException;
      const isIdle = asking?.reusedSocket === true && !hasAnswer && (code === 'ECONNRESET' || code === 'EPIPE');
      if (isIdle) return reject(new ClosedIdle(`Post "${shown}": ${error.message}`));
      const Kind = isUnknownAuthority(code) ? UnknownAuthority : WebhookError;
      reject(new Kind(`Post "${shown}": ${reasonOf(error)}`));
    };
    let hasAnswer = false;
    let asking: ClientRequest | undefined;
    try {
      asking = request(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'content-length': Buffer.byteLength(text),
        },
        ...(caBundle ? { ca: Buffer.from(caBundle, 'base64') } : {}),
        ...(serverName === undefined ? {} : { servername: serverName }),
        agent: by,
        signal,
      });
    } catch (error) {
      // A bundle that cannot be read is found out here.
      fail(error as Error);
      return;
    }
    asking.on('error', fail);
    asking.on('response', (response) => {
      hasAnswer = true;
      readAnswer(response).then(resolve, (error: Error) => {
        asking?.destroy();
        if (error instanceof WebhookError) reject(error);
        else fail(error);
      });
    });
    asking.end(text);
  });
}

/** Returns the reason of a failure, in Go's words where it has any for the case. */
function reasonOf(error: Error): string {
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'context deadline exceeded';
  // One error for each address that was tried.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { code = '', message, address, port, hostname } = first as NodeJS.ErrnoException & Record<string, unknown>;
  if (code === 'ECONNREFUSED') return `dial tcp ${String(address)}:${String(port)}: connect: connection refused`;
  if (code === 'ENOTFOUND') return `dial tcp: lookup ${String(hostname)}: no such host`;
  if (isUnknownAuthority(code)) {
    return 'tls: failed to verify certificate: x509: certificate signed by unknown authority';
  }
  if (code !== 'CERT_HAS_EXPIRED') return message;
  return 'tls: failed to verify certificate: x509: certificate has expired or is not yet valid';
}

/** Reads the JSON of an answer. Throws a {@link WebhookError} for an invalid one, and for failures of the transfer. */
async function readAnswer(response: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error(`the answer is larger than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return readReply(response.statusCode ?? 0, Buffer.concat(chunks).toString('utf8'));
}

/** The JSON of an answer with a status. Throws a {@link WebhookError} or an error for one that is none. */
export function readReply(statusCode: number, text: string): unknown {
  if (statusCode === 404) throw new WebhookError('the server could not find the requested resource');
  if (statusCode >= 500) {
    const start = JSON.stringify(text.slice(0, SHOWN_LENGTH));
    throw new WebhookError(`an error on the server (${start}) has prevented the request from succeeding`);
  }
  if (statusCode >= 300 && statusCode < 400) throw new Error('redirects are not followed');
  if (statusCode !== 200) throw new Error(`unexpected status ${statusCode}`);
  try {
    return parseJson(text);
  } catch {
    throw new Error('the answer is not JSON');
  }
}
