import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { jsonOf, sendRequest } from './http-request';
import type { ServerAddress } from './server-address';

/** What an import is asked for besides its objects. */
export interface ImportOptions {
  /** When the objects were read; if not given, the latest instant that they say something happened. */
  readonly asOf?: Date;
  /** True if nothing is written. */
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

/** Sends the texts of objects, in JSON, to a cluster. Rejects with `RefusedError` or `UnreachableError`. */
export async function importObjects(
  address: ServerAddress,
  texts: Iterable<string>,
  { asOf, dryRun }: ImportOptions = {},
): Promise<ImportReport> {
  const query = new URLSearchParams({
    ...(asOf ? { asOf: asOf.toISOString() } : {}),
    ...(dryRun ? { dryRun: 'true' } : {}),
  });
  const path = `/import${query.size > 0 ? `?${query.toString()}` : ''}`;
  const headers = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' };
  const body = [Readable.from(lines(texts)), createGzip()] as const;
  return jsonOf(await sendRequest(address, { method: 'POST', path, headers, body }), `${address.url}${path}`);
}

function* lines(texts: Iterable<string>): Generator<string> {
  for (const text of texts) yield `${text}\n`;
}
