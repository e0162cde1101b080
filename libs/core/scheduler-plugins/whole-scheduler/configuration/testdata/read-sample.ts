import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A sample configuration of the guide, as it is printed there. */
export function readSample(file: string): string {
  return readFileSync(join(__dirname, file), 'utf8');
}
