import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  clusterAddress,
  operationsAt,
  OrreryError,
  readKubeconfig,
  serverOf,
  serverOfEnvironment,
  type KubeconfigContext,
  type Operations,
  type ServerAddress,
} from '@orrery/sdk';
import { dataFolder } from '../background/server-options';

export interface ServerRequirements {
  readonly server?: string | undefined;
  readonly kubeconfig?: string | undefined;
  /** Name of one of the server's clusters. */
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

/** Name of the server's kubeconfig in its data folder. */
const KUBECONFIG = 'kubeconfig';

/**
 * The server: `--server`, else `--kubeconfig`, else $ORRERY_URL, else $KUBECONFIG, else the one that was started on
 * the data folder: $ORRERY_DATA_DIR, else `.orrery` here. Throws {@link OrreryError}.
 */
export function findServer({ server, kubeconfig, cluster, environment }: ServerRequirements): Connection {
  const found = contextOf({ server, kubeconfig, environment });
  const { namespace = 'default', ...rest } = found;
  if (!/^https?:\/\//.test(rest.url)) throw new OrreryError(`--server: ${rest.url} is not an http address`);
  const root = { ...rest, url: rest.url.replace(/(?<!\/)\/+$/, '') };
  const address = cluster === undefined ? root : clusterAddress(serverOf(root), cluster);
  return { address, namespace, operations: operationsAt(address) };
}

function contextOf({ server, kubeconfig, environment }: Omit<ServerRequirements, 'cluster'>): KubeconfigContext {
  if (server !== undefined) return { url: server };
  if (kubeconfig !== undefined) return readKubeconfig(kubeconfig);
  const known = serverOfEnvironment(environment);
  if (known) return known;
  const own = join(dataFolder({}, environment), KUBECONFIG);
  if (existsSync(own)) return readKubeconfig(own);
  throw new OrreryError(
    'no server is known: give --server URL or --kubeconfig FILE, set KUBECONFIG, or start one by orrery up',
  );
}
