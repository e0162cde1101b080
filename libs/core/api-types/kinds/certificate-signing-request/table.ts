import type { CertificateSigningRequest } from '../../objects';
import { ageSince, formatAge } from '../../tables/age';
import { AGE, NAME, NONE, tableOf, text } from '../../tables/table-kind';
import { hasCondition, type RequestCondition } from './conditions';

/** Columns of a CertificateSigningRequest (`pkg/printers/internalversion` upstream). */
export const CERTIFICATE_SIGNING_REQUEST_TABLE = tableOf<CertificateSigningRequest>(
  [
    NAME,
    AGE,
    text('SignerName', 'Who is asked to sign.'),
    text('Requestor', 'Who asks.'),
    text('RequestedDuration', 'How long the certificate is to be valid.'),
    text('Condition', 'What came of it.'),
  ],
  ({ metadata, spec, status }, nowMs) => [
    metadata.name,
    ageSince(metadata.creationTimestamp, nowMs),
    spec.signerName || NONE,
    spec.username ?? '',
    spec.expirationSeconds === undefined ? NONE : formatAge(spec.expirationSeconds * 1000),
    stateOf(status),
  ],
);

function stateOf(status: CertificateSigningRequest['status']): string {
  const has = (type: RequestCondition): boolean => hasCondition(status, type);
  const verdict = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending';
  const [failed, issued] = [has('Failed') ? ',Failed' : '', status?.certificate ? ',Issued' : ''];
  return `${verdict}${failed}${issued}`;
}
