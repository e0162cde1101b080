import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { makeFolder } from '@orrery/process-lock';
import { parse, stringify } from 'yaml';
import { OrreryError } from './errors';
import { clusterAddress, DEFAULT_CLUSTER, type ServerAddress } from './server-address';

/** Current context of a kubeconfig. */
export interface KubeconfigContext extends ServerAddress {
  readonly namespace?: string;
}

/** Name of the context of a cluster: `orrery` for the default one, else `orrery-NAME`. */
export function contextName(cluster: string): string {
  return cluster === DEFAULT_CLUSTER ? 'orrery' : `orrery-${cluster}`;
}

/** A kubeconfig with a context for each of these clusters; the first one is current. */
export function kubeconfigFor(server: ServerAddress, clusters: readonly string[]): string {
  const { token, ca } = server;
  const trust =
    ca === undefined
      ? { 'insecure-skip-tls-verify': true }
      : { 'certificate-authority-data': Buffer.from(ca).toString('base64') };
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: clusters.map((name) => ({
      name: contextName(name),
      cluster: { server: clusterAddress(server, name).url, ...trust },
    })),
    users: [{ name: 'admin', user: token === undefined ? {} : { token } }],
    contexts: clusters.map((name) => ({
      name: contextName(name),
      context: { cluster: contextName(name), user: 'admin', namespace: 'default' },
    })),
    'current-context': contextName(clusters[0] ?? DEFAULT_CLUSTER),
  });
}

/** A kubeconfig as JSON, which is YAML as well, and which programs read that have no parser for more. */
export function kubeconfigInJson(text: string): string {
  return `${JSON.stringify(parse(text), undefined, 2)}\n`;
}

/** Writes a kubeconfig that its owner alone can read. Throws {@link OrreryError}. */
export function writeKubeconfig(file: string, text: string): void {
  try {
    makeFolder(dirname(file));
    writeFileSync(file, text, { mode: 0o600 });
    // The mode above counts for a new file only.
    chmodSync(file, 0o600);
  } catch (error) {
    throw new OrreryError(`the kubeconfig ${file} cannot be written: ${(error as Error).message}`);
  }
}

interface Kubeconfig {
  readonly 'current-context'?: string;
  readonly contexts?: readonly { name: string; context?: { cluster?: string; namespace?: string; user?: string } }[];
  readonly users?: readonly { name: string; user?: { token?: string } }[];
  readonly clusters?: readonly { name: string; cluster?: { server?: string; 'certificate-authority-data'?: string } }[];
}

/**
 * Returns the current context of a kubeconfig: of one file, or of several that are one together, as kubectl reads
 * `$KUBECONFIG`. If two files define the same value the first one counts; of several, missing ones are left out. Throws
 * {@link OrreryError}.
 */
export function readKubeconfig(...files: readonly string[]): KubeconfigContext {
  const there = files.filter((file) => existsSync(file));
  const configs = (there.length > 0 ? there : files.slice(0, 1)).map(parsed);
  const current = configs.map((config) => config['current-context']).find((name) => name);
  const context = configs.flatMap(({ contexts }) => contexts ?? []).find(({ name }) => name === current)?.context;
  const cluster = configs
    .flatMap(({ clusters }) => clusters ?? [])
    .find(({ name }) => name === context?.cluster)?.cluster;
  const user = configs.flatMap(({ users }) => users ?? []).find(({ name }) => name === context?.user)?.user;
  const url = cluster?.server;
  const authority = cluster?.['certificate-authority-data'];
  if (url === undefined) {
    throw new OrreryError(`the kubeconfig ${files.join(delimiter)} has no server for its current context`);
  }
  return {
    url,
    ...(user?.token === undefined ? {} : { token: user.token }),
    ...(authority === undefined ? {} : { ca: Buffer.from(authority, 'base64').toString() }),
    ...(context?.namespace === undefined ? {} : { namespace: context.namespace }),
  };
}

function parsed(file: string): Kubeconfig {
  try {
    return (parse(readFileSync(file, 'utf8')) as Kubeconfig | null) ?? {};
  } catch (error) {
    throw new OrreryError(`the kubeconfig ${file} cannot be read: ${(error as Error).message}`);
  }
}
