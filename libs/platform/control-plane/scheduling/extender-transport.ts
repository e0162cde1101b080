import { readFileSync, statSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { BundleAgent } from '@orrery/webhooks';
import type { OutsidePort } from '../ports/outside-port';
import {
  ConsultedExtender,
  HttpExtender,
  type ExtenderReply,
  type ExtenderSettings,
  type ExtenderTransport,
  type SchedulerSettings,
} from '@orrery/scheduling';

/** Maximum size of an answer that is read: no extender needs as much. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** The longest file of a certificate or a key. */
const MAX_FILE_BYTES = 1024 * 1024;

/**
 * The extenders of a configuration, asked over HTTP until `stopped` is aborted; they serve one engine.
 *
 * @param inputs where their answers come from, if what follows from them is kept
 */
export function consultedExtenders(
  { extenders }: SchedulerSettings,
  stopped: AbortSignal,
  inputs?: OutsidePort['inputs'],
): ConsultedExtender[] {
  const overHttp = extenderTransport(stopped);
  const transport: ExtenderTransport = inputs
    ? (url, body, settings) =>
        inputs.ask<ExtenderReply>(
          { extender: url, body },
          () => overHttp(url, body, settings),
          (reason) => ({ error: `Post ${JSON.stringify(url)}: ${reason}` }),
        )
    : overHttp;
  return extenders.map((settings) => new ConsultedExtender(new HttpExtender(settings, transport)));
}

/**
 * Calls extenders over HTTP or HTTPS. Errors are returned as texts. Once `stopped` is aborted no answer is awaited any
 * more.
 */
export function extenderTransport(stopped: AbortSignal): ExtenderTransport {
  return (url, body, settings) =>
    new Promise<ExtenderReply>((resolve) => {
      try {
        const text = JSON.stringify(body);
        const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
        const { httpTimeoutMs: timeout } = settings;
        const isSecure = settings.enableHttps || url.startsWith('https:');
        const target = new URL(isSecure ? url.replace(/^http:/, 'https:') : url);
        const options = { method: 'POST', headers, signal: AbortSignal.any([stopped, AbortSignal.timeout(timeout)]) };
        const sent = isSecure
          ? httpsRequest(target, { ...options, ...tlsOptions(settings) })
          : httpRequest(target, options);
        sent.on('error', (error) => resolve({ error: failureText(url, error) }));
        sent.on('response', (response) => {
          const chunks: Buffer[] = [];
          let length = 0;
          response.on('data', (chunk: Buffer) => {
            length += chunk.length;
            if (length > MAX_ANSWER_BYTES) sent.destroy(new Error('the answer is too long'));
            else chunks.push(chunk);
          });
          response.on('error', (error) => resolve({ error: failureText(url, error) }));
          response.on('end', () => resolve(replyOf(url, response.statusCode ?? 0, Buffer.concat(chunks).toString())));
        });
        sent.end(text);
      } catch (error) {
        resolve({ error: failureText(url, error as Error) });
      }
    });
}

function replyOf(url: string, status: number, text: string): ExtenderReply {
  try {
    return { status, body: text === '' ? {} : (JSON.parse(text) as unknown) };
  } catch (error) {
    return status === 200 ? { error: failureText(url, error as Error) } : { status, body: undefined };
  }
}

/** Returns the text of a failure as Go's client words it. */
function failureText(url: string, error: Error): string {
  const reason =
    error.name === 'TimeoutError' || error.name === 'AbortError' ? 'context deadline exceeded' : error.message;
  return `Post ${JSON.stringify(url)}: ${reason}`;
}

/** `tlsConfig` of the configuration: files or data in base64, as client-go has them. */
function tlsOptions({ tlsConfig = {} }: Pick<ExtenderSettings, 'tlsConfig'>): RequestOptions {
  const { insecure, serverName } = tlsConfig as { insecure?: boolean; serverName?: string };
  const part = (name: string): Buffer | undefined => {
    const data = tlsConfig[`${name}Data`];
    const file = tlsConfig[`${name}File`];
    if (typeof data === 'string') return Buffer.from(data, 'base64');
    return typeof file === 'string' && file !== '' ? readPem(file) : undefined;
  };
  const [cert, key, ca] = [part('cert'), part('key'), part('ca')];
  return {
    ...(cert ? { cert } : {}),
    ...(key ? { key } : {}),
    ...(ca ? { ca } : {}),
    ...(ca && !insecure ? { agent: new BundleAgent() } : {}),
    ...(serverName ? { servername: serverName } : {}),
    ...(insecure ? { rejectUnauthorized: false } : {}),
  };
}

/** Returns the contents of a file; throws for a device, a pipe or a long file, which could be read without end. */
function readPem(path: string): Buffer {
  const found = statSync(path);
  if (!found.isFile()) throw new Error(`${path} is not a regular file`);
  if (found.size > MAX_FILE_BYTES) throw new Error(`${path} is longer than ${MAX_FILE_BYTES} bytes`);
  return readFileSync(path);
}
