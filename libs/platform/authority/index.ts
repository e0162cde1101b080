export { Authority, makeAuthority, type AuthorityKeys, type CertificateOrder } from './authority';
export { derivedBytes, derivedKey, signAlike, type EllipticKey, type KeySource } from './derived-key';
export { signatureProblem } from './request-signature';
export { type KeyAndCertificate, newKeyAndCertificate } from './new-key';
export { servingCertificate, type ServingKeys } from './serving-certificate';
