import { createWriteStream } from 'node:fs';
import { readableFile } from './readable-file';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { OrreryError } from './errors';
import { jsonOf, sendRequest } from './http-request';
import type { ServerAddress } from './server-address';

/**
 * Writes the file of a snapshot that the server keeps: completely, or not at all. Rejects with `RefusedError` if the
 * snapshot does not exist.
 */
export async function downloadSnapshot(address: ServerAddress, name: string, file: string): Promise<void> {
  const path = pathOf(name);
  const answer = await sendRequest(address, { method: 'GET', path });
  if (answer.statusCode !== 200) return jsonOf(answer, `${address.url}${path}`);
  const unfinished = `${file}.part`;
  try {
    await pipeline(answer, createWriteStream(unfinished));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw new OrreryError(`${file} cannot be written: ${(error as Error).message}`);
  }
}

/** Lets the server keep the file of a snapshot under a name. Rejects with `RefusedError` if the server finds that it is none. */
export async function uploadSnapshot(address: ServerAddress, name: string, file: string): Promise<void> {
  const path = pathOf(name);
  const content = await readableFile(file);
  const headers = { 'content-type': 'application/gzip' };
  await jsonOf(await sendRequest(address, { method: 'PUT', path, headers, body: [content] }), `${address.url}${path}`);
}

function pathOf(name: string): string {
  return `/snapshots/${encodeURIComponent(name)}`;
}
