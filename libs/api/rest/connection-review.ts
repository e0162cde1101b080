import type { KubeObject } from '@orrery/api-types';
import { isTrue } from '@orrery/api-protocol';
import type { KindRequest } from './kind-request';

type Options = Readonly<Record<string, unknown>>;

/** Kinds whose fields are in the query of a connection, by resource and subresource. */
export const CONNECTIONS: ReadonlyMap<string, string> = new Map([
  ['pods/exec', 'PodExecOptions'],
  ['pods/attach', 'PodAttachOptions'],
  ['pods/portforward', 'PodPortForwardOptions'],
  ['pods/proxy', 'PodProxyOptions'],
  ['services/proxy', 'ServiceProxyOptions'],
  ['nodes/proxy', 'NodeProxyOptions'],
]);

/** Runs users' policies and webhooks on a connection, before anything is looked up for it. Throws their refusal. */
export async function reviewConnection(request: KindRequest, own: string): Promise<void> {
  const { runtime, kind, namespace, path, warn } = request;
  const body = { apiVersion: 'v1', kind: CONNECTIONS.get(own)! };
  const { subresource, name = '' } = path;
  const write = { operation: 'CONNECT', kind, subresource, body, namespace, name, options: { warn } } as const;
  // Options of a connection have no metadata.
  await runtime.store.review(write, { ...body, ...optionsOf(request, own) } as unknown as KubeObject);
}

function optionsOf({ query, raw, path }: KindRequest, own: string): Options {
  const { url = '' } = raw;
  const all = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
  if (own.endsWith('/proxy')) return path.rest ? { path: path.rest } : {};
  if (own === 'pods/portforward') {
    const ports = all.getAll('ports').flatMap((text) => text.split(',').map(Number));
    return ports.length > 0 && ports.every(Number.isInteger) ? { ports } : {};
  }
  const flags = ['stdin', 'stdout', 'stderr', 'tty'].filter((flag) => isTrue(query[flag]));
  const { container } = query;
  return {
    ...Object.fromEntries(flags.map((flag) => [flag, true])),
    ...(container ? { container } : {}),
    ...(own === 'pods/exec' ? { command: all.getAll('command') } : {}),
  };
}
