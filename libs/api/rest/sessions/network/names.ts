import { isIP } from 'node:net';
import type { Pod } from '@orrery/api-types';
import { serviceAtAddress, servicesOfNamespace, type ClusterRuntime } from '@orrery/control-plane';
import type { DnsQuestion, DnsRecord } from '@orrery/container-shell';
import { parseTimeMs } from '@orrery/time';
import { podAt } from './places';
import type { NetworkService } from './network-service';
import { endpointsOf, type Endpoint } from './service-endpoints';

const DOMAIN = 'cluster.local';
const MAX_ALIASES = 8;

/**
 * Returns the answer of the cluster's DNS (`kubernetes.io` DNS-Based Service Discovery, 1.1): addresses of services and of the pods behind
 * headless ones, ports (SRV), names of services of type ExternalName, and names of addresses (PTR).
 */
export function lookUp(runtime: ClusterRuntime, from: Pod, question: DnsQuestion): DnsRecord[] {
  const { name, type, searches, atMs = Number.POSITIVE_INFINITY } = question;
  if (type === 'PTR') return reverse(runtime, name);
  for (const full of candidates(name, from, searches)) {
    const records = recordsOf(runtime, { full, type, atMs });
    if (records.length > 0) return records;
  }
  return [];
}

/** Returns the names that are resolved one after the other: with `ndots:5` the search domains come first. */
function candidates(name: string, { metadata }: Pod, searches: boolean): string[] {
  const plain = name.toLowerCase();
  if (plain.endsWith('.')) return [plain.slice(0, -1)];
  if (!searches) return [plain];
  const { namespace = '' } = metadata;
  const domains = [`${namespace}.svc.${DOMAIN}`, `svc.${DOMAIN}`, DOMAIN].map((domain) => `${plain}.${domain}`);
  return plain.split('.').length > 5 ? [plain, ...domains] : [...domains, plain];
}

interface Asked {
  readonly full: string;
  readonly type: DnsQuestion['type'];
  readonly atMs: number;
}

function recordsOf(runtime: ClusterRuntime, asked: Asked, depth = 0): DnsRecord[] {
  const { full, type, atMs } = asked;
  const labels = full.split('.');
  if (labels.slice(-2).join('.') !== DOMAIN) return [];
  const [kind, namespace = '', ...left] = labels.slice(0, -2).reverse();
  if (kind === 'pod' && left.length === 1) return addressOfPod({ full, dashed: left[0]!, type });
  if (kind !== 'svc') return [];
  const [name = '', ...rest] = left;
  const service = runtime.cache.get({ resource: 'services', namespace, name }) as NetworkService | undefined;
  if (!service || (parseTimeMs(service.metadata.creationTimestamp) ?? 0) > atMs) return [];
  if (service.spec?.type === 'ExternalName') return rest.length > 0 ? [] : aliasOf(runtime, service, asked, depth);
  if (type === 'SRV') return rest.length === 2 ? ports(runtime, service, { full, rest }) : [];
  return type === 'A' || type === 'AAAA' ? ofService(runtime, service, { full, type, rest }) : [];
}

/** The addresses of a service, or of the pods behind a headless one, or of one of these by its host name. */
function ofService(
  runtime: ClusterRuntime,
  service: NetworkService,
  { full, type, rest }: { readonly full: string; readonly type: 'A' | 'AAAA'; readonly rest: readonly string[] },
): DnsRecord[] {
  const { clusterIP = '', clusterIPs = [clusterIP] } = service.spec ?? {};
  if (clusterIP !== 'None') return rest.length > 0 ? [] : addresses(full, type, clusterIPs);
  if (rest.length > 1) return [];
  const own = endpointsOf(runtime, service).filter((each) => rest.length === 0 || hostOf(each) === rest[0]);
  return addresses(
    full,
    type,
    own.map(({ ip }) => ip),
  );
}

function addresses(full: string, type: 'A' | 'AAAA', ips: readonly string[]): DnsRecord[] {
  const family = type === 'A' ? 4 : 6;
  return [...new Set(ips)].filter((ip) => isIP(ip) === family).map((data) => ({ name: `${full}.`, type, data }));
}

/** Pods have names of their addresses: `10-0-0-1.NAMESPACE.pod`. */
function addressOfPod({
  full,
  dashed,
  type,
}: {
  readonly full: string;
  readonly dashed: string;
  readonly type: DnsQuestion['type'];
}): DnsRecord[] {
  return type === 'A' ? addresses(full, type, [dashed.replaceAll('-', '.')]) : [];
}

function aliasOf(
  runtime: ClusterRuntime,
  service: NetworkService,
  { full, type, atMs }: Asked,
  depth: number,
): DnsRecord[] {
  const target = (service.spec?.externalName ?? '').toLowerCase().replace(/\.$/, '');
  const alias: DnsRecord = { name: `${full}.`, type: 'CNAME', data: `${target}.` };
  if (type === 'CNAME' || depth >= MAX_ALIASES) return [alias];
  return [alias, ...recordsOf(runtime, { full: target, type, atMs }, depth + 1)];
}

/** `_PORT._PROTOCOL.SERVICE`. */
function ports(
  runtime: ClusterRuntime,
  service: NetworkService,
  { full, rest }: { readonly full: string; readonly rest: readonly string[] },
): DnsRecord[] {
  const [protocol = '', port = ''] = rest;
  const of = (each: { readonly name?: string | undefined; readonly protocol?: string | undefined }): boolean =>
    `_${each.name ?? ''}` === port && `_${(each.protocol ?? 'TCP').toLowerCase()}` === protocol;
  const domain = full.split('.').slice(2).join('.');
  const srv = (number: number, target: string): DnsRecord => ({
    name: `${full}.`,
    type: 'SRV',
    data: `0 100 ${number} ${target}.`,
  });
  if (service.spec?.clusterIP === 'None') {
    return endpointsOf(runtime, service)
      .filter(({ portName, protocol: spoken }) => of({ name: portName, protocol: spoken }))
      .map((each) => srv(each.port, `${hostOf(each)}.${domain}`));
  }
  return (service.spec?.ports ?? []).filter(of).map(({ port: number }) => srv(number, domain));
}

/** Returns the name of an endpoint within its service. */
function hostOf({ hostname, ip }: Endpoint): string {
  return hostname ?? ip.replaceAll('.', '-').replaceAll(':', '-');
}

/** `4.3.2.1.in-addr.arpa`: the service with the address, or the pod behind a headless one. */
function reverse(runtime: ClusterRuntime, name: string): DnsRecord[] {
  const address = name
    .replace(/\.?in-addr\.arpa\.?$/, '')
    .split('.')
    .reverse()
    .join('.');
  if (isIP(address) !== 4) return [];
  const record = (data: string): DnsRecord => ({
    name: `${address.split('.').reverse().join('.')}.in-addr.arpa.`,
    type: 'PTR',
    data,
  });
  const service = serviceAtAddress(runtime, address);
  if (service) return [record(`${service.metadata.name}.${service.metadata.namespace ?? ''}.svc.${DOMAIN}.`)];
  const pod = podAt(runtime, address);
  if (!pod) return [];
  const inNamespace = servicesOfNamespace(runtime, pod.metadata.namespace ?? '') as readonly NetworkService[];
  for (const headless of inNamespace.filter(({ spec }) => spec?.clusterIP === 'None')) {
    const endpoint = endpointsOf(runtime, headless).find(({ ip }) => ip === address);
    const { metadata } = headless;
    if (endpoint) return [record(`${hostOf(endpoint)}.${metadata.name}.${metadata.namespace ?? ''}.svc.${DOMAIN}.`)];
  }
  return [];
}
