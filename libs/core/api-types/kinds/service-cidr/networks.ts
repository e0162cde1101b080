import { IPv4 } from 'ipaddr.js';
import { parseCidr } from '../../names/ip-address';
import type { ServiceCIDR } from '../../objects';

/** The ServiceCIDR that every cluster has (`--service-cluster-ip-range` of kubeadm). */
export const DEFAULT_SERVICE_CIDR = { name: 'kubernetes', cidr: '10.96.0.0/12' } as const;

/** Addresses of IPv4 one after the other, as numbers. */
export interface ServiceNetwork {
  readonly cidr: string;
  readonly first: number;
  readonly size: number;
}

/** A network of IPv4; undefined for a text that is none. */
export function ipv4Network(cidr: string): ServiceNetwork | undefined {
  const range = parseCidr(cidr);
  if (!range || !(range.address instanceof IPv4)) return undefined;
  const size = 2 ** (32 - range.prefixLength);
  const address = ipv4Number(range.address.toString())!;
  return { cidr, first: address - (address % size), size };
}

/** An address of IPv4 as a number; undefined for a text that is none. */
export function ipv4Number(text: string): number | undefined {
  if (!IPv4.isValidFourPartDecimal(text)) return undefined;
  return IPv4.parse(text).octets.reduce((sum, octet) => sum * 256 + octet, 0);
}

export function printIpv4(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}

export function isInNetwork(address: number, { first, size }: ServiceNetwork): boolean {
  return address >= first && address < first + size;
}

/**
 * The networks that services get addresses from: those of ServiceCIDRs that stay and are not said to be unready. The
 * default one if there are no ServiceCIDRs at all, as in clusters of older releases.
 */
export function networksForServices(cidrs: Iterable<ServiceCIDR>): ServiceNetwork[] {
  const all = [...cidrs];
  if (all.length === 0) return [ipv4Network(DEFAULT_SERVICE_CIDR.cidr)!];
  return all.filter(isUsable).flatMap(({ spec }) => (spec?.cidrs ?? []).flatMap((cidr) => ipv4Network(cidr) ?? []));
}

function isUsable({ metadata, status }: ServiceCIDR): boolean {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  return metadata.deletionTimestamp === undefined && ready?.status !== 'False';
}
