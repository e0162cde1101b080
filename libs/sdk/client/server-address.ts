/** Address of a server, or of one of its clusters. */
export interface ServerAddress {
  /** URL without a trailing slash. */
  readonly url: string;
  /** Bearer token, for a server that authenticates clients. */
  readonly token?: string;
  /** Certificate of the server's authority in PEM, if it is not a public one. */
  readonly ca?: string;
}

/** The cluster of a server that has no name of its own in addresses. */
export const DEFAULT_CLUSTER = 'default';

/** The path of a cluster below that of its server. */
const CLUSTER_PATH = /\/clusters\/[^/]+$/;

/** The server of an address, which may be that of one of its clusters. */
export function serverOf(address: ServerAddress): ServerAddress {
  return { ...address, url: address.url.replace(CLUSTER_PATH, '') };
}

/**
 * The address of one of the clusters of a server. The server may be named by the address of another of its clusters, as a kubeconfig
 * and `orrery exec --server` do; its `default` cluster is then that other one.
 */
export function clusterAddress(server: ServerAddress, name: string): ServerAddress {
  return name === DEFAULT_CLUSTER ? server : { ...server, url: `${serverOf(server).url}/clusters/${segment(name)}` };
}

/** Returns the name of the cluster that an address names; undefined for the address of a server. */
export function clusterIn({ url }: ServerAddress): string | undefined {
  const path = /\/clusters\/[^/]*$/.exec(url)?.[0];
  return path === undefined ? undefined : decodeURIComponent(path.slice('/clusters/'.length));
}

/** Returns a name as a part of a path; moments of a cluster, such as `a@-10m`, are written as they are. */
function segment(name: string): string {
  return encodeURIComponent(name).replaceAll('%40', '@').replaceAll('%3A', ':');
}
