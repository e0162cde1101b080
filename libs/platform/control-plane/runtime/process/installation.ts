import { randomBytes } from 'node:crypto';
import { Authority, makeAuthority } from '@orrery/authority';
import { ofInstallation, type Database } from '@orrery/store';

const SECRET_BYTES = 32;

/** Secrets that the processes on one database share, and no other process knows. */
export interface Installation {
  /** Authority that signs the server's certificate, for the clients of all clusters. */
  readonly authority: Authority;
  /** Secret from which those of its clusters are derived. */
  readonly secret: string;
}

/** Reads what the first process on this database made; makes it, if this is the first. */
export async function openInstallation(database: Database): Promise<Installation> {
  const { value: secret } = await ofInstallation(database, 'secret', () => ({ value: newSecret() }));
  const source = { secret, purpose: 'orrery server' };
  const keys = await ofInstallation(database, 'authority', () => makeAuthority('kubernetes', source));
  return { authority: new Authority(keys), secret };
}

/** A text that cannot be guessed. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}
