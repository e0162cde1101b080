import {
  invalid,
  invalidField,
  withConditionTimes,
  withRequester,
  type ApiError,
  type CertificateSigningRequest,
  type KindInfo,
  type KubeObject,
} from '@orrery/api-types';
import { ADMINISTRATOR } from '@orrery/access';
import { signatureProblem } from '@orrery/authority';
import { readCertificateRequest } from '@orrery/certificates';
import { formatTime } from '@orrery/time';
import type { AdmissionInput } from './admission-input';
import type { WriteContext } from './write-context';

/**
 * Applies the part of the CertificateSigningRequest strategy that needs the writer and the time: a new request gets its
 * requester, conditions get their times. Other kinds pass unchanged.
 */
export function completeRequest(
  { actor, nowMs }: WriteContext,
  { kind, operation, object, oldObject, subresource }: AdmissionInput,
): KubeObject {
  if (!isRequest(kind) || operation === 'DELETE') return object;
  if (operation === 'CREATE') return withRequester(object, actor?.user ?? ADMINISTRATOR);
  return subresource === undefined || !oldObject ? object : withConditionTimes(object, oldObject, formatTime(nowMs()));
}

/** Returns 422 for a new request whose writer does not hold the key to be certified; undefined for other kinds. */
export function refuseForeignKey({ kind, operation, object }: AdmissionInput): ApiError | undefined {
  if (!isRequest(kind) || operation !== 'CREATE') return undefined;
  const { request = '' } = (object as CertificateSigningRequest).spec ?? {};
  const read = readCertificateRequest(request);
  const problem = typeof read === 'string' ? undefined : signatureProblem(read);
  return problem === undefined
    ? undefined
    : invalid(kind, object.metadata.name, [invalidField('spec.request', request, problem)]);
}

function isRequest({ kind, group }: KindInfo): boolean {
  return kind === 'CertificateSigningRequest' && group === 'certificates.k8s.io';
}
