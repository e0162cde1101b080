import { randomBytes } from 'node:crypto';

/** A name that no other cluster has. */
export function newClusterName(): string {
  return `test-${randomBytes(6).toString('hex')}`;
}
