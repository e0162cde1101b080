import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import type { ServerAddress } from '@orrery/sdk';
import { CliError, ExitCode } from '../command';
import { credentialOf, type Credential, type ExecEntry } from './exec-credential';

/** Connection to a cluster, which may be a real one. */
export interface ClusterConnection extends ServerAddress, Credential {
  /** False: the certificate of the server is not verified. */
  readonly rejectUnauthorized?: boolean;
  /** Name in the certificate of the server, where it is not that of the address. */
  readonly servername?: string;
}

interface Named<T> {
  readonly name: string;
  readonly value: T | undefined;
}
interface ClusterEntry {
  readonly server?: string;
  readonly 'certificate-authority'?: string;
  readonly 'certificate-authority-data'?: string;
  readonly 'insecure-skip-tls-verify'?: boolean;
  readonly 'tls-server-name'?: string;
  readonly 'proxy-url'?: string;
}
interface UserEntry {
  readonly token?: string;
  readonly tokenFile?: string;
  readonly 'client-certificate'?: string;
  readonly 'client-certificate-data'?: string;
  readonly 'client-key'?: string;
  readonly 'client-key-data'?: string;
  readonly username?: string;
  readonly 'auth-provider'?: unknown;
  /** Whom the user acts as. */
  readonly as?: string;
  readonly 'as-uid'?: string;
  readonly 'as-groups'?: readonly string[];
  readonly 'as-user-extra'?: unknown;
  readonly exec?: ExecEntry;
}
/** Kubeconfig fields that kubectl supports and this command does not: other connections, credentials and users. */
const UNSUPPORTED = [
  'proxy-url',
  'auth-provider',
  'username',
  'as',
  'as-uid',
  'as-groups',
  'as-user-extra',
] as const satisfies readonly (keyof (ClusterEntry & UserEntry))[];

interface Kubeconfig {
  readonly 'current-context'?: string;
  readonly contexts?: readonly { name: string; context?: { cluster?: string; user?: string } }[];
  readonly clusters?: readonly { name: string; cluster?: ClusterEntry }[];
  readonly users?: readonly { name: string; user?: UserEntry }[];
}

/**
 * Returns the connection of a kubeconfig's context: with tokens, client certificates, and the programs that supply them
 * (`exec`). Throws {@link CliError} for unreadable input, and for connections that are not supported.
 */
export function connectionOf(file: string, contextName?: string): ClusterConnection {
  const config = readConfig(file);
  const name = contextName ?? config['current-context'];
  const context = found(
    config.contexts?.map((each) => ({ name: each.name, value: each.context })),
    name,
    'context',
    file,
  );
  const cluster = found(
    config.clusters?.map((each) => ({ name: each.name, value: each.cluster })),
    context.cluster,
    'cluster',
    file,
  );
  const users = config.users?.map((each) => ({ name: each.name, value: each.user ?? {} }));
  const user = context.user ? found(users, context.user, 'user', file) : {};
  const { server } = cluster;
  if (server === undefined) throw refused(`${file}: cluster ${context.cluster ?? ''} has no server`);
  for (const way of UNSUPPORTED) {
    if (!{ ...cluster, ...user }[way]) continue;
    throw refused(`${file}: "${way}" is not supported: give a context with a token or a certificate`);
  }
  const folder = dirname(resolve(file));
  const read = reader(folder);
  const ca = read(cluster['certificate-authority-data'], cluster['certificate-authority']);
  return {
    url: server.replace(/(?<!\/)\/+$/, ''),
    ...(ca === undefined ? {} : { ca }),
    ...(cluster['insecure-skip-tls-verify'] ? { rejectUnauthorized: false } : {}),
    ...(cluster['tls-server-name'] ? { servername: cluster['tls-server-name'] } : {}),
    ...(user.exec
      ? credentialOf(user.exec, { file, folder, cluster: shownCluster(cluster, ca) })
      : ownCredential(user, read, file)),
  };
}

/** Returns the data about the cluster that a user's program may see. */
function shownCluster(cluster: ClusterEntry, ca: string | undefined): object {
  const { server, 'tls-server-name': name, 'insecure-skip-tls-verify': isInsecure } = cluster;
  return {
    server,
    ...(name ? { 'tls-server-name': name } : {}),
    ...(isInsecure ? { 'insecure-skip-tls-verify': true } : {}),
    ...(ca === undefined ? {} : { 'certificate-authority-data': Buffer.from(ca).toString('base64') }),
  };
}

/** Reads a value from the file itself, in base64, or from another file. */
type Reader = (data: string | undefined, path: string | undefined) => string | undefined;

function ownCredential(user: UserEntry, read: Reader, file: string): Credential {
  const token = tokenOf(user, read)?.trim();
  const cert = read(user['client-certificate-data'], user['client-certificate']);
  const key = read(user['client-key-data'], user['client-key']);
  if (cert && !key) throw refused(`${file}: client-certificate has no client-key`);
  if (key && !cert) throw refused(`${file}: client-key has no client-certificate`);
  return { ...(token ? { token } : {}), ...(cert && key ? { cert, key } : {}) };
}

/** Returns the token. The file wins over the token in the kubeconfig, which is for when the file cannot be read (`rest.Config`). */
function tokenOf({ token, tokenFile }: UserEntry, read: Reader): string | undefined {
  try {
    return read(undefined, tokenFile) ?? token;
  } catch (error) {
    if (token) return token;
    throw error;
  }
}

function reader(folder: string): Reader {
  return (data, path) => {
    if (data) return Buffer.from(data, 'base64').toString();
    if (!path) return undefined;
    try {
      return readFileSync(resolve(folder, path), 'utf8');
    } catch (error) {
      throw refused((error as Error).message);
    }
  };
}

function readConfig(file: string): Kubeconfig {
  try {
    return (parse(readFileSync(file, 'utf8')) as Kubeconfig | null) ?? {};
  } catch (error) {
    throw refused(`the kubeconfig ${file} cannot be read: ${(error as Error).message}`);
  }
}

function found<T>(entries: readonly Named<T>[] = [], name: string | undefined, what: string, file: string): T {
  const value = entries.find((each) => each.name === name)?.value;
  if (value === undefined) throw refused(`${file}: no ${what} ${JSON.stringify(name ?? '')}`);
  return value;
}

function refused(message: string): CliError {
  return new CliError(message, ExitCode.Usage);
}
