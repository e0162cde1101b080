import { at, type FieldReader } from '../../selectors/field-reader';

/** Fields of a CertificateSigningRequest that selectors may name (`SelectableFields` upstream). */
export const CERTIFICATE_SIGNING_REQUEST_FIELDS: Readonly<Record<string, FieldReader>> = {
  'spec.signerName': at('spec', 'signerName'),
};
