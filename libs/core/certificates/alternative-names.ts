import { AsnArray, AsnProp, AsnPropTypes, AsnType, AsnTypeTypes, OctetString } from '@peculiar/asn1-schema';
import { bytesOf, MalformedDer, parseDer } from './schemas';

/** The other names that a certificate is for. */
export interface AlternativeNames {
  readonly dnsNames: readonly string[];
  readonly emailAddresses: readonly string[];
  readonly uris: readonly string[];
  /** Four or sixteen bytes each. */
  readonly ipAddresses: readonly Uint8Array[];
}

export const NO_ALTERNATIVE_NAMES: AlternativeNames = { dnsNames: [], emailAddresses: [], uris: [], ipAddresses: [] };

/** `GeneralName` (RFC 5280, 4.2.1.6). The library's own has addresses as texts, in which a wrong length is lost. */
@AsnType({ type: AsnTypeTypes.Choice })
class AlternativeName {
  @AsnProp({ type: AsnPropTypes.IA5String, context: 1, implicit: true })
  email?: string;
  @AsnProp({ type: AsnPropTypes.IA5String, context: 2, implicit: true })
  dns?: string;
  @AsnProp({ type: AsnPropTypes.IA5String, context: 6, implicit: true })
  uri?: string;
  @AsnProp({ type: OctetString, context: 7, implicit: true })
  address?: OctetString;
  /** A kind of name that no rule asks for. */
  @AsnProp({ type: AsnPropTypes.Any })
  other?: ArrayBuffer;

  constructor(name: Partial<AlternativeName> = {}) {
    Object.assign(this, name);
  }
}

@AsnType({ type: AsnTypeTypes.Sequence, itemType: AlternativeName })
class AlternativeNameList extends AsnArray<AlternativeName> {}

/** Reads the extension `subjectAltName`; kinds of names that no rule asks for are left out. */
export function readAlternativeNames(extension: Uint8Array | ArrayBuffer): AlternativeNames {
  const names = { dnsNames: [] as string[], emailAddresses: [] as string[], uris: [] as string[] };
  const ipAddresses: Uint8Array[] = [];
  for (const { email, dns, uri, address } of parseDer(extension, AlternativeNameList)) {
    if (email !== undefined) names.emailAddresses.push(ascii(email));
    if (dns !== undefined) names.dnsNames.push(ascii(dns));
    if (uri !== undefined) names.uris.push(ascii(uri));
    if (address) ipAddresses.push(ipAddress(bytesOf(address.buffer)));
  }
  return { ...names, ipAddresses };
}

/** The names as the value of the extension. */
export function alternativeNameList(names: AlternativeNames): AsnArray<unknown> {
  return new AlternativeNameList([
    ...names.dnsNames.map((dns) => new AlternativeName({ dns })),
    ...names.emailAddresses.map((email) => new AlternativeName({ email })),
    ...names.ipAddresses.map((address) => new AlternativeName({ address: new OctetString(bytesOf(address)) })),
    ...names.uris.map((uri) => new AlternativeName({ uri })),
  ]);
}

export function hasAlternativeNames({ dnsNames, emailAddresses, uris, ipAddresses }: AlternativeNames): boolean {
  return dnsNames.length + emailAddresses.length + uris.length + ipAddresses.length > 0;
}

function ipAddress(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 4 || bytes.length === 16) return bytes;
  throw new MalformedDer(`x509: cannot parse IP address of length ${bytes.length}`);
}

function ascii(text: string): string {
  if (Array.from(text).some((letter) => letter > '\x7f')) {
    throw new MalformedDer('x509: SAN contains a malformed IA5String');
  }
  return text;
}
