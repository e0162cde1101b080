export { type AlternativeNames, NO_ALTERNATIVE_NAMES } from './alternative-names';
export {
  type CertificateContent,
  certificateToSign,
  readCertificate,
  type ReadCertificate,
  signedCertificate,
} from './certificate';
export { type CertificateRequest, readCertificateRequest } from './certificate-request';
export { type DistinguishedName, nameInDer } from './distinguished-name';
export { keyPairProblem } from './key-pair';
export { ALL_KEY_USAGES, ANY_EXTENDED_USAGE, CLIENT_AUTH, type KeyUsage, unknownUsage } from './key-usages';
export { fromBase64, type PemBlock, readPem, toBase64, toPem } from './pem';
