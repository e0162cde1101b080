import { invalidField, requiredField, tooLongField, type FieldError } from '../../errors/field-error';
import { dnsLabelErrors, subdomainErrors } from '../../names/qualified-name';

/** The signers that a cluster has itself. */
export const SignerName = {
  ApiServerClient: 'kubernetes.io/kube-apiserver-client',
  KubeletClient: 'kubernetes.io/kube-apiserver-client-kubelet',
  KubeletServing: 'kubernetes.io/kubelet-serving',
  /** Requests of `certificates.k8s.io/v1` may not name it. */
  LegacyUnknown: 'kubernetes.io/legacy-unknown',
} as const;

const MAX_DOMAIN_LENGTH = 253;
/** A namespace and a name with a dot between. */
const MAX_PATH_LENGTH = 253 + 63 + 1;

/** Returns the errors of the name of a signer (`ValidateCertificateSigningRequestSignerName` upstream). */
export function signerNameErrors(name: string, field: string, allowsLegacy = false): FieldError[] {
  if (name === SignerName.LegacyUnknown && !allowsLegacy) {
    return [invalidField(field, name, 'the legacy signerName is not allowed via this API version')];
  }
  if (name === '') return [requiredField(field)];
  const parts = name.split('/');
  if (parts.length !== 2) {
    const detail = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
    return [invalidField(field, name, detail)];
  }
  const [domain = '', path = ''] = parts;
  return [...domainErrors(domain, field), ...pathErrors(path, field)];
}

function domainErrors(domain: string, field: string): FieldError[] {
  if (domain.length > MAX_DOMAIN_LENGTH) return [tooLongField(field, MAX_DOMAIN_LENGTH)];
  const errors = subdomainErrors(domain).map((text) => invalidField(field, domain, text));
  if (domain.split('.').length < 2) {
    errors.push(invalidField(field, domain, 'should be a domain with at least two segments separated by dots'));
  }
  return errors;
}

function pathErrors(path: string, field: string): FieldError[] {
  if (path === '') return [invalidField(field, path, 'validating label "": must be non-empty')];
  if (path.length > MAX_PATH_LENGTH) return [tooLongField(field, MAX_PATH_LENGTH)];
  return path
    .split('.')
    .flatMap((label) =>
      dnsLabelErrors(label).map((text) =>
        invalidField(field, path, `validating label ${JSON.stringify(label)}: ${text}`),
      ),
    );
}
