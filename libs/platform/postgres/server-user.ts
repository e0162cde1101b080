import { chownSync, mkdirSync } from 'node:fs';

/** User that the server runs as when this program runs as root, which Postgres refuses to run as: `nobody`. */
export const POSTGRES_USER = { uid: 65534, gid: 65534 };

/** Whom the server's programs run as, where that is not this process's user. */
export function serverIdentity(): { readonly uid?: number; readonly gid?: number } {
  return process.getuid?.() === 0 ? POSTGRES_USER : {};
}

/** Gives a file or a folder to the server's user. */
export function own(path: string): void {
  const { uid, gid } = serverIdentity();
  if (uid !== undefined) chownSync(path, uid, gid!);
}

/** A new folder that only the server's user can enter. */
export function makeForServer(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  own(folder);
}
