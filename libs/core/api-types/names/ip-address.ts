import { IPv4, IPv6 } from 'ipaddr.js';

/** Addresses that begin alike. */
export interface AddressRange {
  readonly address: IPv4 | IPv6;
  readonly prefixLength: number;
}

/** The longest address as a text, and more than any range needs. */
const MAX_LENGTH = 49;

/** Returns whether all addresses of a range are in another one that has more. */
export function isWithin(part: AddressRange, whole: AddressRange): boolean {
  const { address, prefixLength } = whole;
  if (part.address.kind() !== address.kind() || part.prefixLength <= prefixLength) return false;
  // The library types the two families apart; both are of one kind here.
  return part.address.match(address as never, prefixLength);
}

/** Parses a range such as `10.0.0.0/8` or `2001:db8::/64`; undefined for other texts. */
export function parseCidr(text: string): AddressRange | undefined {
  const [addressText, length, ...more] = text.split('/');
  if (!/^\d{1,3}$/.test(length ?? '') || more.length > 0) return undefined;
  const address = parseAddress(addressText!);
  const prefixLength = Number(length);
  return address && prefixLength <= address.toByteArray().length * 8 ? { address, prefixLength } : undefined;
}

/** Upstream's text for an invalid address. */
export const NO_IP_ADDRESS = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
/** Upstream's text for an invalid range of addresses. */
export const NO_CIDR = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';

/** Returns whether a text is an address of IPv4 or IPv6, as Go's `net.ParseIP` takes them: without a zone or leading zeros. */
export function isIpAddress(text: string): boolean {
  return parseAddress(text) !== undefined;
}

/** Returns an address as Go writes it: IPv6 in its shortest form; undefined for an invalid one. */
export function canonicalAddress(text: string): string | undefined {
  return parseAddress(text)?.toString();
}

/** The family of an address; one of IPv4 that is written as `::ffff:10.0.0.1` is of IPv4, as Go's `To4` has it. */
export function addressFamily(text: string): 'IPv4' | 'IPv6' | undefined {
  const address = parseAddress(text);
  if (!address) return undefined;
  return address instanceof IPv6 && !address.isIPv4MappedAddress() ? 'IPv6' : 'IPv4';
}

/** The range of addresses with a meaning of their own that an address is in (`ipaddr.js` names them). */
export function addressRange(text: string): string | undefined {
  const address = parseAddress(text);
  if (!address) return undefined;
  const plain = address instanceof IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
  const isLocalMulticast = LOCAL_MULTICAST.some(
    // The library types the two families apart; both are of one kind here.
    ({ kind, range }) => plain.kind() === kind && plain.match(range as never),
  );
  return isLocalMulticast ? 'linkLocalMulticast' : plain.range();
}

/** As Go's `IsLinkLocalMulticast`. */
const LOCAL_MULTICAST = [
  { kind: 'ipv4', range: IPv4.parseCIDR('224.0.0.0/24') },
  { kind: 'ipv6', range: IPv6.parseCIDR('ff02::/16') },
] as const;

function parseAddress(text: string): IPv4 | IPv6 | undefined {
  if (text.length > MAX_LENGTH || text.includes('%')) return undefined;
  if (IPv4.isValidFourPartDecimal(text)) return IPv4.parse(text);
  return text.includes(':') && IPv6.isValid(text) ? IPv6.parse(text) : undefined;
}

/** An address with the length of its network in canonical form (`192.168.1.5/24`); undefined for other texts. */
export function canonicalInterfaceAddress(text: string): string | undefined {
  const range = parseCidr(text);
  if (!range) return undefined;
  const { address, prefixLength } = range;
  if (!(address instanceof IPv6)) return `${address.toString()}/${prefixLength}`;
  if (!address.isIPv4MappedAddress()) return `${address.toRFC5952String()}/${prefixLength}`;
  // `::ffff:192.168.0.1/120` is `192.168.0.1/24`.
  return `${address.toIPv4Address().toString()}/${prefixLength > 32 ? prefixLength - 96 : prefixLength}`;
}
