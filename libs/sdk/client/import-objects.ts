import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { jsonOf, sendRequest } from './http-request';
import type { ServerAddress } from './server-address';

/** Options of an import besides its objects. */
export interface ImportOptions {
  /** Time at which the objects were read; by default, the latest instant at which they report an occurrence. */
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

/** Result of an import, by object. */
export interface ImportReport {
  /** Time at which the objects were read, in RFC 3339. */
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
