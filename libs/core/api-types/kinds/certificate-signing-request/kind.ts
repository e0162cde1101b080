import type { KindRow } from '../kind-info';
import { olderVersion } from '../older-versions';
import { convertCertificateSigningRequest } from './conversion';
import { CERTIFICATE_SIGNING_REQUEST_FIELDS } from './selectable-fields';
import { APPROVAL, keepApproval, keepRequest } from './strategy';
import { CERTIFICATE_SIGNING_REQUEST_TABLE } from './table';
import {
  validateCertificateSigningRequest,
  validateCertificateSigningRequestUpdate,
  validateSigning,
} from './validation';

/** Description of the kind CertificateSigningRequest. */
export const CERTIFICATE_SIGNING_REQUEST: KindRow = {
  kind: 'CertificateSigningRequest',
  resource: 'certificatesigningrequests',
  apiVersions: ['certificates.k8s.io/v1'],
  olderVersions: [
    olderVersion('certificates.k8s.io/v1beta1', { since: 'v1.19', removedIn: 'v1.22', use: 'certificates.k8s.io/v1' }),
  ],
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
  convert: convertCertificateSigningRequest,
  table: CERTIFICATE_SIGNING_REQUEST_TABLE,
};
