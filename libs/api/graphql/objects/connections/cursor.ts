import { badUserInput } from '@orrery/actions';
import { jsonText } from '@orrery/api-types';
import { createHash } from 'node:crypto';

/** Position of the end of a page, with the state of the cluster and the list that it belongs to. */
export interface Cursor {
  readonly revision: number;
  /** Digest of filter and order: a cursor is valid with these only. */
  readonly listDigest: string;
  /** Namespace and name of the item. */
  readonly key: string;
}

/** A short text that differs for lists that differ in kind, filter or order. */
export function listDigest(description: unknown): string {
  return createHash('sha256').update(jsonText(description)).digest('base64url').slice(0, 12);
}

export function encodeCursor({ revision, listDigest: digest, key }: Cursor): string {
  return Buffer.from(JSON.stringify([revision, digest, key])).toString('base64url');
}

/** Reads a cursor of the given list; throws BAD_USER_INPUT for another list's and for a text that is not a cursor. */
export function decodeCursor(text: string, digest: string): Cursor {
  const cursor = readCursor(text);
  if (!cursor) throw badUserInput('the cursor is invalid');
  if (cursor.listDigest !== digest) throw badUserInput('the cursor belongs to a list with another filter or order');
  return cursor;
}

function readCursor(text: string): Cursor | undefined {
  try {
    const [revision, digest, key] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[];
    if (!Number.isSafeInteger(revision) || typeof digest !== 'string' || typeof key !== 'string') return undefined;
    return { revision: revision as number, listDigest: digest, key };
  } catch {
    return undefined;
  }
}
