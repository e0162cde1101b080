import { childrenOf, contextTag, expectTag, MalformedDer, readDer, Tag } from './der-reader';
import { der, sequence } from './der-writer';

/** The other names that a certificate is for. */
export interface AlternativeNames {
  readonly dnsNames: readonly string[];
  readonly emailAddresses: readonly string[];
  readonly uris: readonly string[];
  /** Four or sixteen bytes each. */
  readonly ipAddresses: readonly Uint8Array[];
}

export const NO_ALTERNATIVE_NAMES: AlternativeNames = { dnsNames: [], emailAddresses: [], uris: [], ipAddresses: [] };

/** Tags of the kinds of names (RFC 5280, 4.2.1.6). */
const EMAIL = contextTag(1, false);
const DNS = contextTag(2, false);
const URI = contextTag(6, false);
const ADDRESS = contextTag(7, false);

/** Reads the extension `subjectAltName`; kinds of names that no rule asks for are left out. */
export function readAlternativeNames(extension: Uint8Array): AlternativeNames {
  const names = { dnsNames: [] as string[], emailAddresses: [] as string[], uris: [] as string[] };
  const ipAddresses: Uint8Array[] = [];
  for (const { tag, content } of childrenOf(expectTag(readDer(extension), Tag.Sequence))) {
    if (tag === EMAIL) names.emailAddresses.push(ascii(content));
    if (tag === DNS) names.dnsNames.push(ascii(content));
    if (tag === URI) names.uris.push(ascii(content));
    if (tag !== ADDRESS) continue;
    if (content.length !== 4 && content.length !== 16) {
      throw new MalformedDer(`x509: cannot parse IP address of length ${content.length}`);
    }
    ipAddresses.push(content);
  }
  return { ...names, ipAddresses };
}

export function alternativeNamesInDer(names: AlternativeNames): Uint8Array {
  const text = (tag: number, texts: readonly string[]): Uint8Array[] =>
    texts.map((each) => der(tag, new TextEncoder().encode(each)));
  return sequence(
    ...text(DNS, names.dnsNames),
    ...text(EMAIL, names.emailAddresses),
    ...names.ipAddresses.map((address) => der(ADDRESS, address)),
    ...text(URI, names.uris),
  );
}

export function hasAlternativeNames({ dnsNames, emailAddresses, uris, ipAddresses }: AlternativeNames): boolean {
  return dnsNames.length + emailAddresses.length + uris.length + ipAddresses.length > 0;
}

function ascii(content: Uint8Array): string {
  if (content.some((byte) => byte > 0x7f)) throw new MalformedDer('x509: SAN contains a malformed IA5String');
  return new TextDecoder().decode(content);
}
