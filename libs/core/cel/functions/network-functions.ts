import type { Environment } from '@marcbachmann/cel-js';
import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.parse>;

class IpValue {
  constructor(readonly address: Address) {}
}
class CidrValue {
  constructor(
    readonly address: Address,
    readonly bits: number,
  ) {}
}
class UrlValue {
  constructor(readonly url: URL) {}
}

/** `ip`, `cidr` and `url`, and what can be asked of them. */
export function addNetworkFunctions(environment: Environment): void {
  environment.registerType('IP', { ctor: IpValue, fields: {} });
  environment.registerType('CIDR', { ctor: CidrValue, fields: {} });
  environment.registerType('URL', { ctor: UrlValue, fields: {} });
  const is =
    (range: string): ((ip: IpValue) => boolean) =>
    ({ address }) =>
      address.range() === range;
  environment
    .registerFunction('isIP(string): bool', (text: string) => readIp(text) !== undefined)
    .registerFunction('ip(string): IP', (text: string) => required(readIp(text), `IP Address "${text}" parse error`))
    .registerFunction('IP.family(): int', ({ address }: IpValue) => (address.kind() === 'ipv4' ? 4n : 6n))
    .registerFunction('IP.isLoopback(): bool', is('loopback'))
    .registerFunction('IP.isUnspecified(): bool', is('unspecified'))
    .registerFunction('IP.isLinkLocalUnicast(): bool', is('linkLocal'))
    .registerFunction('string(IP): string', ({ address }: IpValue) => address.toString())
    .registerOperator('IP == IP', (a: IpValue, b: IpValue) => a.address.toString() === b.address.toString())
    .registerFunction('isCIDR(string): bool', (text: string) => readCidr(text) !== undefined)
    .registerFunction('cidr(string): CIDR', (text: string) =>
      required(readCidr(text), `network address parse error: "${text}"`),
    )
    .registerFunction('CIDR.containsIP(string): bool', (cidr: CidrValue, text: string) => contains(cidr, readIp(text)))
    .registerFunction('CIDR.containsIP(IP): bool', (cidr: CidrValue, ip: IpValue) => contains(cidr, ip))
    .registerFunction('CIDR.containsCIDR(string): bool', (outer: CidrValue, text: string) =>
      containsCidr(outer, readCidr(text)),
    )
    .registerFunction('CIDR.containsCIDR(CIDR): bool', (outer: CidrValue, inner: CidrValue) =>
      containsCidr(outer, inner),
    )
    .registerFunction('CIDR.prefixLength(): int', ({ bits }: CidrValue) => BigInt(bits))
    .registerFunction('CIDR.ip(): IP', ({ address }: CidrValue) => new IpValue(address))
    .registerFunction('isURL(string): bool', (text: string) => readUrl(text) !== undefined)
    .registerFunction('url(string): URL', (text: string) =>
      required(
        readUrl(text),
        `URL parse error during conversion from string: parse "${text}": invalid URI for request`,
      ),
    )
    .registerFunction('URL.getScheme(): string', ({ url }: UrlValue) => url.protocol.slice(0, -1))
    .registerFunction('URL.getHost(): string', ({ url }: UrlValue) => url.host)
    .registerFunction('URL.getHostname(): string', ({ url }: UrlValue) => url.hostname.replace(/^\[|\]$/g, ''))
    .registerFunction('URL.getPort(): string', ({ url }: UrlValue) => url.port)
    .registerFunction('URL.getEscapedPath(): string', ({ url }: UrlValue) => url.pathname);
}

function required<T>(value: T | undefined, message: string): T {
  if (value === undefined) throw new TypeError(message);
  return value;
}

function readIp(text: string): IpValue | undefined {
  const isPlain = ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(':') && ipaddr.IPv6.isValid(text));
  return isPlain ? new IpValue(ipaddr.parse(text)) : undefined;
}

function readCidr(text: string): CidrValue | undefined {
  if (!text.includes('/') || readIp(text.split('/')[0]!) === undefined) return undefined;
  try {
    const [address, bits] = ipaddr.parseCIDR(text);
    return new CidrValue(address, bits);
  } catch {
    return undefined;
  }
}

function readUrl(text: string): UrlValue | undefined {
  return /^[a-zA-Z][a-zA-Z0-9+.-]*:/.test(text) && URL.canParse(text) ? new UrlValue(new URL(text)) : undefined;
}

function contains({ address, bits }: CidrValue, ip: IpValue | undefined): boolean {
  // The kinds are the same, which the overloads of the library cannot see.
  return ip !== undefined && ip.address.kind() === address.kind() && ip.address.match(address as never, bits);
}

function containsCidr(outer: CidrValue, inner: CidrValue | undefined): boolean {
  return inner !== undefined && inner.bits >= outer.bits && contains(outer, new IpValue(inner.address));
}
