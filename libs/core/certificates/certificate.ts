import { alternativeNamesInDer, hasAlternativeNames, type AlternativeNames } from './alternative-names';
import {
  childrenOf,
  contextTag,
  expectTag,
  MalformedDer,
  objectIdentifierOf,
  readDer,
  Tag,
  timeOf,
  type DerValue,
} from './der-reader';
import { bits, objectIdentifier, octets, sequence, tagged, time, wholeNumber, yes } from './der-writer';
import { readName, type DistinguishedName } from './distinguished-name';
import { extendedKeyUsageInDer, keyUsageInDer } from './key-usages';

/** What a certificate is to say. Times in ms since the Unix epoch. */
export interface CertificateContent {
  /** Bytes of a number that the authority gives once. */
  readonly serial: Uint8Array;
  /** Names in DER. */
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  /** SubjectPublicKeyInfo. */
  readonly publicKeyInfo: Uint8Array;
  readonly isAuthority: boolean;
  /** Words of a CertificateSigningRequest. */
  readonly usages: readonly string[];
  readonly names: AlternativeNames;
  /** Identifies the subject's key; certificates of authorities have it. */
  readonly subjectKeyId?: Uint8Array;
  /** The same of the issuer's key. */
  readonly authorityKeyId?: Uint8Array;
}

/** What is read of a certificate. */
export interface ReadCertificate {
  readonly subject: DistinguishedName;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  /** Object identifiers; undefined: the certificate does not restrict them. */
  readonly extendedKeyUsages: readonly string[] | undefined;
}

const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
const Extension = {
  SubjectKeyId: '2.5.29.14',
  KeyUsage: '2.5.29.15',
  AlternativeNames: '2.5.29.17',
  BasicConstraints: '2.5.29.19',
  AuthorityKeyId: '2.5.29.35',
  ExtendedKeyUsage: '2.5.29.37',
} as const;

/** The part of a certificate that its authority signs, with ECDSA and SHA-256. */
export function certificateToSign(content: CertificateContent): Uint8Array {
  const { serial, issuer, subject, publicKeyInfo, notBeforeMs, notAfterMs } = content;
  return sequence(
    tagged(0, wholeNumber(Uint8Array.of(2))),
    wholeNumber(serial),
    signatureAlgorithm(),
    issuer,
    sequence(time(notBeforeMs), time(notAfterMs)),
    subject,
    publicKeyInfo,
    tagged(3, sequence(...extensionsOf(content))),
  );
}

/** The certificate with its signature. */
export function signedCertificate(toSign: Uint8Array, signature: Uint8Array): Uint8Array {
  return sequence(toSign, signatureAlgorithm(), bits(signature));
}

/** Reads a certificate in DER; undefined for bytes that are none. */
export function readCertificate(bytes: Uint8Array): ReadCertificate | undefined {
  try {
    const [body] = childrenOf(readDer(bytes, Tag.Sequence));
    const parts = childrenOf(expectTag(body, Tag.Sequence));
    // Of version 1 there is no version, and nothing of that is used here any more.
    expectTag(parts[0], contextTag(0, true));
    const [notBefore, notAfter] = childrenOf(expectTag(parts[4], Tag.Sequence));
    return {
      subject: readName(parts[5]),
      notBeforeMs: timeOf(notBefore),
      notAfterMs: timeOf(notAfter),
      extendedKeyUsages: extendedKeyUsagesIn(parts.slice(7)),
    };
  } catch (error) {
    if (error instanceof MalformedDer) return undefined;
    throw error;
  }
}

function extendedKeyUsagesIn(parts: readonly DerValue[]): readonly string[] | undefined {
  const extensions = parts.find(({ tag }) => tag === contextTag(3, true));
  if (!extensions) return undefined;
  for (const extension of childrenOf(expectTag(childrenOf(extensions)[0], Tag.Sequence))) {
    const [id, ...rest] = childrenOf(expectTag(extension, Tag.Sequence));
    if (objectIdentifierOf(id) !== Extension.ExtendedKeyUsage) continue;
    const value = readDer(expectTag(rest.at(-1), Tag.OctetString).content, Tag.Sequence);
    return childrenOf(value).map(objectIdentifierOf);
  }
  return undefined;
}

function extensionsOf({ usages, isAuthority, names, ...ids }: CertificateContent): Uint8Array[] {
  const keyUsage = keyUsageInDer(usages);
  const extendedKeyUsage = extendedKeyUsageInDer(usages);
  return [
    ...(keyUsage ? [extension(Extension.KeyUsage, keyUsage, true)] : []),
    ...(extendedKeyUsage ? [extension(Extension.ExtendedKeyUsage, extendedKeyUsage)] : []),
    extension(Extension.BasicConstraints, sequence(...(isAuthority ? [yes()] : [])), true),
    ...(ids.subjectKeyId ? [extension(Extension.SubjectKeyId, octets(ids.subjectKeyId))] : []),
    ...(ids.authorityKeyId ? [extension(Extension.AuthorityKeyId, authorityKeyId(ids.authorityKeyId))] : []),
    ...(hasAlternativeNames(names) ? [extension(Extension.AlternativeNames, alternativeNamesInDer(names))] : []),
  ];
}

function extension(id: string, value: Uint8Array, isCritical = false): Uint8Array {
  return sequence(objectIdentifier(id), ...(isCritical ? [yes()] : []), octets(value));
}

function authorityKeyId(id: Uint8Array): Uint8Array {
  const value = new Uint8Array(id.length + 2);
  value.set([contextTag(0, false), id.length]);
  value.set(id, 2);
  return sequence(value);
}

function signatureAlgorithm(): Uint8Array {
  return sequence(objectIdentifier(ECDSA_WITH_SHA256));
}
