import {
  conditionsOf,
  hasCondition,
  isOwnSigner,
  kubeletClientProblem,
  SignerName,
  signerProblem,
  type CertificateSigningRequest,
} from '@orrery/api-types';
import {
  fromBase64,
  readCertificate,
  readCertificateRequest,
  readPem,
  type CertificateRequest,
} from '@orrery/certificates';

/** Rights by which a request for the client certificate of a kubelet is approved, as subresources that are created. */
export type ApprovalRight = 'selfnodeclient' | 'nodeclient';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** `--cluster-signing-duration` of kube-controller-manager. */
const LONGEST_SECONDS = 365 * 24 * 3600;
const SHORTEST_SECONDS = 600;
/** Clocks of clients may be behind. */
const BACKDATE_MS = 5 * MINUTE_MS;
/** A certificate that is valid for less is not shortened by what it is backdated. */
const SHORT_MS = 8 * HOUR_MS;
/** Retention of requests with a decision, and of those without one (`certificates/cleaner` upstream). */
const DECIDED_KEPT_MS = HOUR_MS;
const PENDING_KEPT_MS = 24 * HOUR_MS;

/** Action on a request now. */
export type RequestAction =
  | { readonly action: 'none' }
  | { readonly action: 'approve'; readonly message: string }
  | { readonly action: 'fail'; readonly message: string }
  | {
      readonly action: 'sign';
      readonly request: CertificateRequest;
      readonly usages: readonly string[];
      readonly notBeforeMs: number;
      readonly notAfterMs: number;
    };

const NONE: RequestAction = { action: 'none' };

/** Decides about a request as csrapproving and csrsigning do; `isAllowed` checks rights of the requester. */
export function decideOnRequest(
  csr: CertificateSigningRequest,
  nowMs: number,
  isAllowed: (right: ApprovalRight) => boolean,
): RequestAction {
  const { spec, status } = csr;
  if (status?.certificate || hasCondition(status, 'Denied') || hasCondition(status, 'Failed')) return NONE;
  const request = readCertificateRequest(spec.request);
  if (typeof request === 'string') return NONE;
  if (!hasCondition(status, 'Approved')) return approval(csr, request, isAllowed);
  if (!isOwnSigner(spec.signerName)) return NONE;
  const usages = spec.usages ?? [];
  const problem = signerProblem({ signerName: spec.signerName, usages, request });
  if (problem !== undefined) return { action: 'fail', message: problem };
  return { action: 'sign', request, usages, ...validity(spec.expirationSeconds, nowMs) };
}

function approval(
  { spec }: CertificateSigningRequest,
  request: CertificateRequest,
  isAllowed: (right: ApprovalRight) => boolean,
): RequestAction {
  const isOfKubelet = spec.signerName === SignerName.KubeletClient;
  if (!isOfKubelet || kubeletClientProblem({ request, usages: spec.usages ?? [] }) !== undefined) return NONE;
  if (spec.username === request.subject.commonName && isAllowed('selfnodeclient')) {
    return { action: 'approve', message: 'Auto approving self kubelet client certificate after SubjectAccessReview.' };
  }
  if (!isAllowed('nodeclient')) return NONE;
  return { action: 'approve', message: 'Auto approving kubelet client certificate after SubjectAccessReview.' };
}

/** Returns the validity of a certificate that is signed now (`PermissiveSigningPolicy` upstream). */
function validity(
  expirationSeconds: number | undefined,
  nowMs: number,
): { readonly notBeforeMs: number; readonly notAfterMs: number } {
  const seconds = Math.min(LONGEST_SECONDS, Math.max(SHORTEST_SECONDS, expirationSeconds ?? LONGEST_SECONDS));
  const notBeforeMs = nowMs - BACKDATE_MS;
  const lifetimeMs = seconds * 1000;
  return { notBeforeMs, notAfterMs: (lifetimeMs < SHORT_MS ? nowMs : notBeforeMs) + lifetimeMs };
}

/** Returns the time at which a request is deleted in its current state, in ms; Infinity if it stays (`csrcleaner` upstream). */
export function cleanedAtMs({ metadata, status }: CertificateSigningRequest): number {
  const conditions = conditionsOf(status);
  if (conditions.length === 0 && !status?.certificate) return Date.parse(metadata.creationTimestamp) + PENDING_KEPT_MS;
  const times = conditions.flatMap(({ type, lastUpdateTime }) => {
    const isOver = type === 'Denied' || type === 'Failed' || (type === 'Approved' && status?.certificate);
    const kept = isOver && lastUpdateTime ? [Date.parse(lastUpdateTime) + DECIDED_KEPT_MS] : [];
    return type === 'Approved' && status?.certificate ? [...kept, endOf(status.certificate)] : kept;
  });
  return Math.min(...times);
}

/** Returns the end of a certificate's validity, in ms; Infinity for one that cannot be read. */
function endOf(certificate: string): number {
  const bytes = fromBase64(certificate);
  const [block] = bytes ? readPem(new TextDecoder().decode(bytes)) : [];
  return (block && readCertificate(block.bytes)?.notAfterMs) ?? Infinity;
}
