import type { CertificateSigningRequest, KubeObject } from '../../objects';
import { conditionsOf, hasCondition, RequestCondition } from './conditions';
import { CERTIFICATES_V1BETA1 } from './conversion';
import { SignerName } from './signer-name';

/** Errors that are tolerated for older clients, and in stored requests. */
export interface Tolerance {
  readonly legacySigner: boolean;
  readonly unknownUsages: boolean;
  readonly duplicateUsages: boolean;
  readonly duplicateConditions: boolean;
  readonly emptyConditionType: boolean;
  readonly approvedAndDenied: boolean;
  readonly arbitraryCertificate: boolean;
  readonly otherCertificate: boolean;
}

/**
 * Returns the errors that a write may have: in `certificates.k8s.io/v1beta1` most of those that v1 refuses, and in any version
 * those that the stored request has already (`getValidationOptions` of `pkg/apis/certificates/validation` upstream).
 */
export function toleranceOf(
  requestVersion: string | undefined,
  next: KubeObject,
  old: KubeObject | undefined,
  isUsage: (usage: string) => boolean,
): Tolerance {
  const isOlder = requestVersion === CERTIFICATES_V1BETA1;
  const before = old as CertificateSigningRequest | undefined;
  const { usages = [], signerName } = before?.spec ?? {};
  const types = conditionsOf(before?.status).map(({ type }) => type ?? '');
  const { Approved, Denied } = RequestCondition;
  const isSame = before?.status?.certificate === (next as CertificateSigningRequest).status?.certificate;
  return {
    legacySigner: isOlder || signerName === SignerName.LegacyUnknown,
    unknownUsages: isOlder || !usages.every(isUsage),
    duplicateUsages: isOlder || new Set(usages).size < usages.length,
    duplicateConditions: isOlder || new Set(types).size < types.length,
    emptyConditionType: isOlder || types.includes(''),
    approvedAndDenied: hasCondition(before?.status, Approved) && hasCondition(before?.status, Denied),
    arbitraryCertificate: isOlder || (before !== undefined && isSame),
    otherCertificate: isOlder,
  };
}
