import { BlockList, isIP } from 'node:net';
import { Kinds, type Node, type Pod } from '@orrery/api-types';
import { serviceAtAddress, serviceAtNodePort, type ClusterRuntime } from '@orrery/control-plane';
import { containersOf, hostnameOf, listensAt } from '@orrery/container-shell';
import type { NetworkService } from './network-service';

/** The target of an address: a pod with a port of its own, or a service with one of its ports. */
export type Place =
  | { readonly is: 'pod'; readonly pod: Pod; readonly port: number }
  | { readonly is: 'service'; readonly service: NetworkService; readonly port: number; readonly isNodePort: boolean };

/** A port at an address. */
export interface AskedAddress {
  readonly host: string;
  readonly port: number;
  readonly protocol: 'TCP' | 'UDP';
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1']);

/** Returns true if a pod means itself by a host. */
export function isOwnHost(pod: Pod, host: string): boolean {
  return LOOPBACK.has(host) || host === hostnameOf(pod).toLowerCase() || hasAddress(pod, host);
}

/** Returns the place at an address of the cluster; undefined where there is none. */
export function placeAtAddress(runtime: ClusterRuntime, asked: AskedAddress): Place | undefined {
  const { host, port } = asked;
  const service = serviceAtAddress(runtime, host) as NetworkService | undefined;
  if (service) return { is: 'service', service, port, isNodePort: false };
  const node = runtime.cache.list(Kinds.Node).find((each) => addressesOf(each).includes(host));
  if (node) return placeOnNode(runtime, node, asked);
  const pod = podAt(runtime, host);
  if (!pod) return undefined;
  return { is: 'pod', pod, port };
}

/** Returns the place behind a port of the node that a pod runs on. */
export function placeOnOwnNode(runtime: ClusterRuntime, { spec }: Pod, asked: AskedAddress): Place | undefined {
  const node = runtime.cache.get(Kinds.Node, '', spec.nodeName ?? '');
  return node && placeOnNode(runtime, node, asked);
}

function addressesOf({ status }: Node): readonly string[] {
  return (status?.addresses ?? []).map(({ address }) => address);
}

/** A port of a node: that of a service, one that a pod opens there, or one of a pod in the network of the node. */
function placeOnNode(
  runtime: ClusterRuntime,
  { metadata }: Node,
  { host, port, protocol }: AskedAddress,
): Place | undefined {
  const service = serviceAtNodePort(runtime, protocol, port) as NetworkService | undefined;
  if (service) return { is: 'service', service, port, isNodePort: true };
  const pods = runtime.cache.podsOn(metadata.name);
  for (const pod of pods) {
    const opened = containersOf(pod)
      .flatMap(({ ports = [] }) => ports as readonly HostPort[])
      .find((each) => opens(each, { host, port, protocol }));
    if (opened && !pod.spec.hostNetwork) return { is: 'pod', pod, port: opened.containerPort };
  }
  const pod = pods.find((each) => each.spec.hostNetwork && listens(each, port, protocol));
  return pod && { is: 'pod', pod, port };
}

function listens(pod: Pod, port: number, protocol: 'TCP' | 'UDP'): boolean {
  return containersOf(pod).some((container) => listensAt(container, port, protocol));
}

interface HostPort {
  readonly containerPort: number;
  readonly hostPort?: number;
  readonly hostIP?: string;
  readonly protocol?: string;
}

function opens({ hostPort, hostIP = '', protocol = 'TCP' }: HostPort, asked: AskedAddress): boolean {
  const isThere = hostIP === '' || hostIP === '0.0.0.0' || hostIP === '::' || hostIP === asked.host;
  return hostPort === asked.port && protocol === asked.protocol && isThere;
}

/** Returns true if a pod has an address. */
function hasAddress({ status }: Pod, address: string): boolean {
  return (status?.podIPs ?? []).some(({ ip }) => ip === address);
}

/** The pod with an address: it is on the node with its range. */
export function podAt({ cache }: ClusterRuntime, address: string): Pod | undefined {
  for (const { metadata, spec } of cache.list(Kinds.Node)) {
    const [network = '', length = ''] = (spec?.podCIDR ?? '').split('/');
    if (isIP(network) !== isIP(address) || length === '') continue;
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const range = new BlockList();
    range.addSubnet(network, Number(length), family);
    if (range.check(address, family)) return cache.podsOn(metadata.name).find((pod) => hasAddress(pod, address));
  }
  return undefined;
}
