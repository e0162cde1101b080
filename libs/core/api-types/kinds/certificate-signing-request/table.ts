import type { CertificateSigningRequest } from '../../objects';
import { ageSince, formatAge } from '../../tables/age';
import { AGE, later, NAME, NONE, tableOf, text, of } from '../../tables/table-kind';
import { hasCondition, type RequestCondition } from './conditions';

/** Columns of a CertificateSigningRequest (`pkg/printers/internalversion` upstream). */
export const CERTIFICATE_SIGNING_REQUEST_TABLE = tableOf<CertificateSigningRequest>(
  [
    NAME,
    AGE,
    text(
      'SignerName',
      'Requested signer for the request. It is a qualified name in the form: `scope-hostname.io/name`. If empty, it will be defaulted:\n 1. If it\'s a kubelet client certificate, it is assigned\n    "kubernetes.io/kube-apiserver-client-kubelet".\n 2. If it\'s a kubelet serving certificate, it is assigned\n    "kubernetes.io/kubelet-serving".\n 3. Otherwise, it is assigned "kubernetes.io/legacy-unknown".\nDistribution of trust for signers happens out of band. You can select on this field using `spec.signerName`.',
    ),
    text('Requestor', 'Base64-encoded PKCS#10 CSR data'),
    later(text('RequestedDuration', of('V1CertificateSigningRequestSpec', 'expirationSeconds'))),
    text('Condition', 'Conditions applied to the request, such as approval or denial.'),
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
