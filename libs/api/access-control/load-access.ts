import { readFileSync } from 'node:fs';
import { Group, parseStaticTokens, type User } from '@orrery/access';
import { AuthorizationMode } from '@orrery/control-plane';
import { AccessControl } from './access-control';
import type { ServingChoice } from './serving-certificate';

/** Access settings of a program, from options or environment variables. */
export interface AccessOptions {
  /** The address to listen on. */
  readonly host: string;
  /** Address at which clients reach the server, if it differs from `host`. */
  readonly publishedHost?: string | undefined;
  /** Authorization mode; undefined: RBAC if requests are authenticated, no access control otherwise. */
  readonly mode: AuthorizationMode | undefined;
  /** File of `token,user,uid,"group1,group2"`. */
  readonly tokenAuthFile: string | undefined;
  /** Authorities whose certificates clients may show. */
  readonly clientCaFile: string | undefined;
  /** Serve HTTPS, also without users. */
  readonly tls: boolean;
  readonly tlsCertFile: string | undefined;
  readonly tlsPrivateKeyFile: string | undefined;
  /** Further names that requests may come to or from, as {@link OriginPolicy} has them. */
  readonly allowedHosts: readonly string[];
}

export interface LoadedAccess {
  readonly access: AccessControl;
  readonly serving: ServingChoice;
  readonly allowedHosts: readonly string[];
}

/** An invalid access option, which the person who starts the server must correct. */
export class InvalidAccessOptions extends Error {}

/** Returns whether the options configure authentication. */
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
export function loadAccess(options: AccessOptions, adminToken?: string): LoadedAccess {
  const given = certificateOf(options);
  const { allowedHosts } = options;
  const hasUsers = isAuthenticated(options);
  // Tokens are not sent in the clear, as kubectl refuses to do.
  const certificate = given ?? (hasUsers || options.tls ? 'own' : undefined);
  const clientCa = options.clientCaFile === undefined ? undefined : read(options.clientCaFile);
  const hosts = [
    options.host,
    ...(options.publishedHost === undefined ? [] : [options.publishedHost]),
    ...allowedHosts.map(withoutPort),
  ];
  const serving: ServingChoice = { certificate, hosts, clientCa, hasUsers };
  if (!hasUsers) return { access: new AccessControl(), serving, allowedHosts };
  const users = new Map<string, User>(options.tokenAuthFile === undefined ? [] : tokensIn(options.tokenAuthFile));
  if (adminToken !== undefined) {
    users.set(adminToken, { name: 'kubernetes-admin', groups: [Group.Masters, Group.Authenticated] });
  }
  const access = new AccessControl({ mode: options.mode ?? AuthorizationMode.Rbac, users });
  return { access, serving, allowedHosts };
}

/** Returns the name of a server without its port, if it has one; addresses of IPv6 are in brackets then. */
function withoutPort(name: string): string {
  const [, address, host] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/.exec(name) ?? [];
  return address ?? host ?? name;
}

function tokensIn(file: string): Iterable<[string, User]> {
  const { users, errors } = parseStaticTokens(read(file).toString('utf8'));
  if (users) return users;
  throw new InvalidAccessOptions(`${file}: ${errors.join('; ')}`);
}

function certificateOf(options: AccessOptions): { readonly cert: Buffer; readonly key: Buffer } | undefined {
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
