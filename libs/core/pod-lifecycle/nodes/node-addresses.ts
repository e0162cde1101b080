/** The range of a node and which addresses of it are taken, counted from its first. */
export interface NodeAddressesState {
  readonly podCIDR: string;
  readonly used: readonly number[];
}

/** The IPv4 addresses of a node's pods: the lowest free one is given first. */
export class NodeAddresses {
  private readonly used = new Set<number>();
  private readonly base: number;
  private readonly size: number;
  private lowestFree = 1;
  private peeked: { readonly offset: number; readonly text: string } | undefined;

  /** @param podCIDR like `10.244.3.0/24`; network and broadcast address are never given. */
  constructor(readonly podCIDR: string) {
    const [address = '', bits = ''] = podCIDR.split('/');
    this.base = addressNumber(address) ?? 0;
    this.size = addressNumber(address) === undefined || !/^\d+$/.test(bits) ? 0 : 2 ** (32 - Number(bits));
  }

  /** The next address, not yet taken; undefined when the range is exhausted. */
  peek(): string | undefined {
    while (this.lowestFree < this.size - 1 && this.used.has(this.lowestFree)) this.lowestFree++;
    if (this.lowestFree >= this.size - 1) return undefined;
    if (this.peeked?.offset !== this.lowestFree) {
      this.peeked = { offset: this.lowestFree, text: addressText(this.base + this.lowestFree) };
    }
    return this.peeked.text;
  }

  /** Takes an address; one outside the range is none of ours. */
  take(ip: string): void {
    const offset = this.offsetOf(ip);
    if (offset !== undefined) this.used.add(offset);
  }

  release(ip: string): void {
    const offset = this.offsetOf(ip);
    if (offset === undefined || !this.used.delete(offset)) return;
    this.lowestFree = Math.min(this.lowestFree, offset);
  }

  /** The addresses that are taken, as plain data. */
  toState(): NodeAddressesState {
    return { podCIDR: this.podCIDR, used: [...this.used] };
  }

  static fromState({ podCIDR, used }: NodeAddressesState): NodeAddresses {
    const addresses = new NodeAddresses(podCIDR);
    for (const offset of used) addresses.used.add(offset);
    return addresses;
  }

  private offsetOf(ip: string): number | undefined {
    if (ip === this.peeked?.text) return this.peeked.offset;
    const offset = (addressNumber(ip) ?? -1) - this.base;
    return offset > 0 && offset < this.size - 1 ? offset : undefined;
  }
}

/** An IPv4 address as a number; undefined for anything else. */
export function addressNumber(text: string): number | undefined {
  const parts = text.split('.').map(Number);
  if (parts.length !== 4 || parts.some((part) => !Number.isInteger(part) || part < 0 || part > 255)) return undefined;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

/** A number as an IPv4 address. */
export function addressText(value: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
}
