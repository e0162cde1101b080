import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { RefusedError, UnreachableError } from './errors';
import type { ServerAddress } from './server-address';

/** What an import is asked for besides its objects. */
export interface ImportOptions {
  /** When the objects were read; if not given, the latest instant that they say something happened. */
  readonly asOf?: Date;
  /** Whether nothing is written. */
  readonly dryRun?: boolean;
}

/** An object of an import: why it was left out, or what was changed. */
export interface ImportNote {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly text: string;
}

/** What became of the objects of an import. */
export interface ImportReport {
  /** When the objects were read, as a time in RFC 3339. */
  readonly asOf: string;
  readonly imported: readonly { readonly apiVersion: string; readonly kind: string; readonly count: number }[];
  readonly leftOut: readonly ImportNote[];
  readonly changed: readonly ImportNote[];
}

/** Sends the texts of objects, in JSON, to a cluster. Rejects with {@link RefusedError} or {@link UnreachableError}. */
export async function importObjects(
  { url, token, ca }: ServerAddress,
  texts: Iterable<string>,
  { asOf, dryRun }: ImportOptions = {},
): Promise<ImportReport> {
  const query = new URLSearchParams({
    ...(asOf ? { asOf: asOf.toISOString() } : {}),
    ...(dryRun ? { dryRun: 'true' } : {}),
  });
  const target = `${url}/import${query.size > 0 ? `?${query.toString()}` : ''}`;
  const open = url.startsWith('https:') ? httpsRequest : httpRequest;
  const headers = {
    'content-type': 'application/x-ndjson',
    'content-encoding': 'gzip',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const request = open(target, { method: 'POST', headers, ...(ca === undefined ? {} : { ca }) });
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
  });
  // An answer may come before the body is through; it counts.
  const sent = pipeline(Readable.from(lines(texts)), createGzip(), request);
  const { status, text } = await Promise.race([answered, sent.then(() => answered)]).catch((error: unknown) => {
    const { message, code } = error as Error & { code?: string };
    throw new UnreachableError(`the server at ${target} cannot be reached: ${message || code}`);
  });
  sent.catch(() => undefined);
  return reportOf(status, text, target);
}

function* lines(texts: Iterable<string>): Generator<string> {
  for (const text of texts) yield `${text}\n`;
}

function reportOf(status: number, text: string, target: string): ImportReport {
  let answer: ImportReport & { readonly message?: string };
  try {
    answer = JSON.parse(text) as typeof answer;
  } catch {
    throw new UnreachableError(`${target} answered ${status} and no JSON: is it an Orrery server?`);
  }
  if (status === 200) return answer;
  throw new RefusedError(answer.message ?? `${target}: the server answered ${status}`);
}
