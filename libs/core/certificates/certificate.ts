import { AsnIntegerBigIntConverter } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extensions,
  KeyIdentifier,
  Name,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
  type Extension,
} from '@peculiar/asn1-x509';
import { alternativeNameList, hasAlternativeNames, type AlternativeNames } from './alternative-names';
import { readName, type DistinguishedName } from './distinguished-name';
import { extendedKeyUsage, keyUsageBits } from './key-usages';
import { bytesOf, extensionOf, inDer, MalformedDer, parseDer } from './schemas';

/** Content of a certificate to be made. Times in ms since the Unix epoch. */
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

/** Parts of a certificate that are read. */
export interface ReadCertificate {
  readonly subject: DistinguishedName;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  /** Object identifiers; undefined: the certificate does not restrict them. */
  readonly extendedKeyUsages: readonly string[] | undefined;
}

const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
const ExtensionId = {
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
  const body = new TBSCertificate({
    version: Version.v3,
    serialNumber: wholeNumber(serial),
    signature: signatureAlgorithm(),
    issuer: parseDer(issuer, Name),
    validity: new Validity({ notBefore: new Date(notBeforeMs), notAfter: new Date(notAfterMs) }),
    subject: parseDer(subject, Name),
    subjectPublicKeyInfo: parseDer(publicKeyInfo, SubjectPublicKeyInfo),
    extensions: new Extensions(extensionsOf(content)),
  });
  return inDer(body);
}

/** The certificate with its signature. */
export function signedCertificate(toSign: Uint8Array, signature: Uint8Array): Uint8Array {
  const certificate = new Certificate({
    tbsCertificate: parseDer(toSign, TBSCertificate),
    signatureAlgorithm: signatureAlgorithm(),
    signatureValue: bytesOf(signature).buffer,
  });
  return inDer(certificate);
}

/** Reads a certificate in DER; undefined for bytes that are none. */
export function readCertificate(bytes: Uint8Array): ReadCertificate | undefined {
  try {
    const { version, subject, validity, extensions } = parseDer(bytes, Certificate).tbsCertificate;
    // Of version 1 are no extensions, and nothing of that is used here any more.
    if (version === Version.v1) return undefined;
    return {
      subject: readName(subject),
      notBeforeMs: validity.notBefore.getTime().getTime(),
      notAfterMs: validity.notAfter.getTime().getTime(),
      extendedKeyUsages: extendedKeyUsagesIn(extensions),
    };
  } catch (error) {
    if (error instanceof MalformedDer) return undefined;
    throw error;
  }
}

function extendedKeyUsagesIn(extensions: readonly Extension[] = []): readonly string[] | undefined {
  const found = extensions.find(({ extnID }) => extnID === ExtensionId.ExtendedKeyUsage);
  return found && [...parseDer(found.extnValue.buffer, ExtendedKeyUsage)];
}

function extensionsOf({ usages, isAuthority, names, subjectKeyId, authorityKeyId }: CertificateContent): Extension[] {
  const keyUsage = keyUsageBits(usages);
  const extended = extendedKeyUsage(usages);
  return [
    ...(keyUsage ? [extensionOf(ExtensionId.KeyUsage, keyUsage, true)] : []),
    ...(extended ? [extensionOf(ExtensionId.ExtendedKeyUsage, extended)] : []),
    extensionOf(ExtensionId.BasicConstraints, new BasicConstraints({ cA: isAuthority }), true),
    ...(subjectKeyId ? [extensionOf(ExtensionId.SubjectKeyId, new SubjectKeyIdentifier(bytesOf(subjectKeyId)))] : []),
    ...(authorityKeyId ? [extensionOf(ExtensionId.AuthorityKeyId, keyIdentifier(authorityKeyId))] : []),
    ...(hasAlternativeNames(names) ? [extensionOf(ExtensionId.AlternativeNames, alternativeNameList(names))] : []),
  ];
}

function keyIdentifier(id: Uint8Array): AuthorityKeyIdentifier {
  return new AuthorityKeyIdentifier({ keyIdentifier: new KeyIdentifier(bytesOf(id)) });
}

function signatureAlgorithm(): AlgorithmIdentifier {
  return new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 });
}

/** The content of an INTEGER that is not negative, from its bytes. */
function wholeNumber(bytes: Uint8Array): ArrayBuffer {
  const number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return bytesOf(AsnIntegerBigIntConverter.toASN(number).valueBlock.valueHexView).buffer;
}
