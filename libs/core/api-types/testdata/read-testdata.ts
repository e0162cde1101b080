import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Tables recorded from the Go implementation; used by specs only. */
export function readTestdata<T>(name: string): T {
  return JSON.parse(gunzipSync(readFileSync(join(__dirname, name))).toString('utf8')) as T;
}
