import type { KindRow } from '../kind-info';
import { CERTIFICATE_SIGNING_REQUEST_FIELDS } from './selectable-fields';
import { APPROVAL, keepApproval, keepRequest } from './strategy';
import { CERTIFICATE_SIGNING_REQUEST_TABLE } from './table';
import {
  validateCertificateSigningRequest,
  validateCertificateSigningRequestUpdate,
  validateSigning,
} from './validation';

/** Description of the kind CertificateSigningRequest; Kubernetes 1.11 has it as v1beta1 without signers. */
export const CERTIFICATE_SIGNING_REQUEST: KindRow = {
  kind: 'CertificateSigningRequest',
  resource: 'certificatesigningrequests',
  apiVersions: ['certificates.k8s.io/v1'],
  releases: ['modern', 'k8s-1.20'],
  namespaced: false,
  served: true,
  shortNames: ['csr'],
  subresources: [{ name: 'approval', kind: 'CertificateSigningRequest', verbs: ['get', 'patch', 'update'] }],
  hasStatus: true,
  firstStatus: () => ({}),
  parts: { approval: APPROVAL },
  keepInStatus: keepApproval,
  prepareForUpdate: keepRequest,
  validate: validateCertificateSigningRequest,
  validateUpdate: validateCertificateSigningRequestUpdate,
  validateStatus: validateSigning,
  selectableFields: CERTIFICATE_SIGNING_REQUEST_FIELDS,
  table: CERTIFICATE_SIGNING_REQUEST_TABLE,
};
