import { addressNumber } from './node-addresses';

/** How nodes get ranges of pod addresses: kube-controller-manager's `--cluster-cidr` and `--node-cidr-mask-size`. */
export interface NodeIpamSettings {
  /** IPv4 ranges, given out one after the other; what of them is the services' is left out. */
  readonly clusterCIDRs: readonly string[];
  /** Size of a node's range: 24 for 254 pods. */
  readonly nodeCIDRMaskSize: number;
}

/**
 * Room for 65,536 nodes of 254 pods in private addresses (RFC 1918), around the services' 10.96.0.0/12. The first two
 * are those of clusters made before there were more; the last half has the nodes' own addresses too, so it comes last.
 */
export const DEFAULT_NODE_IPAM: NodeIpamSettings = {
  clusterCIDRs: ['10.240.0.0/12', '10.224.0.0/12', '10.0.0.0/9', '172.16.0.0/12', '10.128.0.0/9'],
  nodeCIDRMaskSize: 24,
};

/** A range of addresses as numbers. */
export interface AddressRange {
  readonly first: number;
  readonly size: number;
}

const FIELDS: readonly string[] = ['clusterCIDRs', 'nodeCIDRMaskSize'];
/** Smaller ranges have no room for a pod beside network and broadcast address. */
const LARGEST_MASK = 30;

interface SettingError {
  readonly field: string;
  readonly reason: string;
}

/** The addresses of an IPv4 CIDR such as `10.0.0.0/8`; undefined for anything else, and where host bits are set. */
export function parseRange(cidr: string): AddressRange | undefined {
  const match = /^(\d{1,3}(?:\.\d{1,3}){3})\/(\d{1,2})$/.exec(cidr);
  const first = match ? addressNumber(match[1]!) : undefined;
  const bits = Number(match?.[2]);
  if (first === undefined || bits > 32) return undefined;
  const size = 2 ** (32 - bits);
  return first % size === 0 ? { first, size } : undefined;
}

/** Reads a cluster's `nodeIpam` setting; what it leaves out is as {@link DEFAULT_NODE_IPAM} has it. */
export function readNodeIpamSettings(
  document: unknown,
):
  | { readonly ok: NodeIpamSettings; readonly errors?: never }
  | { readonly ok?: never; readonly errors: readonly SettingError[] } {
  if (document === undefined || document === null) return { ok: DEFAULT_NODE_IPAM };
  if (typeof document !== 'object' || Array.isArray(document)) {
    return { errors: [{ field: '', reason: 'Invalid value: must be an object' }] };
  }
  const settings = { ...DEFAULT_NODE_IPAM, ...document } as { clusterCIDRs: unknown; nodeCIDRMaskSize: unknown };
  const unknown = Object.keys(document).filter((field) => !FIELDS.includes(field));
  const errors = [
    ...unknown.map((field) => ({ field, reason: 'Unsupported value: there is no such setting' })),
    ...maskErrors(settings.nodeCIDRMaskSize),
    ...rangeErrors(settings.clusterCIDRs, settings.nodeCIDRMaskSize),
  ];
  return errors.length > 0 ? { errors } : { ok: settings as NodeIpamSettings };
}

function maskErrors(mask: unknown): SettingError[] {
  if (Number.isInteger(mask) && (mask as number) >= 1 && (mask as number) <= LARGEST_MASK) return [];
  const reason = `Invalid value: ${JSON.stringify(mask)}: must be a whole number from 1 to ${LARGEST_MASK}`;
  return [{ field: 'nodeCIDRMaskSize', reason }];
}

function rangeErrors(cidrs: unknown, mask: unknown): SettingError[] {
  const field = 'clusterCIDRs';
  if (!Array.isArray(cidrs)) return [{ field, reason: 'Invalid value: must be a list' }];
  if (cidrs.length === 0) return [{ field, reason: 'Required value: must name at least one range' }];
  return cidrs.flatMap((cidr: unknown, i): SettingError[] => {
    const range = typeof cidr === 'string' ? parseRange(cidr) : undefined;
    const of = `${field}[${i}]`;
    const value = JSON.stringify(cidr);
    if (!range) return [{ field: of, reason: `Invalid value: ${value}: must be an IPv4 CIDR such as 10.0.0.0/8` }];
    if (typeof mask !== 'number' || range.size >= 2 ** (32 - mask)) return [];
    return [{ field: of, reason: `Invalid value: ${value}: is smaller than the range of a node, /${mask}` }];
  });
}
