import type { ReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { OrreryError } from './errors';

/** Opens a file to be sent. Rejects with {@link OrreryError} for what is not there, is not a file or may not be read. */
export async function readableFile(path: string): Promise<ReadStream> {
  try {
    const file = await open(path);
    if ((await file.stat()).isDirectory()) {
      await file.close();
      throw new Error('it is a directory');
    }
    return file.createReadStream();
  } catch (error) {
    throw new OrreryError(`${path} cannot be read: ${(error as Error).message}`);
  }
}
