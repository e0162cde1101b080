import { AttributeTypeAndValue, AttributeValue, Name, RelativeDistinguishedName } from '@peculiar/asn1-x509';
import { inDer, MalformedDer } from './schemas';

/** Name of a certificate's subject or issuer. */
export interface DistinguishedName {
  readonly commonName: string;
  readonly organizations: readonly string[];
}

const COMMON_NAME = '2.5.4.3';
const ORGANIZATION = '2.5.4.10';

/** The common name and the organizations of a name; the last common name counts, as in Go. */
export function readName(name: Name): DistinguishedName {
  let commonName = '';
  const organizations: string[] = [];
  for (const { type, value } of name.flat()) {
    if (type === COMMON_NAME) commonName = textOf(value);
    if (type === ORGANIZATION) organizations.push(textOf(value));
  }
  return { commonName, organizations };
}

/** A name in DER: the organizations in one part, then the common name, as Go writes it. */
export function nameInDer({ commonName, organizations }: DistinguishedName): Uint8Array {
  const attribute = (type: string, utf8String: string): AttributeTypeAndValue =>
    new AttributeTypeAndValue({ type, value: new AttributeValue({ utf8String }) });
  const parts = [
    organizations.map((text) => attribute(ORGANIZATION, text)),
    commonName === '' ? [] : [attribute(COMMON_NAME, commonName)],
  ];
  const name = new Name(parts.filter((part) => part.length > 0).map((part) => new RelativeDistinguishedName(part)));
  return inDer(name);
}

function textOf({ utf8String, printableString, ia5String, teletexString, bmpString }: AttributeValue): string {
  const text = utf8String ?? printableString ?? ia5String ?? teletexString ?? bmpString;
  if (text === undefined) throw new MalformedDer('a name has a value that is not a text');
  return text;
}
