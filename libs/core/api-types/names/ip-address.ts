/** Addresses that begin alike. */
export interface AddressRange {
  /** The address in bits, as digits. */
  readonly bits: string;
  readonly prefixLength: number;
}

/** Whether all addresses of a range are in another one that has more. */
export function isWithin(part: AddressRange, whole: AddressRange): boolean {
  const { prefixLength } = whole;
  if (part.bits.length !== whole.bits.length || part.prefixLength <= prefixLength) return false;
  return part.bits.slice(0, prefixLength) === whole.bits.slice(0, prefixLength);
}

/** The addresses of `10.0.0.0/8` or `2001:db8::/64`; undefined for texts that are no such range. */
export function parseCidr(text: string): AddressRange | undefined {
  const [, address, length] = /^([0-9a-fA-F.:]{2,45})\/(\d{1,3})$/.exec(text) ?? [];
  if (address === undefined) return undefined;
  const bits = bitsOf(address);
  const prefixLength = Number(length);
  return bits !== undefined && prefixLength <= bits.length ? { bits, prefixLength } : undefined;
}

/** Upstream's text for what is no address. */
export const NO_IP_ADDRESS = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
/** Upstream's text for what is no range of addresses. */
export const NO_CIDR = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';

/** Whether a text is an address of IPv4 or IPv6. */
export function isIpAddress(text: string): boolean {
  return text.length <= 45 && bitsOf(text) !== undefined;
}

function bitsOf(address: string): string | undefined {
  return address.includes(':') ? bitsOfV6(address) : bitsOfV4(address);
}

function bitsOfV4(address: string): string | undefined {
  const parts = address.split('.');
  const isSound = parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
  return isSound ? parts.map((part) => Number(part).toString(2).padStart(8, '0')).join('') : undefined;
}

function bitsOfV6(address: string): string | undefined {
  const halves = address.split('::');
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head!.length - (tail?.length ?? 0);
  if (tail ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head!, ...Array<string>(missing).fill('0'), ...(tail ?? [])];
  if (!groups.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return undefined;
  return groups.map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0')).join('');
}
