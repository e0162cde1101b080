import { readFileSync } from 'node:fs';
import { Group, parseStaticTokens, type User } from '@orrery/access';
import { AuthorizationMode } from '@orrery/control-plane';
import { AccessControl } from './access-control';
import type { ServingCertificate } from './serving-certificate';

/** Access settings of a program, from options or environment variables. */
export interface AccessOptions {
  /** The address to listen on. */
  readonly host: string;
  /** Undefined: RBAC if requests are authenticated, no access control otherwise. */
  readonly mode: AuthorizationMode | undefined;
  /** File of `token,user,uid,"group1,group2"`. */
  readonly tokenAuthFile: string | undefined;
  /** Authorities whose certificates clients may show. */
  readonly clientCaFile: string | undefined;
  readonly tlsCertFile: string | undefined;
  readonly tlsPrivateKeyFile: string | undefined;
  /** Further names that requests may come to or from, as {@link OriginPolicy} has them. */
  readonly allowedHosts: readonly string[];
}

export interface LoadedAccess {
  readonly access: AccessControl;
  readonly tls: ServingCertificate | undefined;
  readonly allowedHosts: readonly string[];
}

/** Something about access that only the person who starts the server can mend. */
export class InvalidAccessOptions extends Error {}

/** Whether the options configure authentication. */
export function isAuthenticated({
  mode,
  tokenAuthFile,
  clientCaFile,
}: Pick<AccessOptions, 'mode' | 'tokenAuthFile' | 'clientCaFile'>): boolean {
  return mode === AuthorizationMode.Rbac || tokenAuthFile !== undefined || clientCaFile !== undefined;
}

/**
 * Reads the files of the options. `adminToken` is an administrator's, in addition to those in the file. Throws
 * {@link InvalidAccessOptions}.
 */
export async function loadAccess(options: AccessOptions, adminToken?: string): Promise<LoadedAccess> {
  const given = certificateOf(options);
  const { allowedHosts } = options;
  if (!isAuthenticated(options)) return { access: new AccessControl(), tls: given, allowedHosts };
  const users = new Map<string, User>(options.tokenAuthFile === undefined ? [] : tokensIn(options.tokenAuthFile));
  if (adminToken !== undefined) {
    users.set(adminToken, { name: 'kubernetes-admin', groups: [Group.Masters, Group.Authenticated] });
  }
  // Tokens are not sent in the clear, as kubectl refuses to do.
  const own = given ?? (await ownCertificate(options.host));
  const tls = options.clientCaFile === undefined ? own : { ...own, ca: read(options.clientCaFile) };
  const access = new AccessControl({ mode: options.mode ?? AuthorizationMode.Rbac, users });
  return { access, tls, allowedHosts };
}

/** The library for certificates takes a third of a second to load, which only servers that need one of their own pay. */
async function ownCertificate(host: string): Promise<ServingCertificate> {
  const { selfSignedCertificate } = await import('./self-signed-certificate');
  return selfSignedCertificate(['localhost', '127.0.0.1', host], Date.now());
}

function tokensIn(file: string): Iterable<[string, User]> {
  const { users, errors } = parseStaticTokens(read(file).toString('utf8'));
  if (users) return users;
  throw new InvalidAccessOptions(`${file}: ${errors.join('; ')}`);
}

function certificateOf(options: AccessOptions): ServingCertificate | undefined {
  const { tlsCertFile: cert, tlsPrivateKeyFile: key } = options;
  if ((cert === undefined) !== (key === undefined)) {
    throw new InvalidAccessOptions('a certificate and its private key are needed together');
  }
  return cert === undefined || key === undefined ? undefined : { cert: read(cert), key: read(key) };
}

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new InvalidAccessOptions(`${file} cannot be read (${(error as Error).message})`);
  }
}
