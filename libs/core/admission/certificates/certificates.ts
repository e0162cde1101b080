import { readCertificateRequest } from '@orrery/certificates';
import { deepEqual, forbidden, SignerName, type CertificateSigningRequest } from '@orrery/api-types';
import type { AdmissionCheck, AdmissionRequest, PluginHalves } from '../admission';

const GROUP = 'certificates.k8s.io';
const MASTERS = 'system:masters';

/** A plugin for CertificateSigningRequests, from what is wrong with a write of one. */
function onRequests(problemOf: (request: AdmissionRequest) => string | undefined): PluginHalves {
  const check: AdmissionCheck = (request) => {
    const { kind, object } = request;
    if (kind.kind !== 'CertificateSigningRequest' || kind.group !== GROUP) return undefined;
    const problem = problemOf(request);
    return problem === undefined ? undefined : forbidden(kind, object.metadata.name, problem);
  };
  return { check };
}

/** Approvals and denials need the right to approve for the signer (upstream's CertificateApproval). */
export const certificateApproval = onRequests((request) =>
  request.subresource === 'approval' ? problemWithRight(request, 'approve') : undefined,
);

/** Certificates and conditions need the right to sign for the signer (upstream's CertificateSigning). */
export const certificateSigning = onRequests((request) =>
  request.subresource === 'status' && isSigning(request) ? problemWithRight(request, 'sign') : undefined,
);

/** Prevents that a certificate makes a user a member of `system:masters` (upstream's CertificateSubjectRestriction). */
export const certificateSubjectRestriction = onRequests(({ operation, object }) => {
  const { spec } = object as CertificateSigningRequest;
  if (operation !== 'CREATE' || spec?.signerName !== SignerName.ApiServerClient) return undefined;
  const request = readCertificateRequest(spec.request ?? '');
  if (typeof request === 'string') return `unable to parse CSR: ${request}`;
  return request.subject.organizations.includes(MASTERS)
    ? `use of ${SignerName.ApiServerClient} signer with ${MASTERS} group is not allowed`
    : undefined;
});

/** A right for one signer, or for all of its domain. */
function problemWithRight({ oldObject, lookup }: AdmissionRequest, verb: 'approve' | 'sign'): string | undefined {
  if (!oldObject) return undefined;
  const { signerName } = (oldObject as CertificateSigningRequest).spec;
  const question = { verb, group: GROUP, resource: 'signers', subresource: '', namespace: '' };
  const [domain = ''] = signerName.split('/');
  const isAllowed = [signerName, `${domain}/*`].some((name) => lookup.isAllowed({ ...question, name }));
  return isAllowed ? undefined : `user not permitted to ${verb} requests with signerName ${JSON.stringify(signerName)}`;
}

/** Returns true for a write of a certificate: other changes of the status need no right for a signer. */
function isSigning({ object, oldObject }: AdmissionRequest): boolean {
  const [next, old] = [object, oldObject].map((each) => (each as CertificateSigningRequest).status);
  return next?.certificate !== old?.certificate || !deepEqual(next?.conditions ?? [], old?.conditions ?? []);
}
