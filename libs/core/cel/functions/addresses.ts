import ipaddr from 'ipaddr.js';

/** An address as a value of the language. */
export class IpValue {
  constructor(readonly bytes: readonly number[]) {}

  get family(): bigint {
    return this.bytes.length === 4 ? 4n : 6n;
  }

  /** Returns the key of equality. */
  valueOf(): string {
    return this.text;
  }

  /** Text as Go writes it: IPv6 in its shortest form. */
  get text(): string {
    return ipaddr.fromByteArray([...this.bytes]).toString();
  }

  get isUnspecified(): boolean {
    return this.bytes.every((byte) => byte === 0);
  }

  get isLoopback(): boolean {
    if (this.family === 4n) return this.bytes[0] === 127;
    return this.bytes.every((byte, i) => byte === (i === 15 ? 1 : 0));
  }

  get isLinkLocalUnicast(): boolean {
    const [first, second] = this.bytes as [number, number];
    return this.family === 4n ? first === 169 && second === 254 : first === 0xfe && (second & 0xc0) === 0x80;
  }

  get isLinkLocalMulticast(): boolean {
    const [first, second, third] = this.bytes as [number, number, number];
    if (this.family === 4n) return first === 224 && second === 0 && third === 0;
    return first === 0xff && (second & 0x0f) === 2;
  }

  /** As Go has it: addresses of private networks are global too. */
  get isGlobalUnicast(): boolean {
    const isMulticast = this.family === 4n ? (this.bytes[0]! & 0xf0) === 0xe0 : this.bytes[0] === 0xff;
    const isBroadcast = this.family === 4n && this.bytes.every((byte) => byte === 255);
    return !(isBroadcast || isMulticast || this.isUnspecified || this.isLoopback || this.isLinkLocalUnicast);
  }
}

/** A range of addresses as a value of the language; the address may be any of the range. */
export class CidrValue {
  constructor(
    readonly ip: IpValue,
    readonly bits: number,
  ) {}

  get text(): string {
    return `${this.ip.text}/${this.bits}`;
  }

  /** Returns the key of equality. */
  valueOf(): string {
    return this.text;
  }

  /** The range with its first address. */
  masked(): CidrValue {
    return new CidrValue(new IpValue(this.ip.bytes.map((byte, i) => byte & maskOf(this.bits - i * 8))), this.bits);
  }

  /** Returns whether an address is in the range; those of the other family are in none. */
  contains({ bytes }: IpValue): boolean {
    const own = this.ip.bytes;
    return (
      bytes.length === own.length && own.every((byte, i) => ((byte ^ bytes[i]!) & maskOf(this.bits - i * 8)) === 0)
    );
  }

  containsRange(inner: CidrValue): boolean {
    return inner.bits >= this.bits && this.contains(inner.ip);
  }
}

/** A byte with as many bits set, from the left. */
function maskOf(bits: number): number {
  return (0xff << (8 - Math.min(8, Math.max(0, bits)))) & 0xff;
}

const IPV4 = /^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/;

/** Returns an address, or the error of the text (`parseIPAddr` upstream, over Go's `netip`). */
export function parseIp(text: string): IpValue | string {
  const [address = '', zone] = text.split('%', 2);
  const isIpv6 = address.includes(':') && ipaddr.IPv6.isValid(address);
  if (!isIpv6 && !(IPV4.test(text) && ipaddr.IPv4.isValid(text))) {
    const detail = `ParseAddr(${JSON.stringify(text)}): unable to parse IP`;
    return `IP Address ${JSON.stringify(text)} parse error during conversion from string: ${detail}`;
  }
  if (zone !== undefined) return `IP address ${JSON.stringify(text)} with zone value is not allowed`;
  const bytes = ipaddr.parse(address).toByteArray();
  if (isMapped(bytes)) return `IPv4-mapped IPv6 address ${JSON.stringify(text)} is not allowed`;
  return new IpValue(bytes);
}

/** Returns a range of addresses, or the error of the text (`parseCIDR` upstream). */
export function parseCidr(text: string): CidrValue | string {
  const slash = text.lastIndexOf('/');
  const wrong = (detail: string): string => {
    const message = 'network address parse error during conversion from string';
    return `${message}: ${message}: netip.ParsePrefix(${JSON.stringify(text)}): ${detail}`;
  };
  if (slash < 0) return wrong("no '/'");
  const address = text.slice(0, slash);
  if (address.includes('%')) return wrong('IPv6 zones cannot be present in a prefix');
  const ip = parseIp(address);
  if (typeof ip === 'string') {
    return ip.startsWith('IPv4-mapped')
      ? `network address parse error during conversion from string: IPv4-mapped IPv6 address ${JSON.stringify(text)} is not allowed`
      : wrong(`ParseAddr(${JSON.stringify(address)}): unable to parse IP`);
  }
  const bits = text.slice(slash + 1);
  if (!/^(?:0|[1-9]\d*)$/.test(bits)) return wrong(`bad bits after slash: ${JSON.stringify(bits)}`);
  if (Number(bits) > ip.bytes.length * 8) return wrong('prefix length out of range');
  return new CidrValue(ip, Number(bits));
}

/** Returns whether an address of IPv6 holds one of IPv4. */
function isMapped(bytes: readonly number[]): boolean {
  return bytes.length === 16 && bytes.slice(0, 12).every((byte, i) => byte === (i < 10 ? 0 : 0xff));
}
