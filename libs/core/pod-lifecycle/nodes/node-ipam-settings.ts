import { invalidField, requiredField } from '@orrery/api-types';
import { fields, integer, listOf, readVerdict, string, withDefault, type DocumentVerdict } from '@orrery/documents';
import { addressNumber } from './node-addresses';

/** Settings for the ranges of pod addresses of nodes: kube-controller-manager's `--cluster-cidr` and `--node-cidr-mask-size`. */
export interface NodeIpamSettings {
  /** IPv4 ranges, used one after the other; the part that belongs to services is left out. */
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

/** Smaller ranges have no room for a pod beside network and broadcast address. */
const LARGEST_MASK = 30;

/** The addresses of an IPv4 CIDR such as `10.0.0.0/8`; undefined for anything else, and where host bits are set. */
export function parseRange(cidr: string): AddressRange | undefined {
  const match = /^(\d{1,3}(?:\.\d{1,3}){3})\/(\d{1,2})$/.exec(cidr);
  const first = match ? addressNumber(match[1]!) : undefined;
  const bits = Number(match?.[2]);
  if (first === undefined || bits > 32) return undefined;
  const size = 2 ** (32 - bits);
  return first % size === 0 ? { first, size } : undefined;
}

const MASK_TEXT = `must be a whole number from 1 to ${LARGEST_MASK}`;

/** A cluster's `nodeIpam` setting. */
export const NODE_IPAM = fields(
  {
    clusterCIDRs: withDefault(
      listOf(
        string({
          expected: 'must be an IPv4 CIDR such as 10.0.0.0/8',
          check: (cidr) => (parseRange(cidr) ? undefined : 'must be an IPv4 CIDR such as 10.0.0.0/8'),
        }),
        {
          about: "IPv4 ranges of pods' addresses, given out one after the other.",
          check: (cidrs) => (cidrs.length === 0 ? [requiredField('', 'must name at least one range')] : undefined),
        },
      ),
      DEFAULT_NODE_IPAM.clusterCIDRs,
    ),
    nodeCIDRMaskSize: withDefault(
      integer({
        about: "Size of a node's range: 24 for 254 pods.",
        expected: MASK_TEXT,
        range: { min: 1, max: LARGEST_MASK, text: MASK_TEXT },
      }),
      DEFAULT_NODE_IPAM.nodeCIDRMaskSize,
    ),
  },
  {
    about: 'Ranges of addresses that nodes get for their pods.',
    check: ({ clusterCIDRs, nodeCIDRMaskSize: mask }) =>
      clusterCIDRs.flatMap((cidr, i) => {
        const range = parseRange(cidr);
        if (!range || range.size >= 2 ** (32 - mask)) return [];
        return [invalidField(`.clusterCIDRs[${i}]`, cidr, `is smaller than the range of a node, /${mask}`)];
      }),
  },
);

/** Reads a cluster's `nodeIpam` setting; missing fields are as in {@link DEFAULT_NODE_IPAM}. */
export function readNodeIpamSettings(document: unknown): DocumentVerdict<NodeIpamSettings> {
  return readVerdict(document ?? {}, NODE_IPAM);
}
