export { Authority, makeAuthority, type AuthorityKeys, type CertificateOrder } from './authority';
export { signatureProblem } from './request-signature';
export { type KeyAndCertificate, newKeyAndCertificate } from './new-key';
export { servingCertificate, type ServingKeys } from './serving-certificate';
