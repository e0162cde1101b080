import { addressText } from './node-addresses';
import { parseRange, type AddressRange, type NodeIpamSettings } from './node-ipam-settings';

/** Addresses of services (admission gives them out): never a node's. */
const SERVICES = parseRange('10.96.0.0/12')!;

/**
 * The ranges of pod addresses of a cluster's nodes: the lowest free one of the first range that has one is given first.
 * Ranges that nodes already have are kept, also those of another size or from other settings.
 */
export class NodeRanges {
  private readonly size: number;
  private readonly ranges: readonly AddressRange[];
  private readonly held = new Map<string, string>();
  /** Number of nodes that hold a part of a block; a block is as large as a node's range, its number is its index among all blocks. */
  private readonly taken = new Map<number, number>();
  /** No block before this one, counted through the ranges, is free. */
  private next = 0;

  constructor(private readonly settings: NodeIpamSettings) {
    this.size = 2 ** (32 - settings.nodeCIDRMaskSize);
    this.ranges = settings.clusterCIDRs.map((cidr) => parseRange(cidr)!);
  }

  /** A node has a range. */
  hold(node: string, podCIDR: string): void {
    if (this.held.get(node) === podCIDR) return;
    this.drop(node);
    this.held.set(node, podCIDR);
    for (const block of this.blocksOf(podCIDR)) this.taken.set(block, (this.taken.get(block) ?? 0) + 1);
  }

  /** A node has no range any more; true if that frees one. */
  drop(node: string): boolean {
    const podCIDR = this.held.get(node);
    if (podCIDR === undefined) return false;
    this.held.delete(node);
    for (const block of this.blocksOf(podCIDR)) {
      const holders = (this.taken.get(block) ?? 0) - 1;
      if (holders > 0) this.taken.set(block, holders);
      else this.taken.delete(block);
    }
    this.next = 0;
    return true;
  }

  /** A range for a node that has none; undefined when all are given out. */
  allocate(node: string): string | undefined {
    let before = 0;
    for (const { first, size } of this.ranges) {
      const count = size / this.size;
      for (let i = Math.max(0, this.next - before); i < count; i++) {
        const address = first + i * this.size;
        if (this.taken.has(address / this.size) || this.isOfServices(address)) continue;
        this.next = before + i + 1;
        const podCIDR = `${addressText(address)}/${this.settings.nodeCIDRMaskSize}`;
        this.hold(node, podCIDR);
        return podCIDR;
      }
      before += count;
    }
    this.next = before;
    return undefined;
  }

  private isOfServices(address: number): boolean {
    return address < SERVICES.first + SERVICES.size && address + this.size > SERVICES.first;
  }

  private *blocksOf(podCIDR: string): Generator<number> {
    const range = parseRange(podCIDR);
    if (!range) return;
    const last = Math.floor((range.first + range.size - 1) / this.size);
    for (let block = Math.floor(range.first / this.size); block <= last; block++) yield block;
  }
}
