import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReplayPartsFragment } from '../graphql/operations.generated';
import { OrreryError, RefusedError, UnreachableError } from './errors';
import { readableFile } from './readable-file';
import type { ServerAddress } from './server-address';

/** Result of a replay. */
export type ReplayReport = ReplayPartsFragment;

/** Progress of a replay. */
export interface ReplayProgress {
  readonly inputs: number;
  readonly ofInputs: number;
  /** Cluster time, RFC 3339. */
  readonly now: string;
  readonly resourceVersion: string;
}

/** Options of a replay. */
export interface ReplayOptions {
  /** Name under which the cluster of the repetition stays; it is taken away if not given. */
  readonly keep?: string;
  /** Seed other than that of the recording. */
  readonly seed?: string;
  readonly progress?: (progress: ReplayProgress) => void;
}

/**
 * Writes the recording of a cluster to a file, whole or not at all; only its owner may read it, for it has the keys of the cluster. Rejects with
 * {@link RefusedError}, {@link UnreachableError}, or the error of the file system.
 */
export async function saveRecording(cluster: ServerAddress, file: string): Promise<void> {
  const answer = await ask(cluster, '/recording', { method: 'GET' });
  const unfinished = `${file}.unfinished`;
  try {
    await pipeline(answer, createWriteStream(unfinished, { mode: 0o600 }));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/**
 * Repeats a recording, from a file or as bytes, in a new cluster of a server, and returns the first difference if there
 * is one. Rejects with {@link RefusedError} for an invalid recording, and with {@link UnreachableError}.
 */
export async function replayRecording(
  server: ServerAddress,
  recording: string | Uint8Array,
  { keep, seed, progress }: ReplayOptions = {},
): Promise<ReplayReport> {
  const query = new URLSearchParams({
    ...(keep === undefined ? {} : { keep }),
    ...(seed === undefined ? {} : { seed }),
  });
  const body = typeof recording === 'string' ? await readableFile(recording) : Readable.from([recording]);
  const headers = { 'content-type': 'application/gzip' };
  const path = `/replay${query.size > 0 ? `?${query.toString()}` : ''}`;
  const answer = await ask(server, path, { method: 'POST', headers }, body);
  for await (const line of createInterface({ input: answer })) {
    const entry = JSON.parse(line) as {
      readonly progress?: ReplayProgress;
      readonly report?: ReplayReport;
      readonly error?: { readonly message?: string };
    };
    if (entry.progress) progress?.(entry.progress);
    if (entry.report) return entry.report;
    if (entry.error) throw new RefusedError(entry.error.message ?? 'the recording could not be repeated');
  }
  throw new UnreachableError(`the server at ${server.url} ended before the recording was repeated`);
}

/** The answer to a request that was accepted. */
async function ask(
  { url, token, ca }: ServerAddress,
  path: string,
  options: RequestOptions,
  body?: Readable,
): Promise<IncomingMessage> {
  const target = `${url}${path}`;
  const open = url.startsWith('https:') ? httpsRequest : httpRequest;
  const headers = { ...options.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  const request = open(target, { ...options, headers, ...(ca === undefined ? {} : { ca }) });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('error', (error: Error & { code?: string }) =>
      reject(new UnreachableError(`the server at ${target} cannot be reached: ${error.message || error.code}`)),
    );
    request.on('response', resolve);
  });
  if (body) {
    // An answer may come before the body is through; it counts.
    body.on('error', (error) => request.destroy(new OrreryError(error.message)));
    body.pipe(request);
  } else request.end();
  const answer = await answered;
  if (answer.statusCode === 200) return answer;
  throw new RefusedError(await messageOf(answer, target));
}

async function messageOf(answer: IncomingMessage, target: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  try {
    const { message } = JSON.parse(Buffer.concat(chunks).toString()) as { message?: string };
    if (message !== undefined) return message;
  } catch {
    // The answer of something else than an Orrery server.
  }
  return `${target}: the server answered ${answer.statusCode}`;
}
