import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import type { ServerAddress } from '@orrery/sdk';
import { CliError, ExitCode } from '../command';

/** How a cluster is reached that need not be simulated. */
export interface ClusterConnection extends ServerAddress {
  /** Certificate of the client and its key, in PEM. */
  readonly cert?: string;
  readonly key?: string;
  /** False: the certificate of the server is not looked at. */
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
  readonly exec?: ExecEntry;
}
interface ExecEntry {
  readonly apiVersion?: string;
  readonly command?: string;
  readonly args?: readonly string[] | null;
  readonly env?: readonly { readonly name: string; readonly value: string }[] | null;
  readonly installHint?: string;
}
interface Kubeconfig {
  readonly 'current-context'?: string;
  readonly contexts?: readonly { name: string; context?: { cluster?: string; user?: string } }[];
  readonly clusters?: readonly { name: string; cluster?: ClusterEntry }[];
  readonly users?: readonly { name: string; user?: UserEntry }[];
}

/**
 * How a context of a kubeconfig reaches its cluster: with tokens, certificates of clients, and the programs that give them
 * (`exec`). Throws {@link CliError} for what cannot be read, and for ways that are not supported.
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
  const user = config.users?.find((each) => each.name === context.user)?.user ?? {};
  const { server } = cluster;
  if (server === undefined) throw refused(`${file}: cluster ${context.cluster ?? ''} has no server`);
  for (const [way, isUsed] of [
    ['proxy-url', cluster['proxy-url']],
    ['auth-provider', user['auth-provider']],
    ['username', user.username],
  ] as const) {
    if (isUsed) throw refused(`${file}: ${way} is not supported: give a context with a token or a certificate`);
  }
  const read = reader(dirname(resolve(file)));
  const ca = read(cluster['certificate-authority-data'], cluster['certificate-authority']);
  const given = user.exec ? credentialOf(user.exec, file) : ownCredential(user, read);
  return {
    url: server.replace(/(?<!\/)\/+$/, ''),
    ...(ca === undefined ? {} : { ca }),
    ...(cluster['insecure-skip-tls-verify'] ? { rejectUnauthorized: false } : {}),
    ...(cluster['tls-server-name'] ? { servername: cluster['tls-server-name'] } : {}),
    ...given,
  };
}

type Credential = Pick<ClusterConnection, 'token' | 'cert' | 'key'>;
/** Reads what stands in the file itself, in base64, or in another file. */
type Reader = (data: string | undefined, path: string | undefined) => string | undefined;

function ownCredential(user: UserEntry, read: Reader): Credential {
  const token = user.token ?? read(undefined, user.tokenFile)?.trim();
  const cert = read(user['client-certificate-data'], user['client-certificate']);
  const key = read(user['client-key-data'], user['client-key']);
  return { ...(token ? { token } : {}), ...(cert ? { cert } : {}), ...(key ? { key } : {}) };
}

/** Runs the program of a user as kubectl does (`client.authentication.k8s.io`). */
function credentialOf({ apiVersion, command = '', args, env, installHint }: ExecEntry, file: string): Credential {
  const info = { apiVersion, kind: 'ExecCredential', spec: { interactive: false } };
  const own = Object.fromEntries((env ?? []).map(({ name, value }) => [name, value]));
  let text: string;
  try {
    text = execFileSync(command, args ?? [], {
      encoding: 'utf8',
      env: { ...process.env, ...own, KUBERNETES_EXEC_INFO: JSON.stringify(info) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  } catch (error) {
    const hint = installHint ? `\n${installHint}` : '';
    throw refused(`${file}: ${command} gave no credential: ${(error as Error).message}${hint}`);
  }
  try {
    const { status = {} } = JSON.parse(text) as {
      status?: { token?: string; clientCertificateData?: string; clientKeyData?: string };
    };
    const { token, clientCertificateData: cert, clientKeyData: key } = status;
    return { ...(token ? { token } : {}), ...(cert ? { cert } : {}), ...(key ? { key } : {}) };
  } catch {
    throw refused(`${file}: ${command} wrote no ExecCredential`);
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
