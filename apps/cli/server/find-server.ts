import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import { CliError, ExitCode } from '../command';

/** Where a cluster is reached, and the namespace to start from. */
export interface Server {
  /** Without a slash at its end. */
  readonly url: string;
  readonly namespace: string;
  /** Says who asks, to a server that wants to know. */
  readonly token?: string;
  /** Certificate of the server's authority, if it is not a public one. */
  readonly ca?: string;
}

export interface ServerRequirements {
  readonly server?: string | undefined;
  readonly kubeconfig?: string | undefined;
  /** One of several clusters of the server. */
  readonly cluster?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Where `npm start` leaves its kubeconfig. */
const OWN_KUBECONFIG = join('.orrery', 'kubeconfig');

/** The server: `--server`, else `--kubeconfig`, else $KUBECONFIG, else the one that was started in this folder. */
export function findServer({ server, kubeconfig, cluster, environment }: ServerRequirements): Server {
  const found = server === undefined ? readKubeconfig(kubeconfigFile(kubeconfig, environment)) : { url: server };
  if (!/^https?:\/\//.test(found.url)) throw new CliError(`--server: ${found.url} is no http address`, ExitCode.Usage);
  const url = found.url.replace(/(?<!\/)\/+$/, '');
  const namespace = ('namespace' in found ? found.namespace : undefined) ?? 'default';
  const token = 'token' in found ? found.token : undefined;
  return {
    url: cluster === undefined ? url : `${url}/clusters/${cluster}`,
    namespace,
    ...(token === undefined ? {} : { token }),
    ...('ca' in found && found.ca !== undefined ? { ca: found.ca } : {}),
  };
}

function kubeconfigFile(file: string | undefined, environment: ServerRequirements['environment']): string {
  if (file !== undefined) return file;
  const named = (environment['KUBECONFIG'] ?? '').split(delimiter).find((path) => path !== '');
  if (named !== undefined) return named;
  if (existsSync(OWN_KUBECONFIG)) return OWN_KUBECONFIG;
  throw new CliError('no server is known: give --server URL or --kubeconfig FILE, or set KUBECONFIG', ExitCode.Usage);
}

interface Kubeconfig {
  readonly 'current-context'?: string;
  readonly contexts?: readonly { name: string; context?: { cluster?: string; namespace?: string; user?: string } }[];
  readonly users?: readonly { name: string; user?: { token?: string } }[];
  readonly clusters?: readonly { name: string; cluster?: { server?: string; 'certificate-authority-data'?: string } }[];
}

function readKubeconfig(file: string): { url: string; namespace?: string; token?: string; ca?: string } {
  let config: Kubeconfig | null;
  try {
    config = parse(readFileSync(file, 'utf8')) as Kubeconfig | null;
  } catch (error) {
    throw new CliError(`the kubeconfig ${file} cannot be read: ${(error as Error).message}`, ExitCode.Usage);
  }
  const context = config?.contexts?.find(({ name }) => name === config['current-context'])?.context;
  const cluster = config?.clusters?.find(({ name }) => name === context?.cluster)?.cluster;
  const url = cluster?.server;
  const authority = cluster?.['certificate-authority-data'];
  if (url === undefined)
    throw new CliError(`the kubeconfig ${file} has no server for its current context`, ExitCode.Usage);
  const token = config?.users?.find(({ name }) => name === context?.user)?.user?.token;
  return {
    url,
    ...(token === undefined ? {} : { token }),
    ...(authority === undefined ? {} : { ca: Buffer.from(authority, 'base64').toString() }),
    ...(context?.namespace === undefined ? {} : { namespace: context.namespace }),
  };
}
