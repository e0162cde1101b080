/** How a server, or one of its clusters, is reached. */
export interface ServerAddress {
  /** Without a slash at its end. */
  readonly url: string;
  /** Says who asks, to a server that wants to know. */
  readonly token?: string;
  /** Certificate of the server's authority in PEM, if it is not a public one. */
  readonly ca?: string;
}

/** The cluster of a server that has no name of its own in addresses. */
export const DEFAULT_CLUSTER = 'default';

/** The address of one of the clusters of a server. */
export function clusterAddress(server: ServerAddress, name: string): ServerAddress {
  return { ...server, url: name === DEFAULT_CLUSTER ? server.url : `${server.url}/clusters/${name}` };
}
