import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import {
  clusterAddress,
  operationsAt,
  OrreryError,
  readKubeconfig,
  type KubeconfigContext,
  type Operations,
  type ServerAddress,
} from '@orrery/sdk';

export interface ServerRequirements {
  readonly server?: string | undefined;
  readonly kubeconfig?: string | undefined;
  /** One of several clusters of the server. */
  readonly cluster?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A cluster that commands talk to. */
export interface Connection {
  readonly address: ServerAddress;
  /** The namespace to start from. */
  readonly namespace: string;
  readonly operations: Operations;
}

/** Where a server leaves its kubeconfig. */
const OWN_KUBECONFIG = join('.orrery', 'kubeconfig');

/**
 * The server: `--server`, else `--kubeconfig`, else $ORRERY_URL, else $KUBECONFIG, else the one that was started in this
 * folder. Throws {@link OrreryError}.
 */
export function findServer({ server, kubeconfig, cluster, environment }: ServerRequirements): Connection {
  const found = contextOf({ server, kubeconfig, environment });
  const { namespace = 'default', ...rest } = found;
  if (!/^https?:\/\//.test(rest.url)) throw new OrreryError(`--server: ${rest.url} is no http address`);
  const root = { ...rest, url: rest.url.replace(/(?<!\/)\/+$/, '') };
  const address = cluster === undefined ? root : clusterAddress(root, cluster);
  return { address, namespace, operations: operationsAt(address) };
}

function contextOf({ server, kubeconfig, environment }: Omit<ServerRequirements, 'cluster'>): KubeconfigContext {
  if (server !== undefined) return { url: server };
  if (kubeconfig !== undefined) return readKubeconfig(kubeconfig);
  const named = (environment['KUBECONFIG'] ?? '').split(delimiter).find((path) => path !== '');
  const url = environment['ORRERY_URL'];
  // The kubeconfig of the same server knows more: who asks, and whom to trust.
  if (named !== undefined && (!url || readKubeconfig(named).url === url)) return readKubeconfig(named);
  if (url) return { url };
  if (existsSync(OWN_KUBECONFIG)) return readKubeconfig(OWN_KUBECONFIG);
  throw new OrreryError(
    'no server is known: give --server URL or --kubeconfig FILE, set KUBECONFIG, or start one by orrery up',
  );
}
