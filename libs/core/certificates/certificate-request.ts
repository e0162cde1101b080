import { CertificationRequest, type Attributes } from '@peculiar/asn1-csr';
import { Extensions } from '@peculiar/asn1-x509';
import { NO_ALTERNATIVE_NAMES, readAlternativeNames, type AlternativeNames } from './alternative-names';
import { readName, type DistinguishedName } from './distinguished-name';
import { fromBase64, readPem } from './pem';
import { bytesOf, inDer, MalformedDer, parseDer } from './schemas';

/** A request for a certificate (PKCS#10, RFC 2986), with the parts that signers read. */
export interface CertificateRequest extends AlternativeNames {
  readonly subject: DistinguishedName;
  /** The subject as it was sent. */
  readonly subjectInDer: Uint8Array;
  /** SubjectPublicKeyInfo. */
  readonly publicKeyInfo: Uint8Array;
  /** Bytes that the signature covers. */
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

/** Its parts are written again instead of cut out: of DER, both are the same bytes. */
function fromDer(bytes: Uint8Array | ArrayBuffer): CertificateRequest {
  const request = parseDer(bytes, CertificationRequest);
  const { subject, subjectPKInfo, attributes } = request.certificationRequestInfo;
  return {
    subject: readName(subject),
    subjectInDer: inDer(subject),
    publicKeyInfo: inDer(subjectPKInfo),
    signedBytes: inDer(request.certificationRequestInfo),
    signatureAlgorithm: request.signatureAlgorithm.algorithm,
    signature: bytesOf(request.signature),
    ...namesIn(attributes),
  };
}

/** Returns the names among the requested extensions. */
function namesIn(attributes: Attributes): AlternativeNames {
  for (const { type, values } of attributes) {
    if (type !== EXTENSION_REQUEST) continue;
    // The library has null for the value NULL, whatever its types say.
    const value: ArrayBuffer | null | undefined = values[0];
    if (!value) throw new MalformedDer("structure error: tags don't match");
    const found = parseDer(value, Extensions).find(({ extnID }) => extnID === SUBJECT_ALTERNATIVE_NAME);
    if (found) return readAlternativeNames(found.extnValue.buffer);
  }
  return NO_ALTERNATIVE_NAMES;
}
