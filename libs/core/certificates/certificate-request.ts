import { NO_ALTERNATIVE_NAMES, readAlternativeNames, type AlternativeNames } from './alternative-names';
import {
  bitsOf,
  childrenOf,
  contextTag,
  expectTag,
  MalformedDer,
  objectIdentifierOf,
  readDer,
  Tag,
  type DerValue,
} from './der-reader';
import { readName, type DistinguishedName } from './distinguished-name';
import { fromBase64, readPem } from './pem';

/** A request for a certificate (PKCS#10, RFC 2986), as far as signers look at it. */
export interface CertificateRequest extends AlternativeNames {
  readonly subject: DistinguishedName;
  /** The subject as it was sent. */
  readonly subjectInDer: Uint8Array;
  /** SubjectPublicKeyInfo. */
  readonly publicKeyInfo: Uint8Array;
  /** What the signature is over. */
  readonly signedBytes: Uint8Array;
  /** Object identifier. */
  readonly signatureAlgorithm: string;
  readonly signature: Uint8Array;
}

const EXTENSION_REQUEST = '1.2.840.113549.1.9.14';
const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17';
const LABEL = 'CERTIFICATE REQUEST';

/**
 * Reads a request as it is in `spec.request`: PEM in base64. Answers a text for one that cannot be read, in upstream's
 * words where those are upstream's own (`pkg/apis/certificates` ParseCSR). The signature is not checked.
 */
export function readCertificateRequest(base64: string): CertificateRequest | string {
  const bytes = fromBase64(base64);
  const [block] = bytes ? readPem(new TextDecoder().decode(bytes)) : [];
  if (block?.label !== LABEL) return `PEM block type must be ${LABEL}`;
  try {
    return fromDer(block.bytes);
  } catch (error) {
    if (error instanceof MalformedDer) return `asn1: ${error.message}`;
    throw error;
  }
}

function fromDer(bytes: Uint8Array): CertificateRequest {
  const [info, algorithm, signature] = childrenOf(readDer(bytes, Tag.Sequence));
  const [version, subject, publicKey, attributes] = childrenOf(expectTag(info, Tag.Sequence));
  expectTag(version, Tag.Integer);
  return {
    subject: readName(subject),
    subjectInDer: subject!.bytes,
    publicKeyInfo: expectTag(publicKey, Tag.Sequence).bytes,
    signedBytes: info!.bytes,
    signatureAlgorithm: objectIdentifierOf(childrenOf(expectTag(algorithm, Tag.Sequence))[0]),
    signature: bitsOf(signature),
    ...namesIn(attributes),
  };
}

/** The names among the extensions that are asked for. */
function namesIn(attributes: DerValue | undefined): AlternativeNames {
  if (!attributes) return NO_ALTERNATIVE_NAMES;
  for (const attribute of childrenOf(expectTag(attributes, contextTag(0, true)))) {
    const [type, values] = childrenOf(expectTag(attribute, Tag.Sequence));
    if (objectIdentifierOf(type) !== EXTENSION_REQUEST) continue;
    const [extensions] = childrenOf(expectTag(values, Tag.Set));
    for (const extension of childrenOf(expectTag(extensions, Tag.Sequence))) {
      const parts = childrenOf(expectTag(extension, Tag.Sequence));
      if (objectIdentifierOf(parts[0]) !== SUBJECT_ALTERNATIVE_NAME) continue;
      return readAlternativeNames(expectTag(parts.at(-1), Tag.OctetString).content);
    }
  }
  return NO_ALTERNATIVE_NAMES;
}
