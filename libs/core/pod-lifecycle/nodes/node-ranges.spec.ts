import { DEFAULT_NODE_IPAM, readNodeIpamSettings } from './node-ipam-settings';
import { NodeRanges } from './node-ranges';

const ranges = (...clusterCIDRs: string[]): NodeRanges => new NodeRanges({ clusterCIDRs, nodeCIDRMaskSize: 24 });
const given = (from: NodeRanges, count: number): (string | undefined)[] =>
  Array.from({ length: count }, (_, i) => from.allocate(`n${i}`));

it('has room for 65,000 nodes by default, each with a range of its own outside the services', () => {
  const all = given(new NodeRanges(DEFAULT_NODE_IPAM), 65_536);
  expect(new Set(all).size).toBe(65_536);
  expect(all.filter((cidr) => /^10\.(9[6-9]|10\d|11[01])\./.test(cidr!))).toEqual([]);
  expect([all[0], all[4096], all[8191], all[8192]]).toEqual([
    '10.240.0.0/24',
    '10.224.0.0/24',
    '10.239.255.0/24',
    '10.0.0.0/24',
  ]);
});

it('gives nothing when all is given out, and what is freed first', () => {
  const two = ranges('10.1.0.0/23');
  expect(given(two, 3)).toEqual(['10.1.0.0/24', '10.1.1.0/24', undefined]);
  expect(two.drop('n0')).toBe(true);
  expect(two.drop('n0')).toBe(false);
  expect([two.allocate('a'), two.allocate('b')]).toEqual(['10.1.0.0/24', undefined]);
});

it('gives nothing twice where ranges overlap', () => {
  expect(given(ranges('10.1.0.0/24', '10.1.0.0/23'), 3)).toEqual(['10.1.0.0/24', '10.1.1.0/24', undefined]);
});

it('respects what nodes hold of other settings', () => {
  const four = ranges('10.1.0.0/22');
  four.hold('large', '10.1.0.0/23');
  four.hold('small-1', '10.1.2.0/26');
  four.hold('small-2', '10.1.2.64/26');
  four.hold('odd', 'nonsense');
  expect([four.allocate('a'), four.allocate('b')]).toEqual(['10.1.3.0/24', undefined]);
  four.drop('small-1');
  expect(four.allocate('b')).toBeUndefined();
  four.drop('small-2');
  expect(four.allocate('b')).toBe('10.1.2.0/24');
});

test.each<[unknown, unknown]>([
  [undefined, DEFAULT_NODE_IPAM],
  [{ nodeCIDRMaskSize: 26 }, { ...DEFAULT_NODE_IPAM, nodeCIDRMaskSize: 26 }],
  [{ clusterCIDRs: ['10.1.0.0/16'] }, { clusterCIDRs: ['10.1.0.0/16'], nodeCIDRMaskSize: 24 }],
])('%j is read', (document, want) => {
  expect(readNodeIpamSettings(document)).toEqual({ ok: want });
});

test.each([
  [7, '', 'Invalid value: must be an object'],
  [{ cidr: 1 }, 'cidr', 'unknown field'],
  [{ clusterCIDRs: [] }, 'clusterCIDRs', 'Required value: must name at least one range'],
  [{ clusterCIDRs: 'x' }, 'clusterCIDRs', 'Invalid value: must be a list'],
  [
    { clusterCIDRs: ['10.0.0.1/8'] },
    'clusterCIDRs[0]',
    'Invalid value: "10.0.0.1/8": must be an IPv4 CIDR such as 10.0.0.0/8',
  ],
  [
    { clusterCIDRs: ['10.0.0.0/25'] },
    'clusterCIDRs[0]',
    'Invalid value: "10.0.0.0/25": is smaller than the range of a node, /24',
  ],
  [{ nodeCIDRMaskSize: 31 }, 'nodeCIDRMaskSize', 'Invalid value: 31: must be a whole number from 1 to 30'],
])('%j is refused', (document, field, reason) => {
  expect(readNodeIpamSettings(document)).toEqual({ errors: [{ field, reason }] });
});
