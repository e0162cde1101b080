import type { Environment } from '@marcbachmann/cel-js';
import { IpValue, parseCidr, parseIp, type CidrValue, CidrValue as Cidr } from './addresses';

class IpLibrary {}

/** Adds `ip` and `cidr`, and their functions (`apiserver/pkg/cel/library/ip.go` and `cidr.go`). */
export function addNetworkFunctions(environment: Environment): void {
  environment
    .registerType('IP', { ctor: IpValue, fields: {} })
    .registerType('CIDR', { ctor: Cidr, fields: {} })
    .registerType('IPLibrary', { ctor: IpLibrary, fields: {} })
    .registerConstant('ip', 'IPLibrary', new IpLibrary());
  addAddresses(environment);
  addRanges(environment);
}

function addAddresses(environment: Environment): void {
  environment
    .registerFunction('isIP(string): bool', (text: string) => parseIp(text) instanceof IpValue)
    .registerFunction('ip(string): IP', (text: string) => valid(parseIp(text)))
    .registerFunction(
      'IPLibrary.isCanonical(string): bool',
      (_library: IpLibrary, text: string) => valid(parseIp(text)).text === text,
    )
    .registerFunction('IP.family(): int', (ip: IpValue) => ip.family)
    .registerFunction('IP.isLoopback(): bool', (ip: IpValue) => ip.isLoopback)
    .registerFunction('IP.isUnspecified(): bool', (ip: IpValue) => ip.isUnspecified)
    .registerFunction('IP.isLinkLocalUnicast(): bool', (ip: IpValue) => ip.isLinkLocalUnicast)
    .registerFunction('IP.isLinkLocalMulticast(): bool', (ip: IpValue) => ip.isLinkLocalMulticast)
    .registerFunction('IP.isGlobalUnicast(): bool', (ip: IpValue) => ip.isGlobalUnicast)
    .registerFunction('string(IP): string', (ip: IpValue) => ip.text)
    .registerOperator('IP == IP', (a: IpValue, b: IpValue) => a.text === b.text);
}

function addRanges(environment: Environment): void {
  environment
    .registerFunction('isCIDR(string): bool', (text: string) => parseCidr(text) instanceof Cidr)
    .registerFunction('cidr(string): CIDR', (text: string) => valid(parseCidr(text)))
    .registerFunction('CIDR.containsIP(string): bool', (cidr: CidrValue, text: string) =>
      cidr.contains(valid(parseIp(text))),
    )
    .registerFunction('CIDR.containsIP(IP): bool', (cidr: CidrValue, ip: IpValue) => cidr.contains(ip))
    .registerFunction('CIDR.containsCIDR(string): bool', (outer: CidrValue, text: string) =>
      outer.containsRange(valid(parseCidr(text))),
    )
    .registerFunction('CIDR.containsCIDR(CIDR): bool', (outer: CidrValue, inner: CidrValue) =>
      outer.containsRange(inner),
    )
    .registerFunction('CIDR.prefixLength(): int', ({ bits }: CidrValue) => BigInt(bits))
    .registerFunction('CIDR.ip(): IP', ({ ip }: CidrValue) => ip)
    .registerFunction('CIDR.masked(): CIDR', (cidr: CidrValue) => cidr.masked())
    .registerFunction('string(CIDR): string', (cidr: CidrValue) => cidr.text)
    .registerOperator('CIDR == CIDR', (a: CidrValue, b: CidrValue) => a.text === b.text);
}

/** Returns the parsed value; throws the error of an invalid text. */
function valid<T extends object>(parsed: T | string): T {
  if (typeof parsed === 'string') throw new TypeError(parsed);
  return parsed;
}
