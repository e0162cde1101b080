import { readCertificateRequest } from '@orrery/certificates';
import { fieldsOf } from '../fields-of';
import type { KubeObject } from '../../objects';
import { SignerName } from './signer-name';
import { kubeletClientProblem, kubeletServingProblem } from './signers';

/** The version of Kubernetes 1.11, in which a request need not name its signer. */
export const CERTIFICATES_V1BETA1 = 'certificates.k8s.io/v1beta1';
const DEFAULT_USAGES = ['digital signature', 'key encipherment'];

/**
 * Converts a request to another version. Fields that a client of v1beta1 left out are filled: usages, the signer by the
 * requested usages, and the status of conditions (`pkg/apis/certificates/v1beta1/defaults.go`).
 */
export function convertCertificateSigningRequest(object: KubeObject, apiVersion: string): KubeObject {
  if (object.apiVersion !== CERTIFICATES_V1BETA1) return { ...object, apiVersion };
  const spec = fieldsOf(object.spec);
  const status = fieldsOf(object.status);
  return {
    ...object,
    apiVersion,
    ...(spec ? { spec: filledSpec(spec) } : {}),
    ...(status ? { status: filledStatus(status) } : {}),
  };
}

function filledSpec(spec: Record<string, unknown>): object {
  const usages = spec['usages'] ?? DEFAULT_USAGES;
  return { ...spec, usages, signerName: spec['signerName'] ?? signerOf(spec['request'], usages) };
}

/** The signer of before for all but kubelets (`DefaultSignerNameFromSpec` upstream). */
function signerOf(text: unknown, usages: unknown): string {
  const request = typeof text === 'string' ? readCertificateRequest(text) : '';
  if (typeof request === 'string' || !isStrings(usages)) return SignerName.LegacyUnknown;
  if (kubeletClientProblem({ request, usages }) === undefined) return SignerName.KubeletClient;
  if (kubeletServingProblem({ request, usages }) === undefined) return SignerName.KubeletServing;
  return SignerName.LegacyUnknown;
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function filledStatus(status: Record<string, unknown>): object {
  const { conditions } = status;
  if (!Array.isArray(conditions)) return status;
  const filled = conditions.map((condition: unknown) => {
    const fields = fieldsOf(condition);
    return fields ? { ...fields, status: fields['status'] || 'True' } : condition;
  });
  return { ...status, conditions: filled };
}
