import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { differences, type Difference } from './differences';
import { normalise } from './normalise';
import type { Answer, Exchange } from './recording';
import { VIEWS } from './views';

/** The user of requests that name none. */
const ADMINISTRATOR = 'admin-token';
const POLL_MS = 100;
const LONGEST_SILENCE_MS = 5000;
/** Answer of a stream that does not end. */
const NO_ANSWER: Answer = { status: 0, ctype: null, warning: [], retry: null, allow: null, body: 'no answer' };
/** Time limit of controllers for answers that are known to differ. */
const LONGEST_WAIT_FOR_KNOWN_S = 1;

/**
 * Sends the requests of a recording one by one and compares the answers.
 *
 * @param url of the cluster
 * @param known identities of answers that differ, for which it is not worth to wait
 * @returns by the identities of differing answers, where they differ
 */
export async function replay(
  url: string,
  exchanges: readonly Exchange[],
  known: ReadonlySet<string>,
): Promise<Map<string, Difference[]>> {
  const parts = new Map<string, unknown>();
  const found = new Map<string, Difference[]>();
  for (const exchange of exchanges) {
    const { answer, id, waitS = 0 } = exchange;
    const ends = Date.now() + 1000 * (known.has(id) ? Math.min(waitS, LONGEST_WAIT_FOR_KNOWN_S) : waitS);
    for (;;) {
      const ours = await sendTwice(url, exchange, parts);
      const differing = answer ? compare(exchange, answer, ours) : [];
      if (differing.length > 0 && Date.now() < ends) {
        await pause(POLL_MS);
        continue;
      }
      if (differing.length > 0) found.set(id, differing);
      if (exchange.save !== undefined) keep(parts, exchange.save, ours.body);
      break;
    }
  }
  return found;
}

function compare({ view, ignore = [] }: Exchange, real: Answer, ours: Answer): Difference[] {
  const look = view === undefined ? (body: unknown): unknown => body : VIEWS[view]!;
  const left = normalise(real) as Answer;
  const right = normalise(ours) as Answer;
  const counts = isScale(left.body) ? [...ignore, SCALE_COUNT] : ignore;
  const all = differences({ ...left, body: look(left.body) }, { ...right, body: look(right.body) });
  return all.filter(({ path }) => !counts.some((pattern) => new RegExp(pattern).test(path)));
}

/** Path of the number of pods in a Scale, which depends on the progress of its controller. */
const SCALE_COUNT = String.raw`^\.body\.status\.replicas$`;

function isScale(body: unknown): boolean {
  return typeof body === 'object' && body !== null && (body as { kind?: unknown }).kind === 'Scale';
}

const KEPT = ['uid', 'resourceVersion', 'name', 'continue', 'generation'];

function keep(parts: Map<string, unknown>, save: string, body: unknown): void {
  const { metadata } = (typeof body === 'object' ? (body ?? {}) : {}) as { metadata?: Record<string, unknown> };
  for (const field of KEPT) {
    if (metadata?.[field] !== undefined) parts.set(`${save}.${field}`, metadata[field]);
  }
}

/** A server may close a connection that it kept just when it is used again: such a request is sent once more. */
async function sendTwice(url: string, exchange: Exchange, parts: ReadonlyMap<string, unknown>): Promise<Answer> {
  try {
    return await send(url, exchange, parts);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
    return send(url, exchange, parts).catch((again: Error) => {
      throw new Error(`${exchange.id}: ${again.message}`, { cause: again });
    });
  }
}

function send(url: string, exchange: Exchange, parts: ReadonlyMap<string, unknown>): Promise<Answer> {
  const { method, path, body, base64, token = ADMINISTRATOR, headers = {} } = exchange;
  const filled = (text: string): string =>
    text.replace(/\$\{([^}]+)\}/g, (_, name: string) => String(parts.get(name) ?? ''));
  const data = base64 === undefined ? Buffer.from(filled(body ?? '')) : Buffer.from(base64, 'base64');
  const hasBody = base64 !== undefined || (body ?? null) !== null;
  const { pathname } = new URL(url);
  // The path is sent as the recorder did, with signs escaped that HTTP forbids: a URL that is parsed would lose its `..`.
  const escaped = filled(path).replace(/[^\x21-\x7e]+/g, encodeURIComponent);
  const options = {
    method,
    path: `${pathname === '/' ? '' : pathname}${escaped}`,
    rejectUnauthorized: false,
    headers: {
      'User-Agent': 'diff/1.0',
      Accept: 'application/json',
      ...(token === '' ? {} : { Authorization: `Bearer ${token}` }),
      ...headers,
      ...(hasBody ? { 'Content-Length': data.length } : {}),
    },
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve(answerOf(response, Buffer.concat(chunks).toString())));
    });
    sent.setTimeout(LONGEST_SILENCE_MS, () => {
      resolve(NO_ANSWER);
      sent.destroy();
    });
    sent.on('error', reject);
    sent.end(hasBody ? data : undefined);
  });
}

function answerOf({ statusCode = 0, headers, rawHeaders }: IncomingMessage, text: string): Answer {
  const isWarning = (_: string, i: number): boolean => i % 2 === 1 && rawHeaders[i - 1]!.toLowerCase() === 'warning';
  return {
    status: statusCode,
    ctype: headers['content-type'] ?? null,
    warning: rawHeaders.filter(isWarning).sort(),
    retry: headers['retry-after'] ?? null,
    allow: headers.allow ?? null,
    body: readBody(text),
  };
}

/** Returns the parsed body; a body that is not JSON is compared by its beginning. */
function readBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text.slice(0, 3000);
  }
}
