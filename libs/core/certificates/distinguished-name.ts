import { childrenOf, expectTag, objectIdentifierOf, Tag, textOf, type DerValue } from './der-reader';
import { objectIdentifier, sequence, setOf, utf8 } from './der-writer';

/** Whom a certificate is about, or who signed it. */
export interface DistinguishedName {
  readonly commonName: string;
  readonly organizations: readonly string[];
}

const COMMON_NAME = '2.5.4.3';
const ORGANIZATION = '2.5.4.10';

/** The common name and the organizations of a name; the last common name counts, as in Go. */
export function readName(value: DerValue | undefined): DistinguishedName {
  let commonName = '';
  const organizations: string[] = [];
  for (const part of childrenOf(expectTag(value, Tag.Sequence))) {
    for (const attribute of childrenOf(expectTag(part, Tag.Set))) {
      const [type, text] = childrenOf(expectTag(attribute, Tag.Sequence));
      const id = objectIdentifierOf(type);
      if (!text) continue;
      if (id === COMMON_NAME) commonName = textOf(text);
      if (id === ORGANIZATION) organizations.push(textOf(text));
    }
  }
  return { commonName, organizations };
}

/** A name in DER: the organizations in one part, then the common name, as Go writes it. */
export function nameInDer({ commonName, organizations }: DistinguishedName): Uint8Array {
  const attribute = (id: string, text: string): Uint8Array => sequence(objectIdentifier(id), utf8(text));
  const parts = [
    ...(organizations.length > 0 ? [setOf(...organizations.map((text) => attribute(ORGANIZATION, text)))] : []),
    ...(commonName === '' ? [] : [setOf(attribute(COMMON_NAME, commonName))]),
  ];
  return sequence(...parts);
}
